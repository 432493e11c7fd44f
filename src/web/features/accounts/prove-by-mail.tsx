import { useState } from 'react';
import { sentenceOf } from '../../error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';
import type { ProvePart } from './prove-by-passkey.tsx';
import { ProveByText } from './prove-by-text.tsx';

/** For whoever has no password of the shop's: a code in their mailbox. */
export function ProveByMail(part: ProvePart) {
  const { api } = useApp();
  const [isSent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [input, setInput] = useState('');
  const press = useSingleFlight(async () => {
    setBusy(true);
    setInput('');
    try {
      await api.call('POST /proof/mail', {});
      setSent(true);
      setInput('A code is on its way to your address. It is good for ten minutes.');
    } catch (error) {
      setInput(sentenceOf(error));
    }
    setBusy(false);
  });
  return (
    <div className="grid gap-3">
      <Button variant={isSent ? 'secondary' : 'primary'} busy={busy} onClick={() => void press()}>
        {isSent ? 'Mail me another code' : 'Mail me a code'}
      </Button>
      <p role="status" className="text-muted empty:hidden">
        {input}
      </p>
      {isSent && <ProveByText way="mail" {...part} />}
    </div>
  );
}
