import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApp } from '../../use-app.tsx';
import { followConversations } from './follow-conversations.ts';
import { CONVERSATIONS } from './queries.ts';

/** With the stream open, reads only make up for what a fault may have lost. */
const LIVE_MS = 60_000;
const DOWN_MS = 4000;

/** Reads conversations again when they have new messages. Returns how often to read them besides, in milliseconds. */
export function useLive(): number {
  const { api } = useApp();
  const queries = useQueryClient();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const ending = new AbortController();
    void followConversations(api, {
      signal: ending.signal,
      open: (path, init) => fetch(`/api${path}`, init),
      onLive: setLive,
      onChanged: () => void queries.invalidateQueries({ queryKey: CONVERSATIONS }),
      shown,
    });
    return () => ending.abort();
  }, [api, queries]);
  return isLive ? LIVE_MS : DOWN_MS;
}

/** Resolves once the page is visible: what nobody looks at needs no stream. */
function shown(): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    look();
  });
}
