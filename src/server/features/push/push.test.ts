import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_PUSH_DEVICES, type PushDevice } from '#contract/push.ts';
import { days, hours, minutes, seconds } from '#contract/shared/durations.ts';
import { createFirebaseIdentity } from '#server/adapters/identity/firebase.ts';
import { recordSignIn } from '#server/adapters/identity/queries.ts';
import { createTestApp, mailsTo, type TestApp } from '#test/support/app.ts';
import { type PracticePushService, startPushService } from '#test/support/doubles/push-service.ts';
import { createListing, createPerson, type Person, sellTo, tokenNow } from '#test/support/world/world.ts';
import { sweepUnread } from '../conversations/index.ts';
import { createPushing } from './index.ts';

const CHROME = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

let service: PracticePushService;
let shop: TestApp;
let seller: Person;
let buyer: Person;

beforeAll(async () => {
  service = await startPushService();
  shop = await createTestApp({ PUSH_STAND_IN: service.url });
});
beforeEach(async () => {
  service.reply(201);
  [seller, buyer] = await Promise.all([createPerson(shop, 'seller'), createPerson(shop, 'buyer')]);
});
afterAll(async () => {
  await shop.close();
  await service.close();
});

const call = async (as: Person, method: string, path: string, body?: object) =>
  shop.call(method, path, { as: await tokenNow(shop, as), body, headers: { 'user-agent': CHROME } });
const add = (as: Person, subscription: object) => call(as, 'POST', '/pushDevices', subscription);
const devicesOf = async (as: Person) => ((await call(as, 'GET', '/pushDevices')).body as { key: string; devices: PushDevice[] }).devices;
const send = () => createPushing(shop.services).run();
/** What waits for the seller’s devices. */
const waiting = () => {
  const own = shop.services.db.selectFrom('push_subscriptions').select('id').where('user_id', '=', seller.id);
  return shop.services.db.selectFrom('pushes').selectAll().where('subscription_id', 'in', own).execute();
};

async function subscribed(as: Person) {
  const browser = service.subscribe();
  expect((await add(as, browser.subscription)).status).toBe(200);
  return browser;
}

async function propose(orderId: string, place: string): Promise<void> {
  const at = new Date(shop.clock.now() + days(2)).toISOString();
  expect((await call(buyer, 'POST', `/orders/${orderId}/proposals`, { at, place })).status).toBe(201);
}

async function sold(): Promise<string> {
  const [sellerNow, buyerNow] = [seller, buyer];
  return sellTo(
    shop,
    { ...buyerNow, token: await tokenNow(shop, buyerNow) },
    await createListing(shop, { ...sellerNow, token: await tokenNow(shop, sellerNow) }),
  );
}

