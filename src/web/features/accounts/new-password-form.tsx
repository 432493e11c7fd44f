import { useForm } from 'react-hook-form';
import { faultOf } from '../../form-errors.ts';
import { lateChecks } from '../../late-checks.ts';
import { useNavigate } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { showSuccess } from '../../ui/toast.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';
import { NewPasswordField } from './password-field.tsx';

const checks = lateChecks(async () => (await import('./account-checks.ts')).checkNewPassword);

/** Sets a new password with the token from an email's link. */
export function NewPasswordForm({ token }: { token: string }) {
  const { identity, session } = useApp();
  const navigate = useNavigate();
  const form = useForm({ resolver: checks.resolver, defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = useSingleFlight(
    form.handleSubmit(async ({ password }) => {
      try {
        await identity.resetPassword(token, password);
      } catch (error) {
        const { field, whole } = faultOf(error, 'newPassword', 'password');
        form.setError(field === undefined ? 'root' : 'password', { type: 'server', message: field ?? whole }, { shouldFocus: true });
        return;
      }
      // The reset has ended the account's sessions, this browser's too.
      if (session.state().status !== 'signed-out') await session.end();
      showSuccess('Your password has been reset. You can log in with it now.');
      await navigate('/login', { replace: true });
    }),
  );

  return (
    <form noValidate onSubmit={submit} onFocus={checks.begin} className="grid gap-3">
      <NewPasswordField error={errors.password?.message} {...form.register('password')} />
      <FormError>{errors.root?.message}</FormError>
      <Button type="submit" busy={isSubmitting} busyText="Loading...">
        Set new password
      </Button>
    </form>
  );
}
