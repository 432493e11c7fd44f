/** The pages of paid orders that are stored on this device. */
export const ORDER_PAGES = 'order-pages';
export const ORDER_SCOPE = '/dashboard/orders/';

/** What is stored with the pages of this person, and with nobody else's. */
export const ownerMark = (email: string): string => `/api/users/admin/${encodeURIComponent(email)}`;

/** Deletes them, and the worker that shows them without a connection, unless they are this person's. */
export async function forgetOrderPages(person: string | null): Promise<void> {
  const { caches, navigator } = globalThis;
  if (person !== null && (await caches?.match(ownerMark(person), { cacheName: ORDER_PAGES, ignoreVary: true }))) return;
  await caches?.delete(ORDER_PAGES);
  for (const worker of (await navigator?.serviceWorker?.getRegistrations()) ?? []) if (worker.scope.endsWith(ORDER_SCOPE)) await worker.unregister();
}
