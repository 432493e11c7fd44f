import { v7 as uuid } from 'uuid';
import { toDollars } from '#contract/money.ts';
import type { PaymentRecord, PaymentState } from '#contract/payments.ts';
import { type Cursor, type PageOf, toPage } from '../../db/paging.ts';
import type { Db, LedgerTable } from '../../db/tables.ts';
import type { PaymentIntent, PaymentProvider, Refund } from '../../ports/payments.ts';
import { orderPaid, phoneSold, refundBegun, refundDone, saleRefunded, tell } from '../notices/index.ts';
import { type Actor, endUnpaidOrders, type FullOrderRow, markOrderPaid, moveOrders, PROVIDER, SHOP } from '../orders/index.ts';

export const findPayment = (db: Db, intentId: string) => db.selectFrom('payments').selectAll().where('intent_id', '=', intentId).executeTakeFirst();

/** What is to go back, and came through this provider; the oldest first. */
export const findRefundsDue = async (db: Db, provider: PaymentProvider['kind']): Promise<string[]> => {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('ledger', (join) => join.onRef('ledger.reference', '=', 'payments.intent_id').on('ledger.kind', '=', 'charge'))
    .select('payments.intent_id')
    .where('payments.state', '=', 'refund_due')
    .where('ledger.provider', '=', provider)
    .orderBy('payments.created_at')
    .execute();
  return rows.map((row) => row.intent_id);
};

/** Orders whose payment was begun, with the intent that may be paid by now. */
export const findPayingIntents = async (db: Db): Promise<string[]> => {
  const rows = await db.selectFrom('orders').select('intent_id').where('state', '=', 'paying').execute();
  return rows.flatMap(({ intent_id }) => intent_id ?? []);
};

/** Intents that nobody may pay any more, oldest first; of one listing, or all. */
export const findRetiredIntents = async (db: Db, listingId?: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('retired_intents')
    .innerJoin('orders', 'orders.id', 'retired_intents.order_id')
    .select('retired_intents.intent_id')
    .$if(listingId !== undefined, (query) => query.where('orders.listing_id', '=', listingId ?? ''))
    .orderBy('retired_intents.created_at')
    .execute();
  return rows.map((row) => row.intent_id);
};

/** The provider says that this intent has come to its end. */
export const forgetRetired = async (db: Db, intentId: string): Promise<void> => {
  await db.deleteFrom('retired_intents').where('intent_id', '=', intentId).execute();
};

