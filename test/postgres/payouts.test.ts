import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Composition, openServices } from '#server/composition.ts';
import { reconcile } from '#server/features/payments/index.ts';
import { sweepPayouts } from '#server/features/payouts/index.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { sellAndOwe, setUpPayouts, transfersOf } from '#test/support/payouts.ts';
import { type PostgresServer, startOwnPostgres } from '#test/support/postgres-server.ts';
import type { Sold } from '#test/support/world/sold.ts';
import { createPerson, type Person } from '#test/support/world/world.ts';

const NET = 28_900;

let postgres: PostgresServer;
let shop: TestApp;
let other: Composition;
let admin: Person;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  shop = await createTestApp({ AUTH_SECRET: 'a secret of this test alone, long enough' }, { databaseServer: postgres.url });
  // Another process on the same database, with connections of its own.
  other = openServices(shop.config, { clock: shop.clock, onFault: () => {} });
  admin = await createPerson(shop, 'admin');
});
afterAll(async () => {
  await other.close();
  await shop.close();
  await postgres.stop();
});

/** Both processes sweep several times at once. */
async function sweepAtOnce(): Promise<void> {
  const both = [shop.services, other.services, shop.services, other.services, other.services, shop.services];
  const sweeps = await Promise.allSettled(both.map((services) => sweepPayouts(services)));
  expect(sweeps.map(({ status }) => status)).toEqual(both.map(() => 'fulfilled'));
}

async function refund({ orderId }: Sold): Promise<void> {
  const { status } = await shop.call('POST', `/orders/${orderId}/refund`, { as: admin.token, body: { reason: 'Broken.', relist: false } });
  expect(status).toBe(200);
}

test('Two processes that pay out and take back at the same time do both once', async () => {
  const sales: Sold[] = [];
  for (let count = 0; count < 8; count += 1) {
    const sold = await sellAndOwe(shop);
    await setUpPayouts(shop, sold.seller);
    sales.push(sold);
  }
  await sweepAtOnce();
  await sweepAtOnce();
  for (const { orderId } of sales) expect(await transfersOf(shop, orderId)).toEqual([{ amount: NET, reversed: 0 }]);
  for (const sold of sales.slice(0, 4)) await refund(sold);
  await sweepAtOnce();
  await sweepAtOnce();
  for (const [at, { orderId }] of sales.entries()) expect(await transfersOf(shop, orderId)).toEqual([{ amount: NET, reversed: at < 4 ? NET : 0 }]);
  expect((await reconcile(shop.services)).differences).toEqual([]);
}, 120_000);

test('A debt is taken off several payouts at once no more than it is', async () => {
  const seller = await createPerson(shop, 'seller');
  const first = await sellAndOwe(shop, seller);
  await setUpPayouts(shop, seller, 'empties');
  await sweepAtOnce();
  await refund(first);
  await sweepAtOnce();
  const sales: Sold[] = [];
  for (let count = 0; count < 5; count += 1) sales.push(await sellAndOwe(shop, seller, 100));
  await sweepAtOnce();
  await sweepAtOnce();
  const rows = await shop.services.db.selectFrom('payouts').selectAll().where('seller_id', '=', seller.id).execute();
  expect(rows.reduce((sum, { offset_cents }) => sum + offset_cents, 0)).toBe(NET);
  const sent = await Promise.all(sales.map(async ({ orderId }) => (await transfersOf(shop, orderId)).reduce((sum, { amount }) => sum + amount, 0)));
  expect(sent.reduce((sum, cents) => sum + cents, 0)).toBe(5 * 10_000 - NET);
  expect((await reconcile(shop.services)).differences).toEqual([]);
}, 120_000);
