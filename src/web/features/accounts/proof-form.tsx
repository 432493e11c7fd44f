import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { LogInCode, SecondFactorStart } from '#contract/accounts/second-factor.ts';
import type { PasskeyAssertion } from '#contract/shared/webauthn.ts';
import { showFormErrors } from '../../form-errors.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';
import { CodeField, type CodeKind } from './code-field.tsx';
import type { Missing } from './missing.ts';
import { PasswordField } from './password-field.tsx';

const Fields = SecondFactorStart.extend({ code: LogInCode });
type Proof = { password: string } & ({ code: string } | { passkey: PasskeyAssertion });
type ProofFormProps = {
  label: string;
  email: string;
  missing: Missing;
  send: (proof: Proof) => Promise<void>;
  verb: string;
  risky?: boolean;
  onCancel: () => void;
};

/** Asks for the password and a code or passkey again before a change to an account's security. */
export function ProofForm({ label, email, missing, send, verb, risky = false, onCancel }: ProofFormProps) {
  const { identity } = useApp();
  const [kind, setKind] = useState<CodeKind>(missing.app ? 'app' : 'recovery');
  const form = useForm({ resolver: zodResolver(Fields), defaultValues: { password: '', code: '' } });
  const { errors, isSubmitting } = form.formState;
  useEffect(() => form.setFocus('password'), [form.setFocus]);
  const submit = useSingleFlight(
    form.handleSubmit(async (proof) => {
      try {
        await send(proof);
      } catch (error) {
        showFormErrors(form, error, ['password', 'code']);
      }
    }),
  );
  const sendPasskey = useSingleFlight(async () => {
    if (!(await form.trigger('password', { shouldFocus: true }))) return;
    try {
      const passkey = await (await identity.passkeys?.())?.answer();
      if (passkey) await send({ password: form.getValues('password'), passkey });
    } catch (error) {
      showFormErrors(form, error, ['password']);
    }
  });
  const change = (): void => {
    setKind(kind === 'app' ? 'recovery' : 'app');
    form.resetField('code');
    form.setFocus('code');
  };
  return (
    <form noValidate onSubmit={submit} className="grid max-w-md gap-3" aria-label={label}>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Your password" autoComplete="current-password" error={errors.password?.message} {...form.register('password')} />
      <CodeField kind={kind} error={errors.code?.message} {...form.register('code')} />
      {missing.app && (
        <Button variant="quiet" size="small" onClick={change} className="-ml-4 justify-self-start">
          {kind === 'app' ? 'Use a recovery code instead' : 'Use the app’s code instead'}
        </Button>
      )}
      {missing.passkey && (
        <Button variant="secondary" size="small" onClick={() => void sendPasskey()} className="justify-self-start">
          Use a passkey instead
        </Button>
      )}
      <FormError>{errors.root?.message}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button variant={risky ? 'danger' : 'primary'} type="submit" busy={isSubmitting} busyText="Loading...">
          {verb}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
