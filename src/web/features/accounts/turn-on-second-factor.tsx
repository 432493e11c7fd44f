import { zodResolver } from '@hookform/resolvers/zod';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { SecondFactorCode, SecondFactorStart } from '#contract/accounts/second-factor.ts';
import { showFormErrors } from '../../form-errors.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { CodeField } from './code-field.tsx';
import { copyText } from './copy-text.ts';
import { PasswordField } from './password-field.tsx';
import { useConfirmSecondFactor } from './second-factor-queries.ts';

const QrCode = lazy(async () => ({ default: (await import('../../ui/qr-code.tsx')).QrCode }));

export type Begun = { secret: string; address: string };

type StartProps = { email: string; send: (typed: { password: string }) => Promise<void>; onCancel: () => void };

type ConfirmProps = { begun: Begun; onCodes: (codes: string[]) => void; onCancel: () => void };

/** Asks for the password first: someone who finds an open browser must not lock its owner out. */
export function StartForm({ email, send, onCancel }: StartProps) {
  const form = useForm({ resolver: zodResolver(SecondFactorStart), defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;
  useEffect(() => form.setFocus('password'), [form.setFocus]);
  const submit = useSingleFlight(
    form.handleSubmit(async (typed) => {
      try {
        await send(typed);
      } catch (error) {
        showFormErrors(form, error, ['password']);
      }
    }),
  );
  return (
    <form noValidate onSubmit={submit} className="grid max-w-md gap-3" aria-label="Turn on two-factor authentication">
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Your password" autoComplete="current-password" error={errors.password?.message} {...form.register('password')} />
      <FormError>{errors.root?.message}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSubmitting} busyText="Loading...">
          Continue
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Then shows the secret to put into an app, and asks for its first code. */
export function ConfirmForm({ begun, onCodes, onCancel }: ConfirmProps) {
  const confirm = useConfirmSecondFactor();
  const [status, setStatus] = useState('');
  const start = useRef<HTMLParagraphElement>(null);
  useEffect(() => start.current?.focus(), []);
  const form = useForm({ resolver: zodResolver(SecondFactorCode), defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = useSingleFlight(
    form.handleSubmit(async (typed) => {
      try {
        onCodes((await confirm.mutateAsync(typed)).recoveryCodes);
      } catch (error) {
        showFormErrors(form, error, ['code']);
      }
    }),
  );
  const copy = async (): Promise<void> =>
    setStatus((await copyText(begun.secret)) ? 'Key copied.' : 'Your browser didn’t allow copying. Select the key and copy it.');
  return (
    <form noValidate onSubmit={submit} className="grid max-w-md gap-4" aria-label="Confirm your authenticator app">
      <p ref={start} tabIndex={-1}>
        Scan this code with an authenticator app. Your phone’s password manager works too.
      </p>
      <Suspense fallback={<Skeleton className="size-56 rounded-xl" />}>
        <QrCode text={begun.address} label="QR code for your authenticator app" />
      </Suspense>
      <div className="grid gap-2">
        <p className="text-muted">Or enter this key in the app (time-based):</p>
        <p className="rounded-xl bg-sunken px-4 py-3 font-mono text-base wrap-anywhere">{inGroups(begun.secret)}</p>
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="secondary" size="small" onClick={() => void copy()}>
            Copy key
          </Button>
          <span role="status" className="text-muted">
            {status}
          </span>
        </div>
      </div>
      <CodeField kind="app" error={errors.code?.message} {...form.register('code')} />
      <FormError>{errors.root?.message}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSubmitting} busyText="Loading...">
          Turn on
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Groups of four, the way people read it to a phone. */
const inGroups = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/gu, '$1 ');
