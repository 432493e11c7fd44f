import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { showFormErrors } from '../../form-errors.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp, useSession } from '../../use-app.tsx';

/** Asks for a link to set a new password, also in a browser that is logged in. */
export function RequestReset() {
  const { identity } = useApp();
  const session = useSession();
  const form = useForm({
    values: { email: session.status === 'signed-in' ? session.identity.email : '' },
    // The session may be known only after somebody began to type.
    resetOptions: { keepDirtyValues: true },
  });
  const [isSent, setSent] = useState(false);
  const { errors, isSubmitting } = form.formState;

  const submit = useSingleFlight(
    form.handleSubmit(async ({ email }) => {
      setSent(false);
      try {
        await identity.requestPasswordReset(email.trim());
        setSent(true);
      } catch (error) {
        showFormErrors(form, error, ['email']);
      }
    }),
  );

  return (
    <form noValidate onSubmit={submit} className="grid gap-3" aria-label="Request a link">
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...form.register('email', { required: 'Enter your email address first.' })}
      />
      <FormError>{errors.root?.message}</FormError>
      <Button type="submit" busy={isSubmitting}>
        Email me a link
      </Button>
      <p role="status">{isSent && 'Please check your email to reset your password.'}</p>
    </form>
  );
}
