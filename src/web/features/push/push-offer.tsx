import { useState } from 'react';
import { openKeyStore } from '../../session/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { usePushDevices, useTurnOn } from './queries.ts';

const DECLINED = 'push-declined';

/** Offers notifications to somebody who waits for an answer, unless they have them here, can't, or said no once. */
export function PushOffer() {
  const [isDeclined, setDeclined] = useState(() => openKeyStore().getItem(DECLINED) !== null);
  const { data } = usePushDevices();
  const turnOn = useTurnOn(data?.key);
  const isUseful = data && data.permission !== 'missing' && data.permission !== 'denied' && !data.devices.some(({ isHere }) => isHere);
  if (!isUseful || isDeclined) return null;
  const decline = (): void => {
    openKeyStore().setItem(DECLINED, '1');
    setDeclined(true);
  };
  return (
    <p className="flex flex-wrap items-center gap-x-2 pb-3 text-sm text-muted">
      Get a notification when they answer?
      <Button variant="secondary" size="small" busy={turnOn.isPending} onClick={() => turnOn.mutate()}>
        Turn on
      </Button>
      <Button variant="quiet" size="small" onClick={decline}>
        No, thanks
      </Button>
    </p>
  );
}
