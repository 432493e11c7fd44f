import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentRecord } from '#contract/payments/payments.ts';
import type { PayoutAccount } from '#contract/payouts.ts';
import { hours, minutes } from '#contract/shared/durations.ts';
import { signEvent } from '#server/adapters/payments/practice/deliveries.ts';
import type { Fault } from '#server/adapters/payments/practice/faults.ts';
import { ProviderError } from '#server/errors.ts';
import { syncRefunds } from '#server/features/payments/refunds.ts';
import { sweepPayouts } from '#server/features/payouts/index.ts';
import { deriveSecret } from '#server/security/secrets.ts';
import { createTestApp, mailsTo, type TestApp } from '#test/support/app.ts';
import { disputePayment, loseDispute, winDispute } from '#test/support/disputes.ts';
import { failFor } from '#test/support/failing-database.ts';
import { owe, sellAndOwe, setUpPayouts, sweepAll, transfersOf } from '#test/support/payouts.ts';
import { type Sold, salesOf } from '#test/support/world/sold.ts';
import { createListing, createPerson, type Person, sellTo, tokenNow } from '#test/support/world/world.ts';

/** How the shop's next calls to the provider fail, one after the other; the last one repeats. */
let faults: (Fault | null)[] = [];
let calls: string[] = [];

/** The calls before a transfer: the sale's disputes, its refunds, and its charge. */
const UNTIL_TRANSFER = [null, null, null];

const AUTH_SECRET = 'the secret of a shop whose payouts are tested';

let shop: TestApp;
let admin: Person;
beforeAll(async () => {
  shop = await createTestApp(
    { SELLER_FEE_PERCENT: '5', SELLER_FEE_FIXED: '0.30', AUTH_SECRET },
    {
      cards: {
        timeoutMs: 200,
        retries: 0,
        misbehave(call) {
          calls.push(call);
          return (faults.length > 1 ? faults.shift() : faults[0]) ?? null;
        },
      },
    },
  );
  admin = await createPerson(shop, 'admin');
});
afterAll(() => shop.close());
beforeEach(() => {
  faults = [];
  calls = [];
});

/** The price is $289.00, the fee 5 % and $0.30: $14.75. */
const [PRICE, FEE] = [28_900, 1475];
const NET = PRICE - FEE;

/** A sale of a seller who can be paid. */
async function payable(how?: 'complete' | 'empties', seller?: Person): Promise<Sold> {
  const sold = await sellAndOwe(shop, seller);
  if (!seller) await setUpPayouts(shop, sold.seller, how);
  return sold;
}

const { saleOf, summaryOf, ledgerOf, payoutRowOf, ...books } = salesOf(() => shop);

/** Calls as somebody who has just logged in, however late it is. */
async function ask(method: string, path: string, person: Person, body?: object) {
  return shop.call(method, path, { as: await tokenNow(shop, person), ...(body && { body }) });
}

const accountRowOf = ({ id }: Person) => shop.services.db.selectFrom('payout_accounts').selectAll().where('seller_id', '=', id).executeTakeFirstOrThrow();
const accountOf = async (seller: Person) => (await ask('GET', '/payoutAccount', seller)).body as PayoutAccount;

/** Refunds part of a sale at the provider itself. */
async function refundPart(sold: Sold, amount: number): Promise<void> {
  await shop.services.payments.refund(sold.intentId, `part-${sold.orderId}-${amount}`, amount);
}

const refund = ({ orderId }: Sold) => ask('POST', `/orders/${orderId}/refund`, admin, { reason: 'Broken.', relist: false });

/** Compares the books about these sales only. */
async function expectBooksToMatch(...sales: Sold[]): Promise<void> {
  faults = [];
  await books.expectBooksToMatch(...sales);
}

const subjectsTo = async ({ email }: Person) => (await mailsTo(shop, email)).map(({ subject }) => subject);

