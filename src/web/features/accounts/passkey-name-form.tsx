import { type FormEvent, useEffect, useRef, useState } from 'react';
import { PASSKEY_NAME_MAX } from '#contract/accounts/passkeys.ts';
import { type Fault, faultOf } from '../../form-errors.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';

type Props = { label: string; verb: string; start?: string; onName: (name: string) => Promise<unknown>; onEnd: () => void };

/** Asks for a passkey's name and then runs `onName`; the typed text stays until that is done. */
export function PasskeyNameForm({ label, verb, start = '', onName, onEnd }: Props) {
  const [name, setName] = useState(start);
  const [fault, setFault] = useState<Fault>({});
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const send = useSingleFlight(async () => {
    if (name.trim() === '') {
      field.current?.focus();
      return setFault({ field: 'Enter a name for the passkey.' });
    }
    setFault({});
    setBusy(true);
    try {
      await onName(name);
      onEnd();
    } catch (error) {
      setFault(faultOf(error, 'name'));
      setBusy(false);
      field.current?.focus();
    }
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send();
  };

  return (
    <form noValidate onSubmit={submit} className="grid w-full max-w-md gap-3" aria-label={label}>
      <Field
        ref={field}
        label="Passkey name"
        hint="Something you’ll recognize, such as “My phone”"
        autoComplete="off"
        maxLength={PASSKEY_NAME_MAX * 2}
        value={name}
        error={fault.field}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <FormError>{fault.whole}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyText="Loading...">
          {verb}
        </Button>
        <Button variant="quiet" onClick={onEnd} disabled={busy}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
