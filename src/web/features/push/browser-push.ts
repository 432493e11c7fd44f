import type { PushSubscriptionInput } from '#contract/push.ts';
import { findPushWorker, PUSH_WORKER } from '../../session/push-here.ts';

/** Whether this browser can show push notifications: `missing`: it can't; the others are the user's answer to its question. */
export type PushPermission = NotificationPermission | 'missing';

export function readPermission(): PushPermission {
  const isThere = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  return isThere ? Notification.permission : 'missing';
}

/** Asks the user, and subscribes at the browser's push service with the shop's public key; null when the user refused. */
export async function subscribe(key: string): Promise<PushSubscriptionInput | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const registration = await navigator.serviceWorker.register(PUSH_WORKER);
  await activated(registration);
  const before = await registration.pushManager.getSubscription();
  // One for another key can't be used anymore.
  if (before && toBase64Url(before.options.applicationServerKey) !== key) await before.unsubscribe();
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  return { endpoint: subscription.endpoint, p256dh: toBase64Url(subscription.getKey('p256dh')), auth: toBase64Url(subscription.getKey('auth')) };
}

/** Whether this browser is subscribed. */
export async function isSubscribed(): Promise<boolean> {
  const registration = await findPushWorker();
  return (await registration?.pushManager.getSubscription().catch(() => null)) != null;
}

/** A push service accepts no subscription before the worker runs. */
async function activated({ installing, waiting, active }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting ?? active;
  if (!worker || worker.state === 'activated') return;
  await new Promise<void>((resolve) => worker.addEventListener('statechange', () => worker.state === 'activated' && resolve()));
}

function toBase64Url(bytes: ArrayBuffer | null): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