describe('A completed sale', () => {
  test('Is paid out once, however often the shop looks and however many processes do, less the fee', async () => {
    const sold = await payable();
    expect(await owe(shop, sold.orderId)).toBe(false);
    await Promise.all([sweepAll(shop), sweepAll(shop), sweepAll(shop)]);
    await sweepAll(shop);
    expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: NET, reversed: 0 }]);
    expect(await ledgerOf(sold)).toEqual([
      ['charge', PRICE],
      ['fee', FEE],
      ['transfer', NET],
    ]);
    expect(await saleOf(sold)).toMatchObject({ fee: 14.75, paidOutAt: expect.any(String), payout: { state: 'sent', net: 274.25, fee: 14.75, waitsFor: null } });
    expect(await summaryOf(sold)).toEqual({ sales: 1, sold: 289, refunded: 0, disputed: 0, fees: 14.75, paidOut: 274.25, due: 0 });
    expect((await subjectsTo(sold.seller)).filter((subject) => subject.startsWith('You were paid $274.25'))).toHaveLength(1);
    await expectBooksToMatch(sold);
  });

  test('Comes from the buyer’s own payment where that covers it', async () => {
    const sold = await payable();
    await sweepAll(shop);
    const { source } = await shop.services.db
      .selectFrom('practice_transfers')
      .select('source')
      .where('metadata', 'like', `%${sold.orderId}%`)
      .executeTakeFirstOrThrow();
    expect(source).toMatch(/^ch_/u);
  });

  test('Costs the fee of the moment when it was paid, whatever the settings say later', async () => {
    const seller = await createPerson(shop, 'seller');
    const orderId = await sellTo(shop, await createPerson(shop, 'buyer'), await createListing(shop, seller));
    const { body } = await ask('GET', '/shopSettings', admin);
    const { values, revision } = body as { values: Record<string, unknown>; revision: number };
    const set = (percent: number | null, version: number) => ask('PUT', '/shopSettings', admin, { ...values, sellerFeePercent: percent, revision: version });
    expect((await set(50, revision)).status).toBe(200);
    await owe(shop, orderId);
    expect((await saleOf({ seller, orderId, listingId: '', buyer: seller, intentId: '' }))?.payout).toMatchObject({ fee: 14.75, net: 274.25 });
    expect((await set(null, revision + 1)).status).toBe(200);
  });

  test('Is paid the rest after a partial refund, with the fee in proportion', async () => {
    const seller = await createPerson(shop, 'seller');
    const orderId = await sellTo(shop, await createPerson(shop, 'buyer'), await createListing(shop, seller));
    await setUpPayouts(shop, seller);
    await owe(shop, orderId, 9000);
    await sweepAll(shop);
    const fee = Math.floor((FEE * (PRICE - 9000)) / PRICE);
    expect(await transfersOf(shop, orderId)).toEqual([{ amount: PRICE - 9000 - fee, reversed: 0 }]);
  });
});

describe('A payout service in trouble', () => {
  test.each<Fault>(['unreachable', 'silent', 'server-error', 'too-many'])('Is tried again until it sends, once, after the fault %s', async (fault) => {
    const sold = await payable();
    faults = [...UNTIL_TRANSFER, fault];
    expect(await sweepAll(shop)).toBe(1);
    expect(calls).toContain('POST /transfers');
    expect(await transfersOf(shop, sold.orderId)).toEqual([]);
    faults = [];
    shop.clock.advance(minutes(5));
    expect(await sweepAll(shop)).toBe(0);
    expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: NET, reversed: 0 }]);
    expect(await payoutRowOf(sold)).toMatchObject({ state: 'sent' });
    await expectBooksToMatch(sold);
  });

  test('A payout that the shop itself fails on keeps no other from being sent', async () => {
    const [stuck, other] = [await payable(), await payable()];
    await expect(sweepPayouts({ ...shop.services, db: failFor(shop.services.db, stuck.orderId) })).rejects.toBeInstanceOf(AggregateError);
    expect([(await payoutRowOf(stuck)).state, (await payoutRowOf(other)).state]).toEqual(['due', 'sent']);
    await sweepPayouts(shop.services);
    expect((await payoutRowOf(stuck)).state).toBe('sent');
  });

  test('Doesn’t send twice when its reply was lost, or the shop stopped between asking and noting', async () => {
    const sold = await payable();
    const { retrieve } = { retrieve: /\/accounts|payment_intents/u };
    faults = [];
    await shop.services.db.updateTable('payout_accounts').set({ checked_at: shop.clock.now() }).where('seller_id', '=', sold.seller.id).execute();
    faults = [...UNTIL_TRANSFER, 'lost-reply'];
    expect(await sweepAll(shop)).toBe(1);
    expect(calls.filter((call) => call === 'POST /transfers')).toHaveLength(1);
    expect(calls.some((call) => retrieve.test(call))).toBe(true);
    expect(await payoutRowOf(sold)).toMatchObject({ state: 'sending', paid_at: null });
    faults = [];
    // The first attempt may still be under way.
    await sweepAll(shop);
    expect(await payoutRowOf(sold)).toMatchObject({ state: 'sending' });
    shop.clock.advance(minutes(5));
    // The provider has forgotten the key, which it may after a day.
    await shop.services.db.deleteFrom('practice_replays').execute();
    await Promise.all([sweepAll(shop), sweepAll(shop)]);
    expect(calls.filter((call) => call === 'POST /transfers')).toHaveLength(1);
    expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: NET, reversed: 0 }]);
    expect(await payoutRowOf(sold)).toMatchObject({ state: 'sent', transfer_id: expect.stringMatching(/^tr_/u) });
    await expectBooksToMatch(sold);
  });
});

