import { useEffect } from 'react';
import { sentenceOf } from '../../error-sentence.ts';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';
import { findUnsent, isStored, readUnsent, sendProof, storeUnsent } from './unsent.ts';

/** Sends what this person did at a meeting without a connection, when they open the dashboard, or are back online there. */
export function SendUnsent() {
  const { api } = useApp();
  useEffect(() => {
    const sendAll = async () => {
      for (const orderId of findUnsent()) {
        const proof = readUnsent(orderId);
        // The order's own page sends its own.
        if (!proof || window.location.pathname.includes(orderId)) continue;
        const sent = await sendProof(api, orderId, proof);
        if (sent.outcome === 'unsent') continue;
        // Another person's, who logged out before it was sent.
        if (sent.outcome === 'refused' && sent.error.status === 404) continue;
        if (isStored(orderId, proof)) storeUnsent(orderId, null);
        if (sent.outcome === 'refused') showError(sentenceOf(sent.error));
        else showSuccess('We sent what you confirmed at the meeting.');
      }
    };
    const listen = () => void sendAll();
    listen();
    window.addEventListener('online', listen);
    return () => window.removeEventListener('online', listen);
  }, [api]);
  return null;
}