const writeLedger = async (tx: Db, entry: Omit<LedgerTable, 'id'>): Promise<void> => {
  await tx
    .insertInto('ledger')
    .values({ ...entry, id: uuid() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export type Recorded = { paymentId: string; state: PaymentState; isNew: boolean };

/** The listing's row comes first in every transaction, so that two of them never wait for each other crosswise. */
const lockListing = (tx: Db, listingId: string) =>
  tx
    .updateTable('listings')
    .set((eb) => ({ held_by: eb.ref('held_by') }))
    .where('id', '=', listingId)
    .returning(['sold_at', 'removed_at', 'seller_id'])
    .executeTakeFirst();

const findSeller = (tx: Db, listingId: string) =>
  tx
    .selectFrom('listings')
    .innerJoin('users', 'users.id', 'listings.seller_id')
    .select(['users.id', 'users.email', 'users.removed_at'])
    .where('listings.id', '=', listingId)
    .executeTakeFirstOrThrow();

const readerOf = (order: Pick<FullOrderRow, 'buyer_id' | 'email'>) => ({ userId: order.buyer_id, email: order.email });

const sell = async (tx: Db, order: FullOrderRow, intentId: string, { by, now }: { by: Actor; now: number }): Promise<boolean> => {
  if (!(await markOrderPaid(tx, order.id, intentId, { by, now }))) return false;
  await tx.updateTable('listings').set({ sold_at: now, advertised_at: null, held_by: null, held_until: null }).where('id', '=', order.listing_id).execute();
  await endUnpaidOrders(tx, order.listing_id, { reason: 'sold_to_another', by: SHOP, now }, order.id);
  const seller = await findSeller(tx, order.listing_id);
  await tell(
    tx,
    [
      { reader: readerOf(order), words: orderPaid(order, intentId) },
      { reader: { userId: seller.id, email: seller.email }, words: phoneSold(order) },
    ],
    now,
  );
  return true;
};

const TOO_LATE = 'Your payment arrived when this phone could not be had any more.';
const TOO_MUCH = 'This payment was not the one that your order needed.';

const owe = async (tx: Db, order: FullOrderRow, amountCents: number, now: number): Promise<void> => {
  const late = await moveOrders(tx, { arrow: 'payTooLate', why: 'payment_too_late', by: PROVIDER, now }, { id: order.id });
  await tell(tx, [{ reader: readerOf(order), words: refundBegun(order, amountCents, late.length > 0 ? TOO_LATE : TOO_MUCH) }], now);
};

export type Arrival = { provider: PaymentProvider['kind']; intent: PaymentIntent; matches: boolean; by: Actor; now: number };

/**
 * Writes down money that the provider says has arrived, once per intent. In one transaction: the order is paid, the listing
 * sold, the advertisement ended, the other orders closed, and the payment `kept`; or, when the phone can't be had any more
 * or the amount isn't the order's, it is `refund_due`. The ledger and everybody's notices are in it.
 */
export const recordPayment = (db: Db, order: FullOrderRow, { provider, intent, matches, by, now }: Arrival): Promise<Recorded> =>
  db.transaction().execute(async (tx) => {
    const listing = await lockListing(tx, order.listing_id);
    const known = await findPayment(tx, intent.id);
    if (known) return { paymentId: known.id, state: known.state, isNew: false };
    const forSale = listing !== undefined && listing.sold_at === null && listing.removed_at === null;
    const state = matches && forSale && (await sell(tx, order, intent.id, { by, now })) ? 'kept' : 'refund_due';
    if (state === 'refund_due') await owe(tx, order, intent.amountCents, now);
    const paymentId = uuid();
    const { amountCents, currency, id: intentId } = intent;
    await tx
      .insertInto('payments')
      .values({
        id: paymentId,
        order_id: order.id,
        intent_id: intentId,
        amount_cents: amountCents,
        currency,
        state,
        refund_id: null,
        refund_attempt: 0,
        created_at: now,
        refunded_at: null,
      })
      .execute();
    await writeLedger(tx, {
      kind: 'charge',
      provider,
      order_id: order.id,
      intent_id: intentId,
      reference: intentId,
      amount_cents: amountCents,
      currency,
      at: now,
    });
    await forgetRetired(tx, intentId);
    return { paymentId, state, isNew: true };
  });

export type AdminRefund = { reason: string; relist: boolean; by: Actor; now: number };

/** Undoes a sale, all or nothing: the order's money is due back, the phone on sale again or taken off the shop. The intent to pay back; null when the order is not paid (any more). */
export const undoSale = (db: Db, order: FullOrderRow, { reason, relist, by, now }: AdminRefund): Promise<string | null> =>
  db.transaction().execute(async (tx) => {
    // The seller's row before the listing's, as where a person is removed: whoever comes second sees what the first did.
    const seller = await tx
      .updateTable('users')
      .set((eb) => ({ removed_at: eb.ref('removed_at') }))
      .where('id', '=', order.seller_id)
      .returning(['id', 'email', 'removed_at'])
      .executeTakeFirstOrThrow();
    const listing = await lockListing(tx, order.listing_id);
    const [moved] = await moveOrders(
      tx,
      { arrow: 'refund', why: 'refunded_by_admin', by, now, note: reason },
      { id: order.id },
      { closed_at: now, closed_reason: 'refunded_by_admin' },
    );
    if (!moved) return null;
    const payment = await tx
      .updateTable('payments')
      .set({ state: 'refund_due' })
      .where('order_id', '=', order.id)
      .where('state', '=', 'kept')
      .returning(['intent_id', 'amount_cents'])
      .executeTakeFirstOrThrow();
    const relisted = relist && seller.removed_at === null && listing?.removed_at === null;
    const gone = relisted || listing?.removed_at !== null ? {} : { removed_at: now, removed_reason: 'refunded' };
    await tx
      .updateTable('listings')
      .set({ sold_at: null, ...gone })
      .where('id', '=', order.listing_id)
      .execute();
    await tell(
      tx,
      [
        { reader: readerOf(order), words: refundBegun(order, payment.amount_cents, `The shop undid this sale: “${reason}”`) },
        { reader: { userId: seller.id, email: seller.email }, words: saleRefunded(order, reason, relisted) },
      ],
      now,
    );
    return payment.intent_id;
  });

/** Notes what the provider made of a refund that is due: made, still on its way, or failed, so that another is tried. */
export const noteRefund = (
  db: Db,
  order: FullOrderRow,
  { provider, refund, now }: { provider: PaymentProvider['kind']; refund: Refund; now: number },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const intentId = refund.intentId;
    await lockListing(tx, order.listing_id);
    const due = tx.updateTable('payments').where('intent_id', '=', intentId).where('state', '=', 'refund_due');
    if (refund.status === 'pending') return void (await due.set({ refund_id: refund.id }).execute());
    if (refund.status === 'failed') return void (await due.set((eb) => ({ refund_id: null, refund_attempt: eb('refund_attempt', '+', 1) })).execute());
    const { numUpdatedRows } = await due.set({ state: 'refunded', refund_id: refund.id, refunded_at: now }).executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const { id: reference, amountCents, currency } = refund;
    await writeLedger(tx, { kind: 'refund', provider, order_id: order.id, intent_id: intentId, reference, amount_cents: amountCents, currency, at: now });
    const others = await tx.selectFrom('payments').select('id').where('order_id', '=', order.id).where('state', '=', 'refund_due').executeTakeFirst();
    if (!others) await moveOrders(tx, { arrow: 'moneyBack', why: 'money_back', by: PROVIDER, now }, { id: order.id });
    await tell(tx, [{ reader: readerOf(order), words: refundDone(order, amountCents) }], now);
  });

/** A refund that the provider took back after it had said that it was made: the money is due again. Whether anything changed. */
export const undoRefund = (
  db: Db,
  order: FullOrderRow,
  { provider, refund, now }: { provider: PaymentProvider['kind']; refund: Refund; now: number },
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    await lockListing(tx, order.listing_id);
    const { numUpdatedRows } = await tx
      .updateTable('payments')
      .set((eb) => ({ state: 'refund_due', refund_id: null, refunded_at: null, refund_attempt: eb('refund_attempt', '+', 1) }))
      .where('intent_id', '=', refund.intentId)
      .where('state', '=', 'refunded')
      .where('refund_id', '=', refund.id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    const { id: reference, intentId, amountCents, currency } = refund;
    await writeLedger(tx, {
      kind: 'refund_failed',
      provider,
      order_id: order.id,
      intent_id: intentId,
      reference,
      amount_cents: amountCents,
      currency,
      at: now,
    });
    await moveOrders(tx, { arrow: 'refundFailed', why: 'refund_failed', by: PROVIDER, now }, { id: order.id });
    await tell(tx, [{ reader: readerOf(order), words: refundBegun(order, amountCents, 'Your bank did not take the refund, so it is tried again.') }], now);
    return true;
  });

/** Notes that the seller got a paid order's money; how many changed. */
export const markPaidOut = async (db: Db, orderId: string, now: number): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ paid_out_at: now })
    .where('id', '=', orderId)
    .where('state', '=', 'paid')
    .where('paid_out_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** All money that arrived, the latest first. */
export const findPayments = async (db: Db, limit: number, after: Cursor | null): Promise<PageOf<PaymentRecord>> => {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .selectAll('payments')
    .select(['orders.product_name', 'orders.buyer_name', 'orders.email', 'orders.paid_out_at', 'orders.intent_id as paid_with'])
    .$if(after !== null, (query) => query.where((eb) => eb(eb.refTuple('payments.created_at', 'payments.id'), '<', eb.tuple(after?.key ?? 0, after?.id ?? ''))))
    .orderBy('payments.created_at', 'desc')
    .orderBy('payments.id', 'desc')
    .limit(limit + 1)
    .execute();
  const moment = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return toPage(
    rows,
    limit,
    (row) => ({ key: row.created_at, id: row.id }),
    (row) => ({
      _id: row.id,
      orderId: row.order_id,
      transactionId: row.intent_id,
      ProductName: row.product_name,
      buyerName: row.buyer_name,
      email: row.email,
      amount: toDollars(row.amount_cents),
      state: row.state,
      at: new Date(row.created_at).toISOString(),
      refundedAt: moment(row.refunded_at),
      paidOutAt: row.intent_id === row.paid_with ? moment(row.paid_out_at) : null,
    }),
  );
};

/** Every entry of the ledger that is on this provider's list, too; in no order. */
export const readLedger = (db: Db, provider: PaymentProvider['kind']) =>
  db.selectFrom('ledger').select(['kind', 'reference', 'order_id', 'amount_cents', 'currency']).where('provider', '=', provider).execute();

/** Lets the next try of a refund have another idempotency key. */
export const skipRefundAttempt = async (db: Db, { intent_id, refund_attempt }: { intent_id: string; refund_attempt: number }): Promise<void> => {
  await db
    .updateTable('payments')
    .set({ refund_attempt: refund_attempt + 1 })
    .where('intent_id', '=', intent_id)
    .where('state', '=', 'refund_due')
    .where('refund_attempt', '=', refund_attempt)
    .execute();
};