describe.each<Fault>(['unreachable', 'server-error'])('A payout that wasn’t sent at first because of the fault %s', (fault) => {
  async function failOnce(): Promise<Sold> {
    const sold = await payable();
    faults = [...UNTIL_TRANSFER, fault];
    expect(await sweepAll(shop)).toBe(1);
    expect(await payoutRowOf(sold)).toMatchObject({ state: 'sending' });
    faults = [];
    return sold;
  }

  async function sweepLater(): Promise<void> {
    shop.clock.advance(minutes(5));
    await Promise.all([sweepAll(shop), sweepAll(shop)]);
    await sweepAll(shop);
  }

  test('Isn’t sent after the sale was refunded', async () => {
    const sold = await failOnce();
    await refund(sold);
    await sweepLater();
    expect(await transfersOf(shop, sold.orderId)).toEqual([]);
    expect(await payoutRowOf(sold)).toMatchObject({ state: 'reversed', net_cents: 0, debt_cents: 0 });
    await expectBooksToMatch(sold);
  });

  test('Is sent less what was refunded', async () => {
    const sold = await failOnce();
    await refundPart(sold, 8900);
    await sweepLater();
    const fee = Math.floor((FEE * (PRICE - 8900)) / PRICE);
    expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: PRICE - 8900 - fee, reversed: 0 }]);
    await expectBooksToMatch(sold);
  });

  test('Waits for the bank that has opened a dispute', async () => {
    const sold = await failOnce();
    const id = await disputePayment(shop, sold.intentId);
    await sweepLater();
    expect(await transfersOf(shop, sold.orderId)).toEqual([]);
    expect((await saleOf(sold))?.payout).toMatchObject({ state: 'due', waitsFor: 'dispute' });
    expect(await accountOf(sold.seller)).toMatchObject({ waiting: 0 });
    await winDispute(shop, id);
    await sweepLater();
    expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: NET, reversed: 0 }]);
    await expectBooksToMatch(sold);
  });
});

