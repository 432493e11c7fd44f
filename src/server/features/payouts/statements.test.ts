import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaymentRecord } from '#contract/payments/payments.ts';
import type { PayoutAccount, Statement } from '#contract/payouts.ts';
import { days, minutes } from '#contract/shared/durations.ts';
import { toIso } from '#contract/shared/moments.ts';
import { syncDispute } from '#server/features/payments/disputes.ts';
import { reconcile } from '#server/features/payments/reconcile.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { owe, sellAndOwe, setUpPayouts, sweepAll } from '#test/support/payouts.ts';
import type { Sold } from '#test/support/world/sold.ts';
import { createListing, createPerson, type Person, sellTo, tokenNow } from '#test/support/world/world.ts';

let shop: TestApp;
let admin: Person;

async function ask(method: string, path: string, person: Person, body?: object) {
  return shop.call(method, path, { as: await tokenNow(shop, person), ...(body && { body }) });
}

const monthNow = (): string => toIso(shop.clock.now()).slice(0, 7);
const statementOf = async (seller: Person, month = monthNow()) => (await ask('GET', `/statements/${month}`, seller)).body as Statement;

describe('A monthly statement', () => {
  beforeAll(async () => {
    shop = await createTestApp({ SELLER_FEE_PERCENT: '10', FIRST_PURCHASE_PERCENT: '20', FIRST_PURCHASE_CAP: '10' });
    admin = await createPerson(shop, 'admin');
  });
  afterAll(() => shop.close());

  /** What the ledger says of a seller's sales, without what banks charge the shop. */
  async function sumOfLedger({ id }: Person): Promise<number> {
    const rows = await shop.services.db
      .selectFrom('ledger')
      .innerJoin('orders', 'orders.id', 'ledger.order_id')
      .select(['ledger.kind', 'ledger.amount_cents'])
      .where('orders.seller_id', '=', id)
      .execute();
    const gains = ['charge', 'discount', 'refund_failed', 'fee_reversal', 'dispute_reversal', 'transfer_reversal'];
    const shown = rows.filter(({ kind }) => !kind.startsWith('dispute_fee'));
    return shown.reduce((sum, { kind, amount_cents }) => sum + (gains.includes(kind) ? amount_cents : -amount_cents), 0) / 100;
  }

  /** Lets a month pass for the books, and for nobody's login. */
  async function makeOlder(): Promise<void> {
    await shop.services.db
      .updateTable('ledger')
      .set((eb) => ({ at: eb('at', '-', days(31)) }))
      .execute();
    await shop.services.db
      .updateTable('orders')
      .set((eb) => ({ paid_at: eb('paid_at', '-', days(31)) }))
      .execute();
  }

  test('Adds up from month to month, with the discount, the fee, a debt carried over and what it was taken off', async () => {
    const seller = await createPerson(shop, 'seller');
    const first = await sellAndOwe(shop, seller);
    await setUpPayouts(shop, seller, 'empties');
    await sweepAll(shop);
    const one = await statementOf(seller);
    expect(one).toMatchObject({ opening: 0, closing: 0, isCut: false, month: monthNow(), firstMonth: monthNow(), currentMonth: monthNow() });
    expect(Object.fromEntries(one.totals.map(({ kind, amount }) => [kind, amount]))).toEqual({ sale: 279, discount: 10, fee: -28.9, paid_out: -260.1 });
    expect(one.lines.map(({ kind }) => kind).toSorted()).toEqual(['discount', 'fee', 'paid_out', 'sale']);

    await makeOlder();
    await ask('POST', `/orders/${first.orderId}/refund`, admin, { reason: 'Broken.', relist: false });
    await sweepAll(shop);
    const two = await statementOf(seller);
    expect(two).toMatchObject({ opening: 0, closing: -260.1, firstMonth: toIso(shop.clock.now() - days(31)).slice(0, 7) });
    expect(two.closing).toBe(await sumOfLedger(seller));

    await makeOlder();
    await sellAndOwe(shop, seller);
    await sweepAll(shop);
    const three = await statementOf(seller);
    expect(three).toMatchObject({ opening: -260.1, closing: 0 });
    expect(three.closing).toBe(await sumOfLedger(seller));
    const earliest = await statementOf(seller, three.firstMonth);
    expect(earliest).toMatchObject({ totals: expect.arrayContaining(one.totals), opening: 0, closing: 0 });
  });

  test('Calls what a bank withdrew after the payout withdrawn until the bank decides, and in the statement of a month before that, too', async () => {
    const { db, practiceBank } = shop.services;
    const seller = await createPerson(shop, 'seller');
    const { orderId } = await sellAndOwe(shop, seller);
    await setUpPayouts(shop, seller, 'empties');
    await sweepAll(shop);
    expect(await statementOf(seller)).toMatchObject({ closing: 0, withdrawn: 0 });
    const { intent_id } = await db.selectFrom('orders').select('intent_id').where('id', '=', orderId).executeTakeFirstOrThrow();
    const dispute = (await practiceBank?.open(intent_id ?? '')) ?? '';
    await syncDispute(shop.services, dispute);
    const { closing } = await statementOf(seller);
    expect(await statementOf(seller)).toMatchObject({ closing: expect.closeTo(-289, 0), withdrawn: -closing });

    await makeOlder();
    await db.updateTable('disputes').set({ opened_at: 1 }).where('intent_id', '=', intent_id).execute();
    await practiceBank?.answer(dispute, 'losing_evidence');
    await syncDispute(shop.services, dispute);
    await sweepAll(shop);
    const [before, now] = [await statementOf(seller, toIso(shop.clock.now() - days(31)).slice(0, 7)), await statementOf(seller)];
    expect(before).toMatchObject({ closing, withdrawn: -closing });
    expect(now).toMatchObject({ opening: closing, closing: -260.1, withdrawn: 0 });
  });

  test('Shows nothing of another seller, of payments that bought nothing, or of months without an end', async () => {
    const [seller, other] = [await createPerson(shop, 'seller'), await createPerson(shop, 'seller')];
    await sellAndOwe(shop, seller);
    expect(await statementOf(other)).toMatchObject({ lines: [], totals: [], opening: 0, closing: 0 });
    for (const month of ['2020-01', '2099-12', toIso(shop.clock.now() + days(32)).slice(0, 7)]) {
      expect((await ask('GET', `/statements/${month}`, seller)).status).toBe(404);
      expect((await ask('GET', `/statements/${month}/export`, seller)).status).toBe(404);
    }
    for (const month of ['2026-13', '2026-00', '0000-01', 'now', '2026-6', '%00']) expect((await ask('GET', `/statements/${month}`, seller)).status).toBe(400);
    const buyer = await createPerson(shop, 'buyer');
    for (const person of [buyer, admin]) expect((await ask('GET', `/statements/${monthNow()}`, person)).status).toBe(403);
  });

  test('Is a CSV file that no spreadsheet runs, with the same balance', async () => {
    const seller = await createPerson(shop, 'seller');
    const listingId = await createListing(shop, seller, { model_name: '=HYPERLINK("https://evil.example")' });
    const buyer = await createPerson(shop, 'buyer');
    for (const person of [seller, buyer]) person.token = await tokenNow(shop, person);
    await owe(shop, await sellTo(shop, buyer, listingId));
    const { body, headers } = await ask('GET', `/statements/${monthNow()}/export`, seller);
    expect(headers['content-disposition']).toContain(`statement-${monthNow()}.csv`);
    const lines = String(body)
      .split('\r\n')
      .filter((line) => line !== '');
    expect(lines[0]).toBe('\uFEFFDate (UTC),What,Phone,Order,In (USD),Out (USD)');
    expect(lines[1]).toContain('Opening balance,,,0.00,');
    expect(lines.at(-1)).toContain('Closing balance,,,260.10,');
    expect(String(body)).toContain("'=HYPERLINK");
    for (const line of lines.slice(1)) expect(line).not.toMatch(/(?:^|,)"?[=+@-]/u);
  });
});

describe('A shop that pays by hand', () => {
  beforeAll(async () => {
    shop = await createTestApp({ PAYOUTS: 'by-hand', SELLER_FEE_FIXED: '4' });
    admin = await createPerson(shop, 'admin');
  });
  afterAll(() => shop.close());

  const note = ({ orderId }: Pick<Sold, 'orderId'>) => ask('POST', `/orders/${orderId}/payout`, admin);
  const paymentOf = async ({ orderId }: Sold) => ((await ask('GET', '/payments', admin)).body as PaymentRecord[]).find((one) => one.orderId === orderId);

  test('Waits for the admin’s note, names the amount less fee and debts, and notes it once', async () => {
    const sold = await sellAndOwe(shop);
    await sweepAll(shop);
    expect((await paymentOf(sold))?.payout).toMatchObject({ state: 'due', waitsFor: null, net: 285, fee: 4 });
    expect((await Promise.all([note(sold), note(sold)])).map(({ body }) => (body as { modifiedCount: number }).modifiedCount).toSorted()).toEqual([0, 1]);
    await ask('POST', `/orders/${sold.orderId}/refund`, admin, { reason: 'Broken.', relist: false });
    await sweepAll(shop);
    expect((await ask('GET', '/payoutAccount', sold.seller)).body).toEqual({ state: 'by_hand', waiting: 0, owed: 285 } satisfies PayoutAccount);
    const next = await sellAndOwe(shop, sold.seller, 400);
    expect((await paymentOf(next))?.payout).toMatchObject({ offset: 285, net: 111 });
    expect((await note(next)).status).toBe(200);
    expect((await ask('GET', '/payoutAccount', sold.seller)).body).toMatchObject({ owed: 0 });
    expect((await reconcile(shop.services)).differences).toEqual([]);
  });

  test('Notes nothing for a sale that was refunded before its payout: the sweep ends it', async () => {
    const sold = await sellAndOwe(shop);
    await ask('POST', `/orders/${sold.orderId}/refund`, admin, { reason: 'Broken.', relist: false });
    await sweepAll(shop);
    expect((await ask('GET', '/payoutAccount', sold.seller)).body).toEqual({ state: 'by_hand', waiting: 0, owed: 0 });
    expect((await paymentOf(sold))?.payout).toMatchObject({ state: 'reversed', net: 0 });
    expect((await reconcile(shop.services)).differences).toEqual([]);
  });

  test('Has no account to set up, and refuses to note what isn’t completed, disputed or unpaid', async () => {
    const [seller, buyer] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer')];
    expect((await ask('POST', '/payoutAccount/link', seller)).status).toBe(409);
    const orderId = await sellTo(shop, buyer, await createListing(shop, seller));
    expect(await note({ orderId })).toMatchObject({ status: 409, body: { message: expect.stringContaining('isn’t completed yet') } });
    await owe(shop, orderId);
    const { intent_id } = await shop.services.db.selectFrom('orders').select('intent_id').where('id', '=', orderId).executeTakeFirstOrThrow();
    const dispute = (await shop.services.practiceBank?.open(intent_id ?? '')) ?? '';
    await syncDispute(shop.services, dispute);
    expect(await note({ orderId })).toMatchObject({ status: 409, body: { code: 'disputed' } });
    await shop.services.practiceBank?.answer(dispute, 'losing_evidence');
    await syncDispute(shop.services, dispute);
    shop.clock.advance(minutes(5));
    expect(await note({ orderId })).toMatchObject({ status: 409, body: { code: 'refunded' } });
    expect((await note({ orderId: 'unknown' })).status).toBe(404);
  });
});

describe('Reconciling', () => {
  beforeAll(async () => {
    shop = await createTestApp();
    admin = await createPerson(shop, 'admin');
  });
  afterAll(() => shop.close());

  test('Names a transfer and a reversal that only one side has, and a sale that doesn’t add up', async () => {
    const sold = await sellAndOwe(shop);
    await setUpPayouts(shop, sold.seller);
    await sweepAll(shop);
    const { db } = shop.services;
    expect((await reconcile(shop.services)).differences).toEqual([]);
    const { id } = await db.selectFrom('practice_transfers').select('id').executeTakeFirstOrThrow();
    await db.updateTable('ledger').set({ amount_cents: 28_800 }).where('kind', '=', 'transfer').execute();
    expect((await reconcile(shop.services)).differences).toMatchObject([
      { kind: 'transfer', reference: id, ledger: { amountCents: 28_800 }, provider: { amountCents: 28_900 } },
      { kind: 'sale', reference: sold.orderId, ledger: { amountCents: 100 }, provider: { amountCents: 0 } },
    ]);
    await db.updateTable('ledger').set({ amount_cents: 28_900 }).where('kind', '=', 'transfer').execute();
    await shop.services.db
      .insertInto('practice_reversals')
      .values({ id: 'trr_elsewhere', transfer_id: id, amount: 100, currency: 'usd', metadata: '{}', created_at: shop.clock.now() })
      .execute();
    expect((await reconcile(shop.services)).differences).toMatchObject([{ kind: 'reversal', reference: 'trr_elsewhere', ledger: null }]);
  });
});
