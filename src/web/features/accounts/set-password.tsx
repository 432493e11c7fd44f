import { useState } from 'react';
import { sentenceOf } from '../../error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';

/** Emails a link to set a password. */
export function SetPassword({ email }: { email: string }) {
  const { identity } = useApp();
  const [busy, setBusy] = useState(false);
  const [status, setStatus] = useState<string | null>(null);

  const send = useSingleFlight(async () => {
    setBusy(true);
    try {
      await identity.requestPasswordReset(email);
      setStatus(`We’ve emailed ${email}. Open the link to set a password.`);
    } catch (error) {
      setStatus(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  });

  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="secondary" busy={busy} onClick={() => void send()}>
        Set a password
      </Button>
      <p role="status" className="wrap-anywhere">
        {status}
      </p>
    </div>
  );
}