describe('A seller without a working account', () => {
  test('Is told once what to do, loses nothing, and is paid when their payouts are set up', async () => {
    const sold = await sellAndOwe(shop);
    await sweepAll(shop);
    shop.clock.advance(minutes(61));
    await sweepAll(shop);
    expect((await saleOf(sold))?.payout).toMatchObject({ state: 'due', waitsFor: 'no_account', net: 274.25 });
    expect(await accountOf(sold.seller)).toEqual({ state: 'none', waiting: 274.25, owed: 0 });
    expect((await subjectsTo(sold.seller)).filter((subject) => subject.includes('is waiting'))).toHaveLength(1);
    await setUpPayouts(shop, sold.seller, 'document');
    expect((await accountOf(sold.seller)).state).toBe('restricted');
    await sweepAll(shop);
    expect((await saleOf(sold))?.payout).toMatchObject({ state: 'due', waitsFor: 'account_restricted' });
    await setUpPayouts(shop, sold.seller);
    expect((await saleOf(sold))?.payout).toMatchObject({ state: 'due', waitsFor: null });
    await sweepAll(shop);
    expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: NET, reversed: 0 }]);
  });

  test('Is asked to set up another account when theirs has vanished, and paid there', async () => {
    const sold = await payable();
    const { account_id: id } = await accountRowOf(sold.seller);
    await shop.services.db.deleteFrom('practice_accounts').where('id', '=', id).execute();
    await sweepAll(shop);
    expect((await saleOf(sold))?.payout).toMatchObject({ state: 'due', waitsFor: 'account_gone' });
    expect((await accountOf(sold.seller)).state).toBe('gone');
    await setUpPayouts(shop, sold.seller);
    await sweepAll(shop);
    expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: NET, reversed: 0 }]);
    await expectBooksToMatch(sold);
  });

  test('Sees what became of their account after the clock was set back, too', async () => {
    const { seller } = await payable();
    shop.clock.advance(-hours(1));
    await shop.services.db
      .updateTable('practice_accounts')
      .set({ status: 'restricted' })
      .where('id', '=', (await accountRowOf(seller)).account_id)
      .execute();
    expect((await ask('POST', '/payoutAccount/check', seller)).body).toMatchObject({ state: 'restricted' });
    shop.clock.advance(hours(1));
  });

  test('Learns from the payout service’s own webhook that the account is ready, and not from a forged one', async () => {
    const sold = await sellAndOwe(shop);
    await setUpPayouts(shop, sold.seller, 'document');
    await sweepAll(shop);
    const forged = { method: 'POST' as const, url: '/api/webhooks/payouts', headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' } };
    expect((await shop.app.inject({ ...forged, payload: JSON.stringify({ type: 'account.updated' }) })).statusCode).toBe(400);
    expect((await shop.app.inject({ ...forged, headers: { 'content-type': 'application/json' }, payload: '{}' })).statusCode).toBe(400);
    expect((await saleOf(sold))?.payout?.waitsFor).toBe('account_restricted');

    const { account_id: id } = await accountRowOf(sold.seller);
    await shop.services.db.updateTable('practice_accounts').set({ status: 'active' }).where('id', '=', id).execute();
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', account: id, type: 'account.updated', data: { object: { object: 'account', id } } });
    const signature = signEvent(payload, `whsec_${deriveSecret(AUTH_SECRET, 'card-webhook')}`, shop.clock.now());
    const signed = { ...forged, headers: { ...forged.headers, 'stripe-signature': signature }, payload };
    expect((await shop.app.inject(signed)).statusCode).toBe(200);
    expect((await accountOf(sold.seller)).state).toBe('ready');
    await sweepAll(shop);
    expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: NET, reversed: 0 }]);
  });
});

describe('Money that goes back while the seller has no account', () => {
  test('Waits for nobody: a part lowers what waits, with its fee once, and all of it ends the payout', async () => {
    const sold = await sellAndOwe(shop);
    await sweepAll(shop);
    const intentId = sold.intentId;
    const waiting = async () => (await accountOf(sold.seller)).waiting;
    expect(await waiting()).toBe(NET / 100);
    for (const refunded of [8900, 18_900]) {
      await shop.services.db.updateTable('payments').set({ refunded_cents: refunded }).where('intent_id', '=', intentId).execute();
      shop.clock.advance(hours(1));
      await sweepAll(shop);
      const fee = Math.floor((FEE * (PRICE - refunded)) / PRICE);
      expect(await waiting()).toBe((PRICE - refunded - fee) / 100);
      const fees = (await ledgerOf(sold)).filter(([kind]) => kind.startsWith('fee'));
      expect(fees.reduce((sum, [kind, cents]) => sum + (kind === 'fee' ? cents : -cents), 0)).toBe(fee);
    }
    await shop.services.db.updateTable('payments').set({ refunded_cents: 0 }).where('intent_id', '=', intentId).execute();
    await refund(sold);
    shop.clock.advance(hours(1));
    await sweepAll(shop);
    expect(await waiting()).toBe(0);
    expect((await saleOf(sold))?.payout).toMatchObject({ state: 'reversed', net: 0 });
  });
});

describe('What waits for a seller’s account', () => {
  test.each([
    ['a bank returned it', async (sold: Sold) => loseDispute(shop, await disputePayment(shop, sold.intentId))],
    ['an admin refunds it', refund],
  ])('No longer counts a sale’s money once %s, before any background job', async (_, giveBack) => {
    const sold = await sellAndOwe(shop);
    const other = await sellAndOwe(shop, sold.seller);
    expect(await accountOf(sold.seller)).toMatchObject({ waiting: (2 * NET) / 100 });
    await giveBack(sold);
    expect(await accountOf(sold.seller)).toMatchObject({ waiting: NET / 100 });
    await refund(other);
    expect(await accountOf(sold.seller)).toMatchObject({ waiting: 0 });
  });
});

