import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { PasswordChange } from '#contract/accounts/sign-ins.ts';
import { showFormErrors } from '../../form-errors.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { NewPasswordField, PasswordField } from './password-field.tsx';
import { useChangePassword } from './sign-in-queries.ts';

const EMPTY = { currentPassword: '', newPassword: '' };
const FIELDS = ['currentPassword', 'newPassword'] as const;

/** Changes the password of a user who knows the current one. */
export function ChangePasswordForm({ email }: { email: string }) {
  const change = useChangePassword();
  const form = useForm({ resolver: zodResolver(PasswordChange), defaultValues: EMPTY });
  const { errors, isSubmitting } = form.formState;

  const submit = useSingleFlight(
    form.handleSubmit(async (typed) => {
      try {
        await change.mutateAsync(typed);
        form.reset(EMPTY);
      } catch (error) {
        showFormErrors(form, error, FIELDS);
      }
    }),
  );

  return (
    <form noValidate onSubmit={submit} className="grid max-w-md gap-3" aria-label="Change your password">
      {/* Password managers need to know which account this password belongs to. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Current password" autoComplete="current-password" error={errors.currentPassword?.message} {...form.register('currentPassword')} />
      <NewPasswordField error={errors.newPassword?.message} {...form.register('newPassword')} />
      <FormError>{errors.root?.message}</FormError>
      <Button type="submit" busy={isSubmitting} busyText="Loading..." className="justify-self-start">
        Change password
      </Button>
    </form>
  );
}
