import { Suspense } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { sentenceOf } from '../../error-sentence.ts';
import { forgetDraft, readDraft, useDraft } from '../../form-draft.ts';
import { showFieldErrors } from '../../form-errors.ts';
import { lateChecks } from '../../late-checks.ts';
import { IdentityError } from '../../ports/identity.ts';
import { Link, useNavigate } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { showSuccess } from '../../ui/toast.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';
import { NewPasswordField } from './password-field.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { isUnverified, UNVERIFIED } from './unverified.ts';

const checks = lateChecks(async () => (await import('./account-checks.ts')).checkSignUp);

const VerifyAgain = latePart(async () => (await import('./verify-again.tsx')).VerifyAgain);

const EMPTY = { name: '', email: '', password: '', role: 'buyer' as 'buyer' | 'seller' };
const DRAFT = 'sign-up';
const SECRETS = ['password'] as const;
/** Whoever came from here signs up to sell. */
const SELLING = '/dashboard/addAProducts';

type SignUpFormProps = {
  /** The page that the user wanted before they were asked to log in; null for none. */
  origin: string | null;
  loginAddress: string;
};

export function SignUpForm({ origin, loginAddress }: SignUpFormProps) {
  const { form, submit } = useSignUp(origin);
  const { errors, isSubmitting } = form.formState;
  return (
    <div className="grid gap-6">
      <form noValidate onSubmit={submit} onFocus={checks.begin} className="grid gap-3" aria-label="Create an account">
        <Field label="Name" autoComplete="name" error={errors.name?.message} {...form.register('name')} />
        <Field label="Email" type="email" autoComplete="email" roomy error={errors.email?.message} {...form.register('email')} />
        <NewPasswordField label="Password" error={errors.password?.message} {...form.register('password')} />
        <SelectField label="Account type" hint="Buyers shop for phones. Sellers list them." error={errors.role?.message} {...form.register('role')}>
          <option value="buyer">Buyer</option>
          <option value="seller">Seller</option>
        </SelectField>
        <FormError>{errors.root?.message}</FormError>
        {errors.email?.type === UNVERIFIED && (
          <Suspense>
            <VerifyAgain readCredentials={form.getValues} />
          </Suspense>
        )}
        <Button type="submit" busy={isSubmitting} busyText="Loading...">
          Sign Up
        </Button>
      </form>
      <ProviderButtons page="/signup" origin={origin} />
      <p className="text-center">
        Already have an account?{' '}
        <Link to={loginAddress} className="font-semibold text-accent underline">
          Log in
        </Link>
      </p>
    </div>
  );
}

/** Creates an account, registers it with the shop, and goes to the page that the user came from, or home. */
function useSignUp(origin: string | null) {
  const { identity, session } = useApp();
  const navigate = useNavigate();
  const selling = origin?.startsWith(SELLING) ? { role: 'seller' as const } : {};
  const form = useForm({ resolver: checks.resolver, defaultValues: { ...EMPTY, ...readDraft<typeof EMPTY>(DRAFT), ...selling } });
  useDraft(form, DRAFT, SECRETS);

  const submit = useSingleFlight(
    form.handleSubmit(async ({ name, email, password, role }) => {
      const earlier = session.registrations.registration(email);
      try {
        // If the reply is lost, or the page is left before it, they are registered as this once they are logged in.
        session.registrations.keepRegistration({ email, name, role });
        const person = await identity.signUp({ name, email, password });
        await session.begin(person);
      } catch (error) {
        // Refused: nothing of it stays in this browser, except a sign-up before it whose reply was lost.
        if (isRefused(error)) session.registrations.keepRegistration(earlier);
        return showRefusal(form, error);
      }
      forgetDraft(DRAFT);
      showSuccess('Sign Up Successfully!');
      await navigate(origin ?? '/');
    }),
  );
  return { form, submit };
}

const FIELDS = ['name', 'email', 'password', 'role'] as const;

/** Each error at its field; what the identity service says of the account at the email address, and everything else on the form. */
function showRefusal(form: Pick<UseFormReturn<typeof EMPTY>, 'setError'>, error: unknown): void {
  if (showFieldErrors(form, error, FIELDS)) return;
  const message = sentenceOf(error);
  if (isUnverified(error)) form.setError('email', { type: UNVERIFIED, message }, { shouldFocus: true });
  else if (isAboutAccount(error)) form.setError('email', { type: 'server', message }, { shouldFocus: true });
  else form.setError('root', { type: 'server', message });
}

/** Unlike too many requests, a failure, or no connection. */
const isAboutAccount = (error: unknown): boolean => isRefused(error) && error.status < 429;

const isRefused = (error: unknown): error is IdentityError => error instanceof IdentityError && error.status >= 400 && error.status < 500;
