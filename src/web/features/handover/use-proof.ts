import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { PRIVATE } from '../../session/session-cache.ts';
import { useApp } from '../../use-app.tsx';
import { asOffline, type Proof, readUnsent, type Sending, sendInTurn, storeUnsent } from './unsent.ts';

const RETRY_MS = 4000;
/** While the shop asks to wait, each wait is twice as long as the last, up to this. */
const LONGEST_RETRY_MS = 5 * 60_000;

export type Proving = {
  /** What this side did and the shop doesn't know yet. */
  unsent: Proof | null;
  isBusy: boolean;
  /** Why the last one wasn't accepted; with `unsent`, for now. */
  refusal: string | null;
  prove(proof: Proof): Promise<void>;
};

/** Stores what this side does on the device, and sends it as soon as there is a connection. */
export function useProof(orderId: string): Proving {
  const { api } = useApp();
  const queries = useQueryClient();
  const [unsent, setUnsent] = useState(() => readUnsent(orderId));
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const sending = useRef<Promise<void> | null>(null);
  const waitMs = useRef(RETRY_MS);

  const show = useCallback(
    async (sent: Sending & { left: Proof | null }) => {
      setUnsent(sent.left);
      const refusedForNow = sent.outcome === 'unsent' ? sent.refusal : null;
      waitMs.current = refusedForNow === null ? RETRY_MS : Math.min(waitMs.current * 2, LONGEST_RETRY_MS);
      setRefusal(sent.outcome === 'refused' ? sent.error.message : refusedForNow);
      if (sent.outcome !== 'sent') return;
      const keys = [['handover', orderId], ['paid-order', orderId], ['order-history', orderId], ['order', orderId], ['bookings'], ['sales']];
      await Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [PRIVATE, ...key] })));
    },
    [queries, orderId],
  );

  const send = useCallback(
    (proof: Proof): Promise<void> => {
      // One at a time: what is stored meanwhile is sent next.
      sending.current ??= sendInTurn(api, orderId, proof)
        .finally(() => {
          sending.current = null;
        })
        .then(show);
      return sending.current;
    },
    [api, orderId, show],
  );

  useEffect(() => {
    if (!unsent) return;
    const retry = () => void send(unsent);
    const timer = setInterval(() => navigator.onLine && retry(), waitMs.current);
    window.addEventListener('online', retry);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', retry);
    };
  }, [unsent, send]);

  // What an earlier visit left.
  useEffect(() => {
    const left = readUnsent(orderId);
    if (left && navigator.onLine) void send(left);
  }, [orderId, send]);

  const prove = async (proof: Proof) => {
    setBusy(true);
    setRefusal(null);
    // Before it is sent: the page may be closed at any moment.
    storeUnsent(orderId, asOffline(proof));
    await send(proof);
    setBusy(false);
  };
  return { unsent, isBusy, refusal, prove };
}