describe('A bank dispute', () => {
  test('Keeps a payout until it is won', async () => {
    const sold = await payable();
    const id = await disputePayment(shop, sold.intentId);
    await sweepAll(shop);
    expect((await saleOf(sold))?.payout).toMatchObject({ state: 'due', waitsFor: 'dispute' });
    await winDispute(shop, id);
    shop.clock.advance(minutes(5));
    await sweepAll(shop);
    expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: NET, reversed: 0 }]);
    await expectBooksToMatch(sold);
  });

  test('Lost before the payout leaves nothing to pay, and no fee', async () => {
    const sold = await payable();
    await loseDispute(shop, await disputePayment(shop, sold.intentId));
    await sweepAll(shop);
    expect(await transfersOf(shop, sold.orderId)).toEqual([]);
    expect((await saleOf(sold))?.payout).toMatchObject({ state: 'reversed', net: 0, fee: 0 });
    expect(await summaryOf(sold)).toMatchObject({ paidOut: 0, fees: 0, due: 0 });
    await expectBooksToMatch(sold);
  });

  test('Lost before the payout isn’t taken for a refund by the shop: a phone that was handed over stays with its buyer', async () => {
    const sold = await payable();
    await shop.services.db
      .updateTable('fulfillments')
      .set({ state: 'completed', handed_over_at: shop.clock.now() })
      .where('order_id', '=', sold.orderId)
      .execute();
    await loseDispute(shop, await disputePayment(shop, sold.intentId));
    await sweepAll(shop);
    expect((await saleOf(sold))?.payout).toMatchObject({ state: 'reversed', net: 0 });
    expect((await saleOf(sold))?.state).toBe('paid');
    expect((await subjectsTo(sold.buyer)).filter((subject) => subject.includes('is canceled'))).toEqual([]);
    await expectBooksToMatch(sold);
  });

  test('Lost after the payout takes the money back, once', async () => {
    const sold = await payable();
    await sweepAll(shop);
    const id = await disputePayment(shop, sold.intentId);
    await sweepAll(shop);
    expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: NET, reversed: 0 }]);
    await loseDispute(shop, id);
    await Promise.all([sweepAll(shop), sweepAll(shop)]);
    await sweepAll(shop);
    expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: NET, reversed: NET }]);
    expect((await saleOf(sold))?.payout).toMatchObject({ state: 'reversed', takenBack: 274.25, owed: 0 });
    expect(await summaryOf(sold)).toMatchObject({ paidOut: 0, due: 0 });
    expect((await subjectsTo(sold.seller)).filter((subject) => subject.includes('was reversed'))).toHaveLength(1);
    await expectBooksToMatch(sold);
  });
});

describe('What the provider knows and the shop doesn’t', () => {
  test('Keeps a payout: a bank’s dispute of which no webhook arrived, until it is won', async () => {
    const sold = await payable();
    const id = (await shop.services.practiceBank?.open(sold.intentId)) ?? '';
    await sweepAll(shop);
    expect(await transfersOf(shop, sold.orderId)).toEqual([]);
    expect((await saleOf(sold))?.payout).toMatchObject({ state: 'due', waitsFor: 'dispute' });
    await winDispute(shop, id);
    shop.clock.advance(minutes(5));
    await sweepAll(shop);
    expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: NET, reversed: 0 }]);
  });

  test('Ends a payout: a refund made at the provider of which no webhook arrived', async () => {
    const sold = await payable();
    await refundPart(sold, PRICE);
    await sweepAll(shop);
    expect(await transfersOf(shop, sold.orderId)).toEqual([]);
    expect((await saleOf(sold))?.payout).toMatchObject({ state: 'reversed', net: 0 });
    await expectBooksToMatch(sold);
  });

  test('Delays a payout while the provider doesn’t say', async () => {
    const sold = await payable();
    faults = ['unreachable'];
    expect(await sweepAll(shop)).toBe(1);
    expect(await payoutRowOf(sold)).toMatchObject({ state: 'due', attempt: 0 });
    faults = [];
    await sweepAll(shop);
    expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: NET, reversed: 0 }]);
  });
});

test('A seller’s account that the payout service refuses to show is asked about again after a while, not with every sweep', async () => {
  const sold = await payable();
  shop.clock.advance(minutes(2));
  const { payouts } = shop.services;
  if (payouts.kind === 'by-hand') throw new Error('payouts are sent by a service');
  const asked: string[] = [];
  const findAccount = async (accountId: string) => {
    asked.push(accountId);
    throw new ProviderError('This key may not read accounts.', 'refused');
  };
  const services = { ...shop.services, payouts: { ...payouts, findAccount } };
  for (let sweeps = 0; sweeps < 3; sweeps += 1) await sweepPayouts(services);
  expect(asked).toHaveLength(1);
  shop.clock.advance(minutes(5));
  await sweepPayouts(services);
  expect(asked).toHaveLength(2);
  shop.clock.advance(minutes(5));
  await sweepAll(shop);
  expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: NET, reversed: 0 }]);
});

