import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { type PracticeBrowser, startPushService } from '#test/support/doubles/push-service.ts';
import { listPhone } from '#test/support/world/calls.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, resize } from './access.ts';
import { launchWholeBrowser, open, PATIENCE, takenOver } from './browser.ts';
import { addBuyer, addSeller, EMPTY_SHOP, type Member, visitAs } from './conformance/stage.ts';
import { toast } from './people.ts';
import { allowNotifications, deliver, pressNotification, shownBy } from './push-phone.ts';
import { openShop } from './shop.ts';

const service = await startPushService();
const shop = openShop({ ...EMPTY_SHOP, PUSH_STAND_IN: service.url }, launchWholeBrowser);
afterAll(() => service.close());

const SETTINGS = '/dashboard/notificationSettings';

/** Opens a phone's browser that may show notifications, and subscribes at the practice push service. */
async function onPhone(member: Member, browser: PracticeBrowser): Promise<Page> {
  const { page, context } = await visitAs(shop, member);
  await allowNotifications(context, shop.url, browser);
  await resize(page, 360, 740);
  return page;
}

test('Somebody who waits for an answer turns notifications on, and none leads away from the shop', async () => {
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
  for (const data of [JSON.stringify({ title: 'You won', text: 'Now', path: 'https://elsewhere.example/x' }), 'no JSON', '']) {
    await deliver(context, shop.url, data);
    await expect.poll(async () => (await shownBy(context)).map(({ title }) => title), PATIENCE).toEqual(['You have news']);
    expect(await pressNotification(context)).toBe('/dashboard/updates');
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
