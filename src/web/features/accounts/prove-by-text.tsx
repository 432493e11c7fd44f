import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';
import { CodeField, type CodeKind } from './code-field.tsx';
import { PasswordField } from './password-field.tsx';
import type { ProvePart } from './prove-by-passkey.tsx';

type Way = 'password' | 'mail' | CodeKind;

/** One field and a button, for the password or a code. */
export function ProveByText({ way, onProven, onBusy }: ProvePart & { way: Way }) {
  const { api } = useApp();
  const [kind, setKind] = useState(way);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<{ field?: string; whole?: string }>({});
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const send = useSingleFlight(async () => {
    setFault({});
    setBusy(true);
    onBusy(true);
    try {
      await api.call('POST /proof', { body: kind === 'password' ? { password: typed } : { code: typed } });
      onProven();
    } catch (error) {
      const atField = error instanceof ApiError ? (error.fields.password ?? error.fields.code) : undefined;
      setFault(atField === undefined ? { whole: sentenceOf(error) } : { field: atField });
      setBusy(false);
      onBusy(false);
      field.current?.focus();
    }
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send();
  };
  const change = (): void => {
    setKind(kind === 'app' ? 'recovery' : 'app');
    setTyped('');
    setFault({});
    field.current?.focus();
  };
  const control = {
    ref: field,
    value: typed,
    error: fault.field,
    onChange: (event: FormEvent<HTMLInputElement>) => setTyped(event.currentTarget.value),
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-3" aria-label="Confirm it’s you">
      {kind === 'password' && <PasswordField label="Your password" autoComplete="current-password" {...control} />}
      {kind === 'mail' && <Field label="Code from the email" hint="8 digits" inputMode="numeric" autoComplete="one-time-code" {...control} />}
      {(kind === 'app' || kind === 'recovery') && <CodeField kind={kind} {...control} />}
      {way === 'app' && (
        <Button variant="quiet" size="small" onClick={change} className="-ml-4 justify-self-start">
          {kind === 'app' ? 'Use a recovery code instead' : 'Use the app’s code instead'}
        </Button>
      )}
      <p role="alert" className="text-danger empty:hidden">
        {fault.whole}
      </p>
      <Button type="submit" busy={busy} busyText="Loading...">
        Confirm
      </Button>
    </form>
  );
}
