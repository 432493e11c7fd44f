/** The pages of paid orders that are stored on this device. */
export const ORDER_PAGES = 'order-pages';

/** Deletes them, and the worker that shows them without a connection. */
export function forgetOrderPages(): void {
  void globalThis.caches?.delete(ORDER_PAGES).catch(() => null);
  void globalThis.navigator?.serviceWorker
    ?.getRegistration('/dashboard/orders/')
    .then((worker) => worker?.unregister())
    .catch(() => null);
}
