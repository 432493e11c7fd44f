import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { owe, sellAndOwe } from '#test/support/payouts.ts';
import { type Sold, salesOf, sellOne } from '#test/support/world/sold.ts';
import { createPerson, type Person, tokenNow } from '#test/support/world/world.ts';

let shop: TestApp;
let admin: Person;
beforeAll(async () => {
  shop = await createTestApp({ PAYOUTS: 'by-hand' });
  admin = await createPerson(shop, 'admin');
});
afterAll(() => shop.close());

const note = async ({ orderId }: Sold) => shop.call('POST', `/orders/${orderId}/payout`, { as: await tokenNow(shop, admin) });
const { payoutRowOf } = salesOf(() => shop);

test('A payout isn’t noted while the provider shows a dispute of which no webhook arrived', async () => {
  const sold = await sellAndOwe(shop);
  await shop.services.practiceBank?.open(sold.intentId);
  expect(await note(sold)).toMatchObject({ status: 409, body: { code: 'disputed' } });
  expect(await payoutRowOf(sold)).toMatchObject({ state: 'due', waits_for: 'dispute' });
});

test('A payout isn’t noted of a sale that was refunded at the provider, of which no webhook arrived', async () => {
  const sold = await sellAndOwe(shop);
  await shop.services.payments.refund(sold.intentId, `elsewhere-${sold.orderId}`);
  expect((await note(sold)).status).toBe(409);
  expect(await payoutRowOf(sold)).toMatchObject({ state: 'reversed', net_cents: 0 });
});

test('A payout isn’t noted of a sale whose whole price is the fee, and no bank is named for it', async () => {
  const sold = await sellOne(shop);
  await shop.services.db.updateTable('orders').set({ fee_cents: 28_900 }).where('id', '=', sold.orderId).execute();
  await owe(shop, sold.orderId);
  const reply = await note(sold);
  expect(reply).toMatchObject({ status: 409, body: { code: 'conflict', message: expect.stringContaining('there’s nothing to pay out') } });
  expect((reply.body as { message: string }).message).not.toContain('bank');
});