describe('Push notifications', () => {
  test('Reach each device encrypted and signed by the shop, without places or numbers', async () => {
    const devices = [await subscribed(seller), await subscribed(seller)];
    const orderId = await sold();
    await send();
    for (const { received } of devices) expect(received.map(({ payload }) => payload.path)).toEqual(['/dashboard/mySales']);
    await propose(orderId, 'Café Lux, ring 555 123 4567');
    await send();
    for (const { received, subscription } of devices) {
      const { payload, headers, claims, key } = received[1] ?? {};
      expect(payload).toMatchObject({ path: `/dashboard/orders/${orderId}`, title: expect.stringContaining('meeting') });
      expect(JSON.stringify(payload)).not.toMatch(/Lux|123 4567/u);
      expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal', topic: expect.stringMatching(/^[\w-]{32}$/u) });
      expect(claims).toMatchObject({ aud: new URL(subscription.endpoint).origin, sub: expect.stringMatching(/^mailto:/u) });
      expect((claims?.exp ?? 0) * 1000 - shop.clock.now()).toBeLessThanOrEqual(hours(24));
      expect(((await call(seller, 'GET', '/pushDevices')).body as { key: string }).key).toBe(key);
    }
    expect(await waiting()).toEqual([]);
  });

  test('Can be turned off by topic, apart from emails', async () => {
    const device = await subscribed(seller);
    expect((await call(seller, 'PUT', '/notifications/settings/meetings', { push: false })).body).toMatchObject({ modifiedCount: 1 });
    expect((await call(seller, 'PUT', '/notifications/settings/money', { push: false })).status).toBe(200);
    const orderId = await sold();
    await propose(orderId, 'The library');
    await send();
    expect(device.received).toEqual([]);
    expect((await mailsTo(shop, seller.email)).map(({ subject }) => subject).join()).toMatch(/meeting/u);
    expect((await call(seller, 'PUT', '/notifications/settings/meetings', {})).status).toBe(422);
  });

  test('Of messages come once for several in a row, unless they were read, muted or turned off', async () => {
    const device = await subscribed(seller);
    const { _id } = (await call(buyer, 'POST', '/conversations', { productId: await createListing(shop, seller) })).body as { _id: string };
    const write = (text: string) => call(buyer, 'POST', `/conversations/${_id}/messages`, { clientId: crypto.randomUUID(), text });
    await write('Call me at 555 123 4567.');
    shop.clock.advance(seconds(2));
    await write('Hello?');
    await send();
    expect(device.received).toEqual([]);
    shop.clock.advance(seconds(1));
    await send();
    expect(device.received.map(({ payload }) => payload)).toEqual([
      { title: expect.stringMatching(/^New message: /u), text: 'A buyer has written to you.', path: `/dashboard/messages/${_id}` },
    ]);
    expect(device.received[0]?.headers.urgency).toBe('high');
    const later = async () => {
      shop.clock.advance(seconds(3));
      await send();
      return device.received.splice(0).length;
    };
    device.received.splice(0);
    await write('Read at once.');
    await call(seller, 'POST', `/conversations/${_id}/read`, { number: 3 });
    expect([await later(), await waiting()]).toEqual([0, []]);
    for (const [path, off, on] of [
      [`/conversations/${_id}/mute`, { muted: true }, { muted: false }],
      ['/notifications/settings/messages', { push: false }, { push: true }],
    ] as const) {
      await call(seller, 'PUT', path, off);
      await write('Not shown.');
      expect(await later()).toBe(0);
      await call(seller, 'PUT', path, on);
      await write('Shown.');
      expect(await later()).toBe(1);
    }
    await call(seller, 'POST', `/conversations/${_id}/read`, { number: 99 });
    await call(seller, 'PUT', '/notifications/settings/messages', { email: false });
    await write('Not mailed.');
    shop.clock.advance(minutes(6));
    await sweepUnread(shop.services);
    expect((await mailsTo(shop, seller.email)).filter(({ kind }) => kind === 'message_unread')).toEqual([]);
  });

  test('Are tried again later and later, given up after a day, and end where the browser is gone', async () => {
    const device = await subscribed(seller);
    const orderId = await sold();
    service.reply(503, { 'retry-after': '120' });
    await send();
    shop.clock.advance(minutes(1));
    await send();
    expect(device.asked).toBe(1);
    shop.clock.advance(minutes(1));
    service.reply(429);
    await send();
    expect([device.asked, await waiting()]).toMatchObject([2, [{ tries: 2 }]]);
    service.reply(400);
    shop.clock.advance(minutes(10));
    await send();
    expect([await waiting(), (await devicesOf(seller)).length]).toEqual([[], 1]);

    await propose(orderId, 'The library');
    service.reply(302, { location: 'http://127.0.0.1:1/' });
    const { asked } = device;
    await send();
    expect([device.asked - asked, await waiting()]).toEqual([1, []]);

    await propose(orderId, 'The park');
    service.reply(500);
    await send();
    shop.clock.advance(hours(25));
    service.reply(201);
    await send();
    expect([device.received, await waiting()]).toEqual([[], []]);

    await propose(orderId, 'The mall');
    service.reply(410);
    await send();
    expect([await devicesOf(seller), await waiting()]).toEqual([[], []]);
  });

  test('End with the session: nothing reaches a browser that was logged out', async () => {
    const device = await subscribed(seller);
    const orderId = await sold();
    await shop.services.identity.endSessions(seller.email);
    await send();
    expect([device.received, await waiting()]).toEqual([[], []]);
    expect(await shop.services.db.selectFrom('push_subscriptions').selectAll().where('user_id', '=', seller.id).execute()).toEqual([]);
    expect(orderId).not.toBe('');
  });
});

