import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Notification, NotificationSetting } from '#contract/notifications.ts';
import { days } from '#contract/shared/durations.ts';
import { createTestApp, mailsTo, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, type Person, sellTo } from '#test/support/world/world.ts';
import { sellerVerified } from '../accounts/messages.ts';
import { notify } from './commands.ts';

let shop: TestApp;
let seller: Person;
let buyer: Person;

beforeAll(async () => {
  shop = await createTestApp();
  [seller, buyer] = await Promise.all([createPerson(shop, 'seller'), createPerson(shop, 'buyer')]);
});
afterAll(() => shop.close());

const set = (topic: string, body: object, { token }: Person = seller) => shop.call('PUT', `/notifications/settings/${topic}`, { as: token, body });
const settings = async ({ token }: Person) => (await shop.call('GET', '/notifications/settings', { as: token })).body as NotificationSetting[];
const subjectsOf = async ({ token }: Person) =>
  ((await shop.call('GET', '/notifications', { as: token })).body as Notification[]).map(({ subject }) => subject);
const mailedTo = async ({ email }: Person) => (await mailsTo(shop, email)).map(({ subject }) => subject);

test('Emails about a topic can be turned off and on again, and the notification stays', async () => {
  expect((await settings(seller)).every(({ email }) => email)).toBe(true);
  for (const modifiedCount of [1, 0]) expect(await set('meetings', { email: false })).toMatchObject({ status: 200, body: { modifiedCount } });
  expect((await settings(seller)).filter(({ email }) => !email)).toEqual([{ topic: 'meetings', email: false, push: true }]);
  expect((await settings(buyer)).every(({ email }) => email)).toBe(true);

  const orderId = await sellTo(shop, buyer, await createListing(shop, seller));
  const propose = (place: string) =>
    shop.call('POST', `/orders/${orderId}/proposals`, { as: buyer.token, body: { at: new Date(shop.clock.now() + days(2)).toISOString(), place } });
  expect((await propose('The main library')).status).toBe(201);
  const proposed = (await subjectsOf(seller)).find((subject) => /meet/iu.test(subject)) ?? '';
  expect(proposed).not.toBe('');
  expect(await mailedTo(seller)).not.toContain(proposed);
  // The sale itself is about money.
  expect((await mailedTo(seller)).length).toBeGreaterThan(0);

  expect((await set('meetings', { email: true })).body).toMatchObject({ modifiedCount: 1 });
  expect((await propose('The town hall')).status).toBe(201);
  expect(await mailedTo(seller)).toContain(proposed);
});

test('Emails about money and deadlines can’t be turned off, nor can those of no topic', async () => {
  for (const topic of ['money', 'problems', 'listings'])
    expect(await set(topic, { email: false })).toMatchObject({ status: 422, body: { fields: { email: expect.any(String) } } });
  expect((await set('money', { email: true })).status).toBe(200);
  expect((await set('weather', { email: false })).status).toBe(400);
  expect((await set('meetings', { email: 'no' })).status).toBe(422);
  expect((await shop.call('GET', '/notifications/settings')).status).toBe(401);
});

test('Nobody who has deleted their account is notified of what still happens to what was theirs', async () => {
  const { db } = shop.services;
  const [left, here] = [await createPerson(shop, 'seller'), seller];
  expect((await shop.call('DELETE', `/personalData?email=${left.email}`, { as: left.token })).status).toBe(200);
  const { email } = await db.selectFrom('users').select('email').where('id', '=', left.id).executeTakeFirstOrThrow();
  // An order of theirs has no address anymore.
  const recipients = [
    { userId: left.id, email },
    { userId: left.id, email: '' },
    { userId: here.id, email: here.email },
  ];
  const words = sellerVerified();
  await db.transaction().execute((tx) =>
    notify(
      tx,
      recipients.map((recipient) => ({ recipient, words })),
      shop.clock.now(),
    ),
  );
  const notified = await db.selectFrom('notifications').select('user_id').where('kind', '=', words.kind).execute();
  expect(notified).toEqual([{ user_id: here.id }]);
});
