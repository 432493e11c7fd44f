/** The browser's storage key for this device's id, as the shop knows it, and whose it is. */
export const PUSH_DEVICE = 'push-device';
export const PUSH_WORKER = '/service-worker.js';

/** Ends push notifications in this browser, unless they are this person's. The shop notices when the session is over, or at its push service. */
export async function forgetPushHere(person: string | null): Promise<void> {
  const device = globalThis.localStorage?.getItem(PUSH_DEVICE);
  if (device == null || device.endsWith(` ${person}`)) return;
  localStorage.removeItem(PUSH_DEVICE);
  const registration = await findPushWorker();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  await registration?.unregister();
}

/** The worker that shows push notifications, if this browser has it. */
export async function findPushWorker(): Promise<ServiceWorkerRegistration | undefined> {
  const all = (await globalThis.navigator?.serviceWorker?.getRegistrations()) ?? [];
  return all.find(({ scope }) => new URL(scope).pathname === '/');
}
