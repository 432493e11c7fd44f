import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { minutes } from '#contract/shared/durations.ts';
import { syncDispute } from '#server/features/payments/disputes.ts';
import { reconcile } from '#server/features/payments/reconcile.ts';
import { markPartialRefundDue } from '#server/features/payments/refund-queries.ts';
import { sweepPayments } from '#server/features/payments/sweep.ts';
import { createTestApp, mailsTo, type TestApp } from '#test/support/app.ts';
import { sellAndOwe, setUpPayouts, sweepAll, transfersOf } from '#test/support/payouts.ts';
import { type Sold, salesOf } from '#test/support/world/sold.ts';
import { createPerson } from '#test/support/world/world.ts';

/** What the shop has at the provider besides the buyers' payments, in cents. */
let funds = 0;

let shop: TestApp;
beforeEach(async () => {
  shop = await createTestApp({ SELLER_FEE_PERCENT: '5', FIRST_PURCHASE_PERCENT: '20' }, { cards: { funds: () => funds } });
});
afterEach(() => shop.close());

/** The buyer pays $239.00, the seller gets the price of $289.00 less 5 %. */
const NET = 28_900 - 1445;

const { saleOf, summaryOf, ledgerOf } = salesOf(() => shop);
const sourceOf = async ({ orderId }: Sold) =>
  (await shop.services.db.selectFrom('practice_transfers').select('source').where('metadata', 'like', `%${orderId}%`).executeTakeFirstOrThrow()).source;

const waitsOf = async ({ seller }: Sold) => (await mailsTo(shop, seller.email)).filter(({ subject }) => subject.includes('is waiting'));

describe('A sale with the first-purchase discount', () => {
  test('Waits while the shop’s balance is too low, of which its seller is told once, and is then paid out in full from it', async () => {
    funds = NET - 1;
    const sold = await sellAndOwe(shop);
    await setUpPayouts(shop, sold.seller);
    expect(await ledgerOf(sold)).toEqual([
      ['charge', 23_900],
      ['discount', 5000],
      ['fee', 1445],
    ]);
    for (let hour = 0; hour < 3; hour += 1) {
      await sweepAll(shop);
      expect((await saleOf(sold))?.payout).toMatchObject({ state: 'failed', waitsFor: 'provider', net: 274.55 });
      shop.clock.advance(minutes(61));
    }
    expect(await transfersOf(shop, sold.orderId)).toEqual([]);
    expect((await waitsOf(sold)).map(({ subject }) => subject)).toEqual(['Your $274.55 for Galaxy S21 is waiting']);

    funds = NET;
    await sweepAll(shop);
    expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: NET, reversed: 0 }]);
    expect(await sourceOf(sold)).toBeNull();
    expect((await saleOf(sold))?.payout).toMatchObject({ state: 'sent', waitsFor: null, net: 274.55 });
    expect(await ledgerOf(sold)).toContainEqual(['transfer', NET]);
    expect((await reconcile(shop.services)).differences).toEqual([]);
  });

  const refund = async ({ orderId }: Sold) => {
    const { token } = await createPerson(shop, 'admin');
    expect((await shop.call('POST', `/orders/${orderId}/refund`, { as: token, body: { reason: 'Broken.', relist: false } })).status).toBe(200);
  };
  const loseDispute = async ({ orderId }: Sold) => {
    const { intent_id } = await shop.services.db.selectFrom('orders').select('intent_id').where('id', '=', orderId).executeTakeFirstOrThrow();
    const id = (await shop.services.practiceBank?.open(intent_id ?? '')) ?? '';
    await shop.services.practiceBank?.answer(id, 'losing_evidence');
    await syncDispute(shop.services, id);
  };

  const refundInPart = async ({ orderId }: Sold) => {
    await markPartialRefundDue(shop.services.db, orderId, 28_900);
    await sweepPayments(shop.services);
  };

  const handOverAndLose = async (sold: Sold) => {
    const handedOver = { state: 'completed', handed_over_at: shop.clock.now() } as const;
    await shop.services.db.updateTable('fulfillments').set(handedOver).where('order_id', '=', sold.orderId).execute();
    await loseDispute(sold);
  };

  test.each([
    ['the shop', refund, { sold: 0, refunded: 239, disputed: 0 }],
    ['the shop as a part that is all', refundInPart, { sold: 289, refunded: 239, disputed: 0 }],
    ['their bank', loseDispute, { sold: 0, refunded: 239, disputed: 0 }],
    ['their bank after the handover', handOverAndLose, { sold: 289, refunded: 0, disputed: 239 }],
  ] as const)('Counts what its buyer paid as what they got back from %s, and leaves its seller nothing', async (_, giveBack, sums) => {
    const sold = await sellAndOwe(shop);
    await giveBack(sold);
    expect(await summaryOf(sold)).toMatchObject({ ...sums, fees: 0, due: 0 });
  });

  test('Leaves its seller what they get, while a part is about to go back', async () => {
    const sold = await sellAndOwe(shop);
    await setUpPayouts(shop, sold.seller);
    await markPartialRefundDue(shop.services.db, sold.orderId, 4000);
    expect(await summaryOf(sold)).toMatchObject({ sold: 289, refunded: 40, fees: 12.45, paidOut: 0, due: 236.55 });
    funds = NET;
    await sweepAll(shop);
    expect(await summaryOf(sold)).toMatchObject({ refunded: 40, paidOut: 236.55, due: 0 });
  });
});
