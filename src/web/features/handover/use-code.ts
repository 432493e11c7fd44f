import { useEffect, useState } from 'react';
import type { HandoverDirection } from '#contract/handover.ts';
import { CODE_STEP_SECONDS, digitsAt, fromBase64Url, macOfCode, stepAt, toCodeAddress } from '#contract/handover-code.ts';

/** A change of the clock by less than this is the network's, in milliseconds. */
const STEADY_MS = 1500;

export type ShownCode = { step: number; digits: string; address: string; endsAt: number };

type Made = { orderId: string; direction: HandoverDirection; secret: string | null; ahead: number };

/** The present code, made on this device by the server's time; null until it is made. */
export function useCode({ orderId, direction, secret, ahead }: Made): ShownCode | null {
  const [code, setCode] = useState<ShownCode | null>(null);
  const [steady, setSteady] = useState(ahead);
  if (Math.abs(steady - ahead) > STEADY_MS) setSteady(ahead);

  useEffect(() => {
    if (secret === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const show = async () => {
      clearTimeout(timer);
      const step = stepAt(Date.now() + steady);
      const key = fromBase64Url(secret);
      const [digits, mac] = await Promise.all([digitsAt(key, step), macOfCode(key, { orderId, direction, step })]);
      if (isGone) return;
      const endsAt = (step + 1) * CODE_STEP_SECONDS * 1000 - steady;
      setCode({ step, digits, address: toCodeAddress(window.location.origin, { orderId, direction, step, mac }), endsAt });
      timer = setTimeout(show, Math.max(50, endsAt - Date.now() + 20));
    };
    void show();
    // Timers stand still in the background.
    document.addEventListener('visibilitychange', show);
    return () => {
      isGone = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', show);
    };
  }, [orderId, direction, secret, steady]);
  return code;
}