test('An attempt that came to nothing is left alone for a while, too, when the sale can’t be looked at then', async () => {
  const sold = await payable();
  const { db, payments } = shop.services;
  const begun = { state: 'sending', provider: 'practice', account_id: 'acct_gone', try_at: shop.clock.now() } as const;
  await db.updateTable('payouts').set(begun).where('order_id', '=', sold.orderId).execute();
  const asked: string[] = [];
  const findDisputesOf = async (intentId: string) => {
    asked.push(intentId);
    throw new ProviderError('This key may not read disputes.', 'refused');
  };
  for (let sweeps = 0; sweeps < 3; sweeps += 1) await sweepPayouts({ ...shop.services, payments: { ...payments, findDisputesOf } });
  expect(asked).toHaveLength(1);
  shop.clock.advance(minutes(5));
  await sweepAll(shop);
  expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: NET, reversed: 0 }]);
});

test('A sale that the card provider refuses to show is asked about again after a while, not with every sweep', async () => {
  const sold = await payable();
  const asked: string[] = [];
  const findDisputesOf = async (intentId: string) => {
    asked.push(intentId);
    throw new ProviderError('This key may not read disputes.', 'refused');
  };
  const services = { ...shop.services, payments: { ...shop.services.payments, findDisputesOf } };
  for (let sweeps = 0; sweeps < 3; sweeps += 1) await sweepPayouts(services);
  expect(asked).toHaveLength(1);
  shop.clock.advance(minutes(5));
  await sweepPayouts(services);
  expect(asked).toHaveLength(2);
  shop.clock.advance(minutes(5));
  await sweepAll(shop);
  expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: NET, reversed: 0 }]);
});

describe('Money that comes back after the payout', () => {
  test('Is taken back after a full refund, even when the provider’s reply was lost', async () => {
    const sold = await payable();
    await sweepAll(shop);
    expect((await refund(sold)).status).toBe(200);
    faults = [null, 'lost-reply'];
    expect(await sweepAll(shop)).toBe(1);
    expect(await payoutRowOf(sold)).toMatchObject({ taking_cents: NET, reversed_cents: 0 });
    faults = [];
    await shop.services.db.deleteFrom('practice_replays').execute();
    await Promise.all([sweepAll(shop), sweepAll(shop)]);
    expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: NET, reversed: NET }]);
    expect(await payoutRowOf(sold)).toMatchObject({ taking_cents: 0, reversed_cents: NET, debt_cents: 0 });
    await expectBooksToMatch(sold);
  });

  test.each<Fault>(['unreachable', 'server-error'])('Is taken back later when the provider has the fault %s', async (fault) => {
    const sold = await payable();
    await sweepAll(shop);
    await refund(sold);
    faults = [null, fault];
    expect(await sweepAll(shop)).toBe(1);
    faults = [];
    shop.clock.advance(minutes(5));
    await sweepAll(shop);
    expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: NET, reversed: NET }]);
  });

  test('Is owed by the seller when it can’t be taken back, and comes off the next payouts, never below zero', async () => {
    const first = await payable('empties');
    await sweepAll(shop);
    await refund(first);
    await sweepAll(shop);
    expect((await saleOf(first))?.payout).toMatchObject({ state: 'reversed', takenBack: 0, owed: 274.25 });
    expect(await accountOf(first.seller)).toMatchObject({ owed: 274.25 });
    expect((await summaryOf(first)).due).toBe(-274.25);

    const small = await sellAndOwe(shop, first.seller, 100);
    expect((await saleOf(small))?.payout).toMatchObject({ state: 'due', offset: 94.7, net: 0 });
    await sweepAll(shop);
    expect(await transfersOf(shop, small.orderId)).toEqual([]);
    expect(await saleOf(small)).toMatchObject({ paidOutAt: expect.any(String), payout: { state: 'sent', offset: 94.7, net: 0 } });
    expect(await accountOf(first.seller)).toMatchObject({ owed: 179.55 });
    expect((await subjectsTo(first.seller)).at(-1)).toBe('Your $94.70 for Galaxy S21 went toward what you owed us');

    const next = await sellAndOwe(shop, first.seller);
    await sweepAll(shop);
    expect(await transfersOf(shop, next.orderId)).toEqual([{ amount: NET - 17_955, reversed: 0 }]);
    expect(await accountOf(first.seller)).toMatchObject({ owed: 0 });
    expect((await summaryOf(first)).due).toBe(0);
    await expectBooksToMatch(first, small, next);
  });

  test('Is taken back in part after a partial refund at the provider, and the rest after the whole', async () => {
    const sold = await payable();
    await sweepAll(shop);
    const intentId = sold.intentId;
    await shop.services.db.updateTable('payments').set({ refunded_cents: 8900 }).where('intent_id', '=', intentId).execute();
    await sweepAll(shop);
    const fee = Math.floor((FEE * 20_000) / PRICE);
    expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: NET, reversed: NET - (20_000 - fee) }]);
    await refundPart(sold, PRICE);
    await syncRefunds(shop.services, intentId);
    await sweepAll(shop);
    expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: NET, reversed: NET }]);
    expect(await payoutRowOf(sold)).toMatchObject({ state: 'reversed', fee_cents: 0, reversed_cents: NET, debt_cents: 0 });
  });
});

