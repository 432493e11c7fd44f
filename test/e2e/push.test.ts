import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { type PracticeBrowser, startPushService } from '#test/support/doubles/push-service.ts';
import { listPhone } from '#test/support/world/calls.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, resize } from './access.ts';
import { launchWholeBrowser, open, PATIENCE, takenOver } from './browser.ts';
import { addBuyer, addSeller, EMPTY_SHOP, type Member, visitAs } from './conformance/stage.ts';
import { toast } from './people.ts';
import { openShop } from './shop.ts';

const service = await startPushService();
const shop = openShop({ ...EMPTY_SHOP, PUSH_STAND_IN: service.url }, launchWholeBrowser);
afterAll(() => service.close());

const SETTINGS = '/dashboard/notificationSettings';

/** Opens a phone's browser that may show notifications, and subscribes at the practice push service. */
async function onPhone(member: Member, browser: PracticeBrowser): Promise<Page> {
  const { page, context } = await visitAs(shop, member);
  await context.grantPermissions(['notifications'], { origin: shop.url });
  await context.addInitScript(subscribeInstead, browser.subscription);
  await resize(page, 360, 740);
  return page;
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

/** What a push service would hand to the browser, handed to it through its developer tools. */
async function deliver(context: BrowserContext, data: string): Promise<void> {
  const tools: CDPSession = await context.newCDPSession(await context.newPage());
  const found = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${shop.url}/` && !isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  await tools.send('ServiceWorker.enable');
  await tools.send('ServiceWorker.deliverPushMessage', { origin: shop.url, registrationId: await found, data });
}

async function workerOf(context: BrowserContext) {
  await expect.poll(() => context.serviceWorkers().length, PATIENCE).toBe(1);
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('there is no service worker');
  return worker;
}

type Scope = typeof globalThis & { registration: ServiceWorkerRegistration; clients: object; opened?: string };

test('Somebody who asked a question learns of the answer with no page of the shop open, and it leads there', async () => {
  const [seller, buyer] = [await addSeller(shop.url, 'Rita Moreno'), await addBuyer(shop.url, 'Bo Ericsson')];
  const listing = await listPhone(seller.client, { model_name: 'Asked About 2', image: seller.image });
  const browser = service.subscribe();
  const page = await onPhone(buyer, browser);
  const context = page.context();

  await open(page, `/selected-items-details/${listing}`);
  await takenOver(page);
  await page.getByRole('button', { name: 'Ask the seller' }).click();
  await page.getByRole('textbox', { name: /^Message to/u }).fill('Is it unlocked?');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Get a notification when they answer?').waitFor();
  await expectNoSidewaysScroll(page, 'the offer of notifications');
  await expectAccessibleInBothThemes(page, 'the offer of notifications');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await toast(page, 'Notifications are on for this device.');
  await page.getByText('Get a notification when they answer?').waitFor({ state: 'detached' });
  const path = new URL(page.url()).pathname;
  await page.goto('about:blank');

  const { body } = await seller.client.call('GET', '/api/conversations');
  const [{ _id }] = body as [{ _id: string }];
  const sent = await seller.client.call('POST', `/api/conversations/${_id}/messages`, { clientId: crypto.randomUUID(), text: 'Yes. Ring 555 123 4567.' });
  expect(sent.status).toBe(201);
  await expect.poll(() => browser.received.length, PATIENCE).toBe(1);
  const payload = browser.received[0]?.payload;
  expect(payload).toEqual({ title: 'New message: Asked About 2', text: 'The seller has written to you.', path });

  await deliver(context, JSON.stringify(payload));
  const worker = await workerOf(context);
  const shown = () =>
    worker.evaluate(async () =>
      (await (globalThis as Scope).registration.getNotifications()).map(({ title, body, tag, lang }) => ({ title, body, tag, lang })),
    );
  await expect.poll(shown, PATIENCE).toEqual([{ title: 'New message: Asked About 2', body: 'The seller has written to you.', tag: path, lang: 'en' }]);

  const press = () =>
    worker.evaluate(async () => {
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
  expect(await press()).toBe(path);
  expect(await shown()).toEqual([]);

  // Nothing that pretends to come from the shop leads away from it.
  for (const data of [JSON.stringify({ title: 'You won', text: 'Now', path: 'https://elsewhere.example/x' }), 'no JSON', '']) {
    await deliver(context, data);
    await expect.poll(async () => (await shown()).map(({ title }) => title), PATIENCE).toEqual(['You have news']);
    expect(await press()).toBe('/dashboard/updates');
  }
});

test('Devices and topics are turned on and off by keyboard at 360 px, and logging out ends notifications here', async () => {
  const buyer = await addBuyer(shop.url, 'Nora Falk');
  const page = await onPhone(buyer, service.subscribe());
  await open(page, SETTINGS);
  await page.getByRole('button', { name: 'Turn on for this device' }).click();
  await page.getByText('Chrome on Linux (this device)').waitFor();
  await expectNoSidewaysScroll(page, 'the notification settings');
  await expectAccessibleInBothThemes(page, 'the notification settings');

  const meetings = page.getByRole('checkbox', { name: 'Meetings on my devices' });
  await meetings.focus();
  await page.keyboard.press('Space');
  await expect
    .poll(async () => JSON.stringify((await buyer.client.call('GET', '/api/notifications/settings')).body))
    .toContain('"meetings","email":true,"push":false');
  await page.reload();
  expect(await meetings.isChecked()).toBe(false);
  expect(await page.getByRole('checkbox', { name: 'Payments by email' }).isDisabled()).toBe(true);

  await page.getByRole('button', { name: /^Turn off notifications on/u }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Turn on for this device' }).click();
  await page.getByText('Chrome on Linux (this device)').waitFor();
  await page.getByRole('button', { name: /^Account of/u }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await toast(page, 'Sign Out Successfully');
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), PATIENCE).toBe(0);
  expect((await buyer.client.call('GET', '/api/pushDevices')).body).toMatchObject({ devices: [] });
});

test('Where notifications are blocked, the page says how to allow them', async () => {
  const { page, context } = await visitAs(shop, await addBuyer(shop.url, 'Olga Berg'));
  await context.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
  await open(page, SETTINGS);
  await page.getByText('This browser blocks notifications from the shop.').waitFor();
  expect(await page.getByRole('button', { name: 'Turn on for this device' }).count()).toBe(0);
});
