import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PaymentRecord } from '#contract/payments/payments.ts';
import type { NewTransfer, TransferOutcome } from '#server/ports/payouts.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { sellAndOwe, setUpPayouts, sweepAll } from '#test/support/payouts.ts';
import { type Sold, salesOf } from '#test/support/world/sold.ts';
import { createPerson, type Person, tokenNow } from '#test/support/world/world.ts';

let shop: TestApp;
let admin: Person;
beforeEach(async () => {
  shop = await createTestApp();
  admin = await createPerson(shop, 'admin');
});
afterEach(() => shop.close());

/** The shop takes cards, and pays sellers, through Stripe from now on; returns the transfers that it asks for. */
function switchToStripe(): NewTransfer[] {
  const asked: NewTransfer[] = [];
  const { payments, payouts } = shop.services;
  Object.assign(payments, { kind: 'stripe', findRefundsOf: async () => [], findDisputesOf: async () => [] });
  const transfer = async ({ accountId, amountCents, currency, orderId, name, ...rest }: NewTransfer): Promise<TransferOutcome> => {
    asked.push({ accountId, amountCents, currency, orderId, name, ...rest });
    return { outcome: 'made', transfer: { id: `tr_${asked.length}`, name, orderId, accountId, amountCents, currency, reversals: [] } };
  };
  Object.assign(payouts, { kind: 'stripe', transfer });
  return asked;
}

/** Gives a seller the same account at Stripe. */
async function openStripeAccount({ id }: Person): Promise<void> {
  const { db } = shop.services;
  const account = await db.selectFrom('payout_accounts').selectAll().where('seller_id', '=', id).executeTakeFirstOrThrow();
  await db
    .insertInto('payout_accounts')
    .values({ ...account, provider: 'stripe' })
    .execute();
}

/** What a card of Stripe's would have paid for. */
async function sellForReal(seller: Person): Promise<Sold> {
  const sold = await sellAndOwe(shop, seller);
  await shop.services.db.updateTable('ledger').set({ provider: 'stripe' }).where('order_id', '=', sold.orderId).execute();
  return sold;
}

const { payoutRowOf } = salesOf(() => shop);
const ask = async (method: string, path: string, person: Person, body?: object) =>
  shop.call(method, path, { as: await tokenNow(shop, person), ...(body && { body }) });

test('What practice cards paid for isn’t paid out by Stripe', async () => {
  const practiced = await sellAndOwe(shop);
  await setUpPayouts(shop, practiced.seller);
  const real = await sellForReal(practiced.seller);
  await openStripeAccount(practiced.seller);
  const transfers = switchToStripe();
  expect(await sweepAll(shop)).toBe(0);
  expect(transfers).toMatchObject([{ orderId: real.orderId, amountCents: 28_900 }]);
  expect(await payoutRowOf(practiced)).toMatchObject({ state: 'due', provider: null });
  expect((await ask('GET', '/payoutAccount', practiced.seller)).body).toMatchObject({ waiting: 0 });
});

test('An attempt that was under way before the switch isn’t repeated', async () => {
  const practiced = await sellAndOwe(shop);
  await setUpPayouts(shop, practiced.seller);
  await openStripeAccount(practiced.seller);
  const { account_id } = await shop.services.db.selectFrom('payout_accounts').select('account_id').executeTakeFirstOrThrow();
  await shop.services.db.updateTable('payouts').set({ state: 'sending', provider: 'stripe', account_id }).execute();
  const transfers = switchToStripe();
  await sweepAll(shop);
  expect(transfers).toEqual([]);
  expect(await payoutRowOf(practiced)).toMatchObject({ state: 'due' });
});

test('A debt of practice money isn’t taken off real money', async () => {
  const practiced = await sellAndOwe(shop);
  await setUpPayouts(shop, practiced.seller, 'empties');
  await sweepAll(shop);
  await ask('POST', `/orders/${practiced.orderId}/refund`, admin, { reason: 'Broken.', relist: false });
  await sweepAll(shop);
  expect(await payoutRowOf(practiced)).toMatchObject({ debt_cents: 28_900 });
  const real = await sellForReal(practiced.seller);
  await openStripeAccount(practiced.seller);
  const transfers = switchToStripe();
  expect((await ask('GET', '/payoutAccount', practiced.seller)).body).toMatchObject({ waiting: 289, owed: 0 });
  const payments = (await ask('GET', '/payments', admin)).body as PaymentRecord[];
  expect(payments.find(({ orderId }) => orderId === real.orderId)?.payout).toMatchObject({ offset: 0, net: 289 });
  await sweepAll(shop);
  expect(transfers).toMatchObject([{ orderId: real.orderId, amountCents: 28_900 }]);
});

test('An admin can’t note that they paid for a sale by practice card, unless the shop only practices', async () => {
  const practiced = await sellAndOwe(shop);
  const { payments, payouts } = shop.services;
  Object.assign(payouts, { kind: 'by-hand' });
  Object.assign(payments, { kind: 'stripe' });
  expect(await ask('POST', `/orders/${practiced.orderId}/payout`, admin)).toMatchObject({
    status: 409,
    body: { message: 'This sale was paid for with a practice card. No money arrived, so there’s nothing to pay out.' },
  });
  Object.assign(payments, { kind: 'practice' });
  expect((await ask('POST', `/orders/${practiced.orderId}/payout`, admin)).status).toBe(200);
});
