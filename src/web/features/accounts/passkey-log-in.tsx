import { useState } from 'react';
import { sentenceOf } from '../../error-sentence.ts';
import type { SignedInIdentity } from '../../ports/identity.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';

/** Logs in with any passkey on this device. */
export function PasskeyLogIn({ onSignedIn }: { onSignedIn: (person: SignedInIdentity) => Promise<void> }) {
  const { identity } = useApp();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const press = useSingleFlight(async () => {
    setBusy(true);
    setFailure('');
    try {
      const person = await (await identity.passkeys?.())?.signIn();
      if (person) await onSignedIn(person);
    } catch (error) {
      setFailure(sentenceOf(error));
    }
    setBusy(false);
  });
  return (
    <div className="grid gap-2">
      <Button variant="secondary" busy={busy} onClick={() => void press()}>
        Log in with a passkey
      </Button>
      <FormError>{failure}</FormError>
    </div>
  );
}
