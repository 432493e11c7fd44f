import { useForm } from 'react-hook-form';
import { showFormErrors } from '../../form-errors.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useSession } from '../../use-app.tsx';
import { ResetSent } from './reset-sent.tsx';
import { useRequestReset } from './use-request-reset.ts';

/** Asks for a link to set a new password, also in a browser that is logged in. */
export function RequestReset() {
  const session = useSession();
  const form = useForm({ values: { email: session.status === 'signed-in' ? session.identity.email : '' } });
  const { errors } = form.formState;
  const { step, send } = useRequestReset({
    readEmail: () => form.getValues('email'),
    onSent: () => form.clearErrors(),
    onRefused: (error) => showFormErrors(form, error, ['email']),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      className="grid gap-3"
      aria-label="Request a link"
    >
      <Field label="Email" type="email" autoComplete="username" error={errors.email?.message} {...form.register('email')} />
      <p role="alert" className="min-h-6 text-danger">
        {errors.root?.message}
      </p>
      <Button type="submit" busy={step === 'busy'}>
        Email me a link
      </Button>
      <ResetSent isSent={step === 'sent'} />
    </form>
  );
}