describe('A transfer that the operator reversed at the provider', () => {
  async function reverseByHand(sold: Sold, amountCents: number): Promise<void> {
    const { payouts } = shop.services;
    if (payouts.kind === 'by-hand') throw new Error('this shop has no payout service');
    await payouts.reverse((await payoutRowOf(sold)).transfer_id ?? '', { amountCents, name: 'dashboard', key: `dashboard-${sold.orderId}` });
  }

  async function paid(how?: 'complete' | 'empties'): Promise<Sold> {
    const sold = await payable(how);
    await sweepAll(shop);
    return sold;
  }

  test('In full isn’t owed a second time after a refund', async () => {
    const sold = await paid();
    await reverseByHand(sold, NET);
    await refund(sold);
    await sweepAll(shop);
    expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: NET, reversed: NET }]);
    expect(await payoutRowOf(sold)).toMatchObject({ state: 'reversed', taking_cents: 0, reversed_cents: NET, debt_cents: 0 });
    expect((await saleOf(sold))?.payout).toMatchObject({ takenBack: 274.25, owed: 0 });
    expect((await subjectsTo(sold.seller)).filter((subject) => subject.includes('was reversed'))).toHaveLength(1);
    await expectBooksToMatch(sold);
  });

  test('In part is taken back for the rest only', async () => {
    const sold = await paid();
    await reverseByHand(sold, 10_000);
    await refund(sold);
    await sweepAll(shop);
    expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: NET, reversed: NET }]);
    expect(await payoutRowOf(sold)).toMatchObject({ taking_cents: 0, reversed_cents: NET, debt_cents: 0 });
    await expectBooksToMatch(sold);
  });

  test('In part leaves the rest as a debt when the account is empty', async () => {
    const sold = await paid();
    await reverseByHand(sold, 10_000);
    await shop.services.db.updateTable('practice_accounts').set({ bank: 'empties' }).execute();
    await refund(sold);
    await sweepAll(shop);
    await shop.services.db.updateTable('practice_accounts').set({ bank: 'keeps' }).execute();
    expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: NET, reversed: 10_000 }]);
    expect(await payoutRowOf(sold)).toMatchObject({ taking_cents: 0, reversed_cents: 10_000, debt_cents: NET - 10_000 });
    await expectBooksToMatch(sold);
  });

  test('In full pays the debt of an earlier refund that couldn’t be taken back, too', async () => {
    const sold = await paid('empties');
    await refundPart(sold, 8900);
    await syncRefunds(shop.services, sold.intentId);
    await sweepAll(shop);
    expect((await payoutRowOf(sold)).debt_cents).toBeGreaterThan(0);
    await shop.services.db.updateTable('practice_accounts').set({ bank: 'keeps' }).execute();
    await reverseByHand(sold, NET);
    await refund(sold);
    await sweepAll(shop);
    expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: NET, reversed: NET }]);
    expect(await payoutRowOf(sold)).toMatchObject({ taking_cents: 0, reversed_cents: NET, debt_cents: 0 });
    await expectBooksToMatch(sold);
  });

  test.each([
    ['part', 10_000],
    ['full', NET],
  ] as const)('In %s, just before the shop’s own request, isn’t owed either', async (_, amountCents) => {
    const sold = await paid();
    const { payouts } = shop.services;
    if (payouts.kind === 'by-hand') throw new Error('this shop has no payout service');
    const { reverse } = payouts;
    payouts.reverse = async (...asked) => {
      payouts.reverse = reverse;
      await reverseByHand(sold, amountCents);
      return reverse(...asked);
    };
    await refund(sold);
    await sweepAll(shop);
    expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: NET, reversed: NET }]);
    expect(await payoutRowOf(sold)).toMatchObject({ taking_cents: 0, reversed_cents: NET, debt_cents: 0 });
    await expectBooksToMatch(sold);
  });

  test('After the shop has asked for it counts just as much', async () => {
    const sold = await paid();
    await refund(sold);
    faults = [null, 'server-error'];
    expect(await sweepAll(shop)).toBe(1);
    faults = [];
    await reverseByHand(sold, NET);
    shop.clock.advance(minutes(5));
    await Promise.all([sweepAll(shop), sweepAll(shop)]);
    expect(await payoutRowOf(sold)).toMatchObject({ taking_cents: 0, reversed_cents: NET, debt_cents: 0 });
    await expectBooksToMatch(sold);
  });
});

