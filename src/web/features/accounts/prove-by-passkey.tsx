import { useState } from 'react';
import { sentenceOf } from '../../error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';

export type ProvePart = { onProven: () => void; onBusy: (busy: boolean) => void };

export function ProveByPasskey({ onProven, onBusy }: ProvePart) {
  const { api, identity } = useApp();
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const press = useSingleFlight(async () => {
    setFault('');
    setBusy(true);
    onBusy(true);
    try {
      const passkey = await (await identity.passkeys?.())?.answer();
      await api.call('POST /proof', { body: { passkey } });
      onProven();
    } catch (error) {
      setFault(sentenceOf(error));
      setBusy(false);
      onBusy(false);
    }
  });
  return (
    <div className="grid gap-2">
      <Button busy={busy} onClick={() => void press()}>
        {!busy && <Icon name="key-round" className="size-5" />}
        Use a passkey
      </Button>
      <FormError>{fault}</FormError>
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">or</p>
    </div>
  );
}
