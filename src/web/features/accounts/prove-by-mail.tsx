import { useState } from 'react';
import { sentenceOf } from '../../error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';
import type { ProvePart } from './prove-by-passkey.tsx';
import { ProveByText } from './prove-by-text.tsx';

/** Proves identity by an emailed code, for users without a shop password. */
export function ProveByMail(part: ProvePart) {
  const { api } = useApp();
  const [isSent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [status, setStatus] = useState('');
  const press = useSingleFlight(async () => {
    setBusy(true);
    setStatus('');
    try {
      await api.call('POST /proof/mail', {});
      setSent(true);
      setStatus('We’ve emailed you a code. It’s valid for 10 minutes.');
    } catch (error) {
      setStatus(sentenceOf(error));
    }
    setBusy(false);
  });
  return (
    <div className="grid gap-3">
      <Button variant={isSent ? 'secondary' : 'primary'} busy={busy} onClick={() => void press()}>
        {isSent ? 'Email me another code' : 'Email me a code'}
      </Button>
      <p role="status" className="text-muted empty:hidden">
        {status}
      </p>
      {isSent && <ProveByText way="mail" {...part} />}
    </div>
  );
}
