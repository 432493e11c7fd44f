import { once } from 'node:events';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findFreePort } from '#test/support/free-port.ts';
import { pictureOf } from '#test/support/pictures.ts';
import { spawnServer, startServer, temporaryDirectory } from '#test/support/server-process.ts';
import { bookPhone, listPhone, payByCard, reportPayment, requestReservation } from '#test/support/world/calls.ts';
import { createClient } from '#test/support/world/client.ts';
import { insertFrontPictureIn } from '#test/support/world/stored-pictures.ts';
import { PRICE } from '#test/support/world/values.ts';
import { findLosses, killAgainAndAgain } from './crash-trial.ts';
import { nothingAcknowledged, signUpPeople, WITH_ADMIN, writeUntil } from './crash-writers.ts';

let directory: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => directory.remove());

const KILLS = 3;

function settings() {
  return { ...WITH_ADMIN, DATA_DIR: directory.path, DEMO: 'false' };
}

test('A shop killed at random moments keeps all that it acknowledged, and its database is intact', async () => {
  const seed = Date.now() % 2 ** 31;
  const { acknowledged, losses } = await killAgainAndAgain(settings(), { kills: KILLS, seed, longestMs: 2500 });
  expect(losses, `seed ${seed}`).toEqual([]);
  expect(acknowledged.listings.size, `seed ${seed}`).toBeGreaterThan(0);
}, 240_000);

test('A shop killed while its demo listings are being added leaves no process behind', async () => {
  const { child, output } = spawnServer({ DATA_DIR: directory.path, PORT: '0' });
  while (!output().includes('Adding the demo listings')) await wait(20);
  child.kill('SIGKILL');
  await once(child, 'exit');
  // Every process it has started writes to the same output, which closes once the last one has ended.
  await once(child, 'close', { signal: AbortSignal.timeout(5000) });
  expect(output()).not.toContain('The demo shop is ready');
}, 60_000);

test('A shop stopped under load finishes open requests, exits with 0, and loses nothing', async () => {
  const shop = await startServer(settings());
  await insertFrontPictureIn(directory.path);
  const people = await signUpPeople(shop.url);
  const acknowledged = nothingAcknowledged();
  const writing = writeUntil(shop.url, people, acknowledged, () => false);
  while (acknowledged.listings.size < 30) await wait(10);
  // As a browser does that expects to ask for something soon.
  const silent = connect(Number(new URL(shop.url).port), '127.0.0.1');
  await once(silent, 'connect');
  expect(await shop.stop(), shop.output()).toBe(0);
  // A refusal during shutdown is fine: 503, with a sentence.
  expect((await writing).refused.filter((refusal) => !refusal.startsWith('503'))).toEqual([]);
  expect(await findLosses(directory.path, acknowledged)).toEqual([]);
}, 120_000);

test('A shop whose output can’t be written, as on a full disk, goes on and stops when told to', async () => {
  const url = `http://127.0.0.1:${await findFreePort()}`;
  const inFull = ['sh', '-c', 'exec "$0" "$@" > /dev/full 2>&1', process.execPath];
  const { child } = spawnServer({ ...settings(), PORT: new URL(url).port, LOG_LEVEL: 'debug' }, [], inFull);
  const ended = once(child, 'exit');
  const isReady = () =>
    fetch(`${url}/readyz`)
      .then(({ ok }) => ok)
      .catch(() => false);
  await expect.poll(isReady, { timeout: 30_000 }).toBe(true);
  for (let time = 0; time < 20; time += 1) expect((await fetch(`${url}/api/productCategories?nothing=${time}`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
}, 60_000);

test('Setting the clock back an hour keeps sessions and reservations, and sells a phone once', async () => {
  const shop = await startServer({ ...settings(), NODE_OPTIONS: `--import=${join(import.meta.dirname, 'clock-jump.mjs')}` });
  const [seller, first, second] = [createClient(shop.url), createClient(shop.url), createClient(shop.url)];
  await seller.signUp('seller@example.test', 'seller');
  await first.signUp('first@example.test', 'buyer');
  await second.signUp('second@example.test', 'buyer');
  await insertFrontPictureIn(directory.path);
  const pay = (buyer: typeof first, orderId: string) => requestReservation(buyer, orderId, PRICE);
  const phone = await listPhone(seller);
  const order = await bookPhone(first, phone);
  const intent = await pay(first, order);
  expect(intent.status).toBe(200);

  shop.child.kill('SIGUSR2');
  while (!shop.output().includes('set back')) await wait(10);
  const later = await listPhone(seller);
  const rival = await bookPhone(second, phone);
  expect(await pay(second, rival)).toMatchObject({ status: 409 });
  const { clientSecret } = intent.body as { clientSecret: string };
  const transactionId = await payByCard(first, clientSecret);
  expect([200, 201]).toContain((await reportPayment(first, { listingId: phone, orderId: order, transactionId })).status);
  expect((await pay(second, rival)).status).toBe(409);
  const listed = (await seller.call('GET', '/api/products?email=seller@example.test')).body as { _id: string }[];
  expect(listed.map(({ _id }) => _id).sort()).toEqual([phone, later].sort());
  const again = createClient(shop.url);
  await again.signIn('second@example.test', 'practice123');
  expect((await again.call('GET', '/api/bookings?email=second@example.test')).status).toBe(200);
  expect(await shop.stop()).toBe(0);
}, 120_000);

test('Uploads report that pictures can’t be written and work again later, while everything else goes on', async () => {
  const shop = await startServer(settings());
  const { seller } = await signUpPeople(shop.url);
  const upload = async (): Promise<{ status: number; body: unknown }> => {
    const form = new FormData();
    form.append('image', new Blob([new Uint8Array(await pictureOf('jpeg', 400, 300))]), 'phone.jpg');
    const reply = await fetch(`${shop.url}/api/images`, { method: 'POST', headers: { authorization: `Bearer ${seller.token}` }, body: form });
    return { status: reply.status, body: await reply.json() };
  };
  expect((await upload()).status).toBe(200);
  const images = join(directory.path, 'images');
  renameSync(images, `${images}-away`);
  writeFileSync(images, 'not a directory');
  expect(await upload()).toEqual({
    status: 503,
    body: { message: 'We can’t store pictures right now. Nothing else was lost. Please try again in a moment.', code: 'unavailable' },
  });
  expect((await fetch(`${shop.url}/api/products?limit=1`)).status).toBeLessThan(500);
  rmSync(images);
  renameSync(`${images}-away`, images);
  expect((await upload()).status).toBe(200);
  await shop.stop();
}, 120_000);
