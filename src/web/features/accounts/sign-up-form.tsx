import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { sentenceOf } from '../../error-sentence.ts';
import { Link, useNavigate } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { showSuccess } from '../../ui/toast.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';
import { SignUpFields } from './account-schemas.ts';
import { PasswordField } from './password-field.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { kindOfRefusal, UNVERIFIED, VerifyAgain } from './verify-again.tsx';

const EMPTY = { name: '', email: '', password: '', role: 'buyer' as const };

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
      <form noValidate onSubmit={submit} className="grid gap-3" aria-label="Create an account">
        <Field label="Name" autoComplete="name" error={errors.name?.message} {...form.register('name')} />
        <Field label="Email" type="email" autoComplete="email" error={errors.email?.message} {...form.register('email')} />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint="At least 8 letters and digits, with one or more of each"
          error={errors.password?.message}
          {...form.register('password')}
        />
        <SelectField label="Account type" hint="Buyers shop for phones. Sellers list them." error={errors.role?.message} {...form.register('role')}>
          <option value="buyer">Buyer</option>
          <option value="seller">Seller</option>
        </SelectField>
        {errors.email?.type === UNVERIFIED && <VerifyAgain readCredentials={form.getValues} />}
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
  const form = useForm({ resolver: zodResolver(SignUpFields), defaultValues: EMPTY });

  const submit = useSingleFlight(
    form.handleSubmit(async ({ name, email, password, role }) => {
      try {
        const person = await identity.signUp({ name, email, password });
        await session.begin(person, { name, role });
      } catch (error) {
        form.setError('email', { type: kindOfRefusal(error), message: sentenceOf(error) }, { shouldFocus: true });
        return;
      }
      showSuccess('Sign Up Successfully!');
      await navigate(origin ?? '/');
    }),
  );
  return { form, submit };
}
