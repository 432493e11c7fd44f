import { useForm } from 'react-hook-form';
import { showFormErrors } from '../../form-errors.ts';
import { Field } from '../../ui/field.tsx';
import { useSession } from '../../use-app.tsx';
import { ForgotPassword } from './forgot-password.tsx';

/** Asks for a link to set a new password, also in a browser that is logged in. */
export function RequestReset() {
  const session = useSession();
  const form = useForm({ values: { email: session.status === 'signed-in' ? session.identity.email : '' } });
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={(event) => event.preventDefault()} className="grid gap-3" aria-label="Request a link">
      <Field label="Email" type="email" autoComplete="username" error={errors.email?.message} {...form.register('email')} />
      <p role="alert" className="min-h-6 text-danger">
        {errors.root?.message}
      </p>
      <ForgotPassword
        label="Email me a link"
        readEmail={() => form.getValues('email')}
        onSent={() => form.clearErrors()}
        onRefused={(error) => showFormErrors(form, error, ['email'])}
      />
    </form>
  );
}