describe('Devices', () => {
  test('Are listed for their owner alone, who can remove them', async () => {
    const device = await subscribed(seller);
    const [mine] = await devicesOf(seller);
    expect(mine).toMatchObject({ device: 'Chrome on Android' });
    expect(await devicesOf(buyer)).toEqual([]);
    expect((await call(buyer, 'DELETE', `/pushDevices/${mine?._id}`)).status).toBe(404);
    expect((await add(seller, device.subscription)).body).toEqual({ _id: mine?._id });
    expect((await call(seller, 'DELETE', `/pushDevices/${mine?._id}`)).body).toMatchObject({ deletedCount: 1 });
    expect((await call(seller, 'DELETE', `/pushDevices/${mine?._id}`)).status).toBe(404);
    expect((await shop.call('GET', '/pushDevices')).status).toBe(401);
  });

  test('Reach a browser until its owner logs out at Firebase, whose tokens last an hour', async () => {
    const { db } = shop.services;
    const identity = createFirebaseIdentity({ db, clock: shop.clock, apiKey: 'key', projectId: 'shop', emulatorHost: null });
    const device = await subscribed(seller);
    const now = shop.clock.now();
    const session = `${seller.id}:${now / 1000}`;
    await recordSignIn(db, { id: session, email: seller.email, startedAt: now, expiresAt: now + hours(1) });
    await db.updateTable('push_subscriptions').set({ session_id: session }).where('user_id', '=', seller.id).execute();
    const later = async () => {
      shop.clock.advance(hours(2));
      await sold();
      await createPushing({ ...shop.services, identity }).run();
      return device.received.splice(0).length;
    };
    expect(await later()).toBe(1);
    await identity.endSignIn(seller.email, session, shop.clock.now());
    expect([await later(), await waiting()]).toEqual([0, []]);
  });

  test('Belong to whoever used the browser last, and are ten at most', async () => {
    const shared = await subscribed(seller);
    await sold();
    expect((await add(buyer, shared.subscription)).status).toBe(200);
    expect([(await devicesOf(seller)).length, (await devicesOf(buyer)).length]).toEqual([0, 1]);
    await send();
    expect(shared.received).toEqual([]);
    for (let count = 1; count < MAX_PUSH_DEVICES; count += 1) await subscribed(buyer);
    expect(await add(buyer, service.subscribe().subscription)).toMatchObject({ status: 409 });
    expect((await add(buyer, shared.subscription)).status).toBe(200);
    expect((await devicesOf(buyer)).length).toBe(MAX_PUSH_DEVICES);
  });

  test('Are refused with a sentence unless their push service is on the public internet', async () => {
    const { subscription } = service.subscribe();
    const at = (endpoint: string) => add(seller, { ...subscription, endpoint });
    const own = ['127.0.0.1', 'localhost', '10.0.0.5', '192.168.1.1', '169.254.169.254', '100.64.0.1', '[::1]', '[fd00::1]', '[::ffff:127.0.0.1]', '0.0.0.0'];
    const written = ['http://8.8.8.8/x', 'https://8.8.8.8:22/x', 'https://user:word@8.8.8.8/x', 'https://2130706433/x', 'https://0x7f.1/x'];
    for (const endpoint of [...own.map((host) => `https://${host}/push`), ...written, `${service.url}0/push`, 'https://'])
      expect([endpoint, (await at(endpoint)).status]).toEqual([endpoint, 422]);
    expect((await at('ftp://8.8.8.8/x')).status).toBe(422);
    expect((await at(`https://8.8.8.8/${'x'.repeat(2050)}`)).status).toBe(422);
    for (const wrong of [{ p256dh: 'A'.repeat(87) }, { p256dh: 'x' }, { auth: 'short' }, { auth: null }])
      expect((await add(seller, { ...subscription, ...wrong })).status).toBe(422);
    expect((await at('https://8.8.8.8/x')).status).toBe(200);
    expect((await devicesOf(seller)).length).toBe(1);
  });
});
