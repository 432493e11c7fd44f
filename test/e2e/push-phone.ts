import type { BrowserContext, CDPSession } from 'playwright-core';
import { expect } from 'vitest';
import type { PracticeBrowser } from '#test/support/doubles/push-service.ts';
import { PATIENCE } from './browser.ts';

type Scope = typeof globalThis & { registration: ServiceWorkerRegistration; clients: object; opened?: string };

/** Lets a browser show the shop's notifications, and subscribe at the practice push service. */
export async function allowNotifications(context: BrowserContext, url: string, { subscription }: PracticeBrowser): Promise<void> {
  await context.grantPermissions(['notifications'], { origin: url });
  await context.addInitScript(subscribeInstead, subscription);
}

/** Stands in for the browser maker's push service, which can't be reached from here. */
function subscribeInstead(given: PracticeBrowser['subscription']): void {
  const KEY = 'practice-subscription';
  const bytes = (text: string) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0)).buffer;
  const subscription = {
    endpoint: given.endpoint,
    options: { applicationServerKey: null },
    getKey: (name: 'p256dh' | 'auth') => bytes(given[name]),
    unsubscribe: async () => localStorage.removeItem(KEY),
  };
  const isOn = () => localStorage.getItem(KEY) !== null;
  Object.assign(PushManager.prototype, {
    getSubscription: async () => (isOn() ? subscription : null),
    subscribe: async () => {
      localStorage.setItem(KEY, '1');
      return subscription;
    },
  });
}

/** Hands a browser what a push service would, through its developer tools. */
export async function deliver(context: BrowserContext, url: string, data: string): Promise<void> {
  const tools: CDPSession = await context.newCDPSession(await context.newPage());
  const found = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${url}/` && !isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  await tools.send('ServiceWorker.enable');
  await tools.send('ServiceWorker.deliverPushMessage', { origin: url, registrationId: await found, data });
}

/** The notifications that a browser shows. */
export async function shownBy(context: BrowserContext): Promise<{ title: string; body: string; tag: string; lang: string }[]> {
  const worker = await workerOf(context);
  return worker.evaluate(async () =>
    (await (globalThis as Scope).registration.getNotifications()).map(({ title, body, tag, lang }) => ({ title, body, tag, lang })),
  );
}

/** Presses the first notification. Returns the path that it opens. */
export async function pressNotification(context: BrowserContext): Promise<string> {
  const worker = await workerOf(context);
  return worker.evaluate(async () => {
    const scope = globalThis as Scope;
    Object.assign(scope.clients, { openWindow: async (opened: string) => void Object.assign(scope, { opened }) });
    const [notification] = await scope.registration.getNotifications();
    // Not in the pages' own types.
    const Pressed = (scope as unknown as { NotificationEvent: new (type: string, init: object) => Event }).NotificationEvent;
    scope.dispatchEvent(new Pressed('notificationclick', { notification }));
    while (scope.opened === undefined) await new Promise((resolve) => setTimeout(resolve, 10));
    const { opened } = scope;
    delete scope.opened;
    return opened;
  });
}

async function workerOf(context: BrowserContext) {
  await expect.poll(() => context.serviceWorkers().length, PATIENCE).toBe(1);
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('there is no service worker');
  return worker;
}