describe('Only the seller', () => {
  test('Sees their account, and can’t be paid by an admin’s note while a service pays', async () => {
    const sold = await payable();
    expect(await ask('POST', `/orders/${sold.orderId}/payout`, admin)).toMatchObject({
      status: 409,
      body: { message: 'The shop’s payout service pays sellers by itself. There’s nothing to note.' },
    });
    expect((await ask('GET', '/payoutAccount', sold.buyer)).status).toBe(403);
    expect((await ask('POST', '/payoutAccount/link', sold.buyer)).status).toBe(403);
  });
});

describe('The money of a seller whose account was removed', () => {
  const remove = ({ seller }: Sold) => ask('DELETE', `/users/sellers/${seller.id}`, admin);
  const note = ({ orderId }: Sold) => ask('POST', `/orders/${orderId}/payout`, admin);
  const paymentOf = async ({ orderId }: Sold) => ((await ask('GET', '/payments', admin)).body as PaymentRecord[]).find((one) => one.orderId === orderId);

  test('Can be paid by hand when they never set up payouts, and they are asked to write', async () => {
    const sold = await sellAndOwe(shop);
    expect((await remove(sold)).status).toBe(200);
    await sweepAll(shop);
    const mail = (await mailsTo(shop, sold.seller.email)).find(({ subject }) => subject.includes('is waiting'));
    expect(mail?.text).toContain('Your account is closed, so write to us how you’d like to get your money.');
    expect(mail?.text).not.toContain('My Sales');
    expect(await paymentOf(sold)).toMatchObject({ sellerGone: true, payout: { state: 'due', waitsFor: 'no_account' } });
    expect(await note(sold)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect(await payoutRowOf(sold)).toMatchObject({ state: 'noted', provider: 'by-hand', net_cents: NET });
    shop.clock.advance(hours(2));
    await sweepAll(shop);
    expect(await transfersOf(shop, sold.orderId)).toEqual([]);
    await expectBooksToMatch(sold);
  });

  test('Has them told what they can do about it each time that changes', async () => {
    const sold = await sellAndOwe(shop);
    const texts = async () => (await mailsTo(shop, sold.seller.email)).filter(({ subject }) => subject.includes('is waiting')).map(({ text }) => text);
    await sweepAll(shop);
    await remove(sold);
    await sweepAll(shop);
    await ask('POST', `/removedItems/${sold.seller.id}/restore`, admin);
    await sweepAll(shop);
    await sweepAll(shop);
    const [first, whileGone, again, ...others] = await texts();
    expect(whileGone).toContain('write to us');
    expect([first, again]).toEqual([expect.stringContaining('My Sales'), first]);
    expect(others).toEqual([]);
  });

  test('Is sent by the service when their account still works, and can’t be noted', async () => {
    const sold = await payable();
    await remove(sold);
    expect((await note(sold)).status).toBe(409);
    await sweepAll(shop);
    expect(await transfersOf(shop, sold.orderId)).toEqual([{ amount: NET, reversed: 0 }]);
  });

  test('Can’t be noted as long as the seller can set up payouts themselves, or a bank investigates', async () => {
    const sold = await sellAndOwe(shop);
    await sweepAll(shop);
    expect(await payoutRowOf(sold)).toMatchObject({ waits_for: 'no_account' });
    expect((await note(sold)).status).toBe(409);
    await remove(sold);
    await disputePayment(shop, sold.intentId);
    expect(await note(sold)).toMatchObject({ status: 409, body: { code: 'disputed' } });
  });
});
