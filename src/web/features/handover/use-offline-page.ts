import { useEffect } from 'react';
import type { PaidOrder } from '#contract/orders.ts';
import { ORDER_PAGES, ORDER_SCOPE, ownerMark } from '../../session/order-pages.ts';
import { useApp, useSession } from '../../use-app.tsx';
import type { ReceivedView } from './queries.ts';

/** Gives the lazily loaded parts time to arrive, in milliseconds. */
const SETTLED_MS = 1500;

/** Stores the order's page on this device, so that it opens without a connection; at logout it is deleted. */
export function useOfflinePage(order: PaidOrder, view: ReceivedView | undefined, isOnline: boolean): void {
  const { session } = useApp();
  const state = useSession();
  const email = state.status === 'signed-in' ? state.identity.email : null;

  useEffect(() => {
    if (!isOnline || email === null || !('serviceWorker' in navigator) || !('caches' in window)) return;
    const timer = setTimeout(() => void storePage(order._id, email, () => session.tokens.current()).catch(() => null), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [order._id, email, isOnline, session]);

  useEffect(() => {
    if (!view || !isOnline || !('caches' in window)) return;
    const path = `/api/orders/${encodeURIComponent(order._id)}`;
    void storeReplies([
      [path, order],
      [`${path}/handover`, view],
    ]).catch(() => null);
  }, [order, view, isOnline]);
}

async function storeReplies(replies: [path: string, value: unknown][]): Promise<void> {
  const cache = await caches.open(ORDER_PAGES);
  for (const [path, value] of replies) await cache.put(path, Response.json(value));
}

/** Stores the page itself, the files it has loaded so far, and what it asks about its user. Files of an earlier build go. */
async function storePage(orderId: string, email: string, token: () => Promise<string | null>): Promise<void> {
  await navigator.serviceWorker.register('/order-worker.js', { scope: ORDER_SCOPE });
  const cache = await caches.open(ORDER_PAGES);
  const authorization = `Bearer ${await token()}`;
  const person = encodeURIComponent(email);
  const order = `/api/orders/${encodeURIComponent(orderId)}`;
  const about = [ownerMark(email), `/api/users/sellers/${person}`, `${order}/history`, `${order}/meeting`, '/api/auth/get-session'];
  const files = loadedFiles();
  for (const { url } of await cache.keys()) if (new URL(url).pathname.startsWith('/assets/') && !files.includes(url)) await cache.delete(url);
  const store = async (url: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url, { headers });
    if (response.ok) await cache.put(url, response);
  };
  await Promise.all([store(window.location.pathname), ...files.map((file) => store(file)), ...about.map((path) => store(path, { authorization }))]);
}

function loadedFiles(): string[] {
  const own = performance.getEntriesByType('resource').map(({ name }) => name);
  const isFile = (url: string) => url.startsWith(`${window.location.origin}/`) && /\/(assets\/|theme\.|favicon)/u.test(url);
  return [...new Set(own.filter(isFile))];
}
