import { useState } from 'react';
import { sentenceOf } from '../../error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';

type VerifyAgainProps = {
  /** Returns the form's current content. */
  readCredentials: () => { email: string; password: string };
};

/** Resends the email that verifies an address. */
export function VerifyAgain({ readCredentials }: VerifyAgainProps) {
  const { identity } = useApp();
  const [busy, setBusy] = useState(false);
  const [status, setStatus] = useState<string | null>(null);

  const send = useSingleFlight(async () => {
    const { email, password } = readCredentials();
    setBusy(true);
    try {
      await identity.requestVerification({ email: email.trim(), password });
      setStatus(`We’ve emailed ${email.trim()}. Open the link, then log in again.`);
    } catch (error) {
      setStatus(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  });

  return (
    <div className="grid gap-2">
      <Button variant="secondary" busy={busy} onClick={() => void send()}>
        Resend verification email
      </Button>
      <p role="status">{status}</p>
    </div>
  );
}
