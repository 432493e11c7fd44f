import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Fault, faultOf } from '../../form-errors.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormError } from '../../ui/form-error.tsx';
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
  const [fault, setFault] = useState<Fault>({});
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
      setFault(faultOf(error, 'password', 'code'));
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
      <FormError>{fault.whole}</FormError>
      <Button type="submit" busy={busy} busyText="Loading...">
        Confirm
      </Button>
    </form>
  );
}
