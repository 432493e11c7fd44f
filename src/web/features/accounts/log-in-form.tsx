import { Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { sentenceOf } from '../../error-sentence.ts';
import { showFormErrors } from '../../form-errors.ts';
import { lateChecks } from '../../late-checks.ts';
import { IdentityError, type SignedInIdentity } from '../../ports/identity.ts';
import { Link, useNavigate } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { showSuccess } from '../../ui/toast.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';
import { DemoLogins } from './demo-logins.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import type { Missing } from './missing.ts';
import { PasskeyLogIn } from './passkey-log-in.tsx';
import { PasswordField } from './password-field.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { isUnverified, UNVERIFIED } from './unverified.ts';

const checks = lateChecks(async () => (await import('./account-checks.ts')).checkLogIn);

const EMPTY = { email: '', password: '' };
const FIELDS = ['email', 'password'] as const;
type Credentials = typeof EMPTY;

const CodeStep = latePart(async () => (await import('./code-step.tsx')).CodeStep);
const VerifyAgain = latePart(async () => (await import('./verify-again.tsx')).VerifyAgain);

type LogInFormProps = {
  origin: string | null;
  /** The sign-up page with the same query. */
  signUpAddress: string;
};

export function LogInForm({ origin, signUpAddress }: LogInFormProps) {
  const { form, submit, asking, enter, enterAs, backToPassword } = useLogIn(origin);
  const { identity: service } = useApp().config;
  const { errors, isSubmitting } = form.formState;
  if (asking !== null) {
    const { missing, ...credentials } = asking;
    return (
      <Suspense fallback={<PageSpinner />}>
        <CodeStep email={asking.email} missing={missing} onSecond={(second) => enter({ ...credentials, ...second })} onBack={backToPassword} />
      </Suspense>
    );
  }
  return (
    <div className="grid gap-6">
      <DemoLogins
        onPick={({ email, password }) => {
          form.setValue('email', email);
          form.setValue('password', password);
          form.clearErrors();
        }}
      />
      <form noValidate onSubmit={submit} onFocus={checks.begin} className="grid gap-3" aria-label="Log in">
        <Field label="Email" type="email" autoComplete="username" error={errors.email?.message} {...form.register('email')} />
        <PasswordField label="Password" autoComplete="current-password" error={errors.password?.message} {...form.register('password')} />
        <ForgotPassword
          readEmail={() => form.getValues('email')}
          onSent={() => form.clearErrors()}
          onRefused={(error) => showFormErrors(form, error, ['email'])}
        />
        <FormError>{errors.root?.message}</FormError>
        {errors.root?.type === UNVERIFIED && (
          <Suspense>
            <VerifyAgain readCredentials={form.getValues} />
          </Suspense>
        )}
        <Button type="submit" busy={isSubmitting} busyText="Loading...">
          Login
        </Button>
      </form>
      {service.kind === 'builtin' && <PasskeyLogIn onSignedIn={enterAs} />}
      <ProviderButtons page="/login" origin={origin} />
      <p className="text-center">
        New here?{' '}
        <Link to={signUpAddress} className="font-semibold text-accent underline">
          Create an account
        </Link>
      </p>
    </div>
  );
}

/** Signs in and returns to where the user came from, or home. */
function useLogIn(origin: string | null) {
  const { identity, session } = useApp();
  const navigate = useNavigate();
  const form = useForm({ resolver: checks.resolver, defaultValues: EMPTY });
  /** Credentials that were right, and what else is required. */
  const [asking, setAsking] = useState<(Credentials & { missing: Missing }) | null>(null);

  const enterAs = async (person: SignedInIdentity): Promise<void> => {
    await session.begin(person);
    showSuccess('Log In Successfully!');
    await navigate(origin ?? '/', { replace: true });
  };
  const enter = async (credentials: Parameters<typeof identity.signIn>[0]): Promise<void> => enterAs(await identity.signIn(credentials));
  const backToPassword = (sentence: string | null): void => {
    setAsking(null);
    if (sentence !== null) form.setError('root', { type: 'server', message: sentence });
  };

  const submit = useSingleFlight(
    form.handleSubmit(async (credentials) => {
      try {
        await enter(credentials);
      } catch (error) {
        const missing = whatIsMissing(error);
        if (missing) setAsking({ ...credentials, missing });
        else if (isUnverified(error)) form.setError('root', { type: UNVERIFIED, message: sentenceOf(error) });
        else showFormErrors(form, error, FIELDS);
      }
    }),
  );
  return { form, submit, asking, enter, enterAs, backToPassword };
}

/** Returns what else is required after a right password; null when the login failed for another reason. */
function whatIsMissing(error: unknown): Missing | null {
  if (!(error instanceof IdentityError)) return null;
  if (error.code === 'passkey_needed') return { app: false, passkey: true };
  return error.code === 'code_needed' ? { app: true, passkey: error.fields.passkey !== undefined } : null;
}
