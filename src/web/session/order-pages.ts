/** The pages of paid orders that are stored on this device. */
export const ORDER_PAGES = 'order-pages';
export const ORDER_SCOPE = '/dashboard/orders/';

/** Deletes them, and the worker that shows them without a connection. */
export function forgetOrderPages(): void {
  void globalThis.caches?.delete(ORDER_PAGES).catch(() => null);
  void globalThis.navigator?.serviceWorker
    ?.getRegistrations()
    .then((workers) => Promise.all(workers.filter(({ scope }) => scope.endsWith(ORDER_SCOPE)).map((worker) => worker.unregister())))
    .catch(() => null);
}
