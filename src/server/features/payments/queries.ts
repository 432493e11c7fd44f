import { v7 as uuid } from 'uuid';
import type { PaymentRecord, PaymentState } from '#contract/payments.ts';
import { toDollars } from '#contract/shared/money.ts';
import { noteListing } from '../../db/changes.ts';
import { type Cursor, type PageOf, toPage } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import type { PaymentIntent, PaymentProvider } from '../../ports/payments.ts';
import { writeAudit } from '../audit/index.ts';
import { buyerOf, notify, orderPaid, phoneSold, refundBegun } from '../notifications/index.ts';
import {
  type Actor,
  endReservations,
  endUnpaidOrders,
  type FullOrderRow,
  isForSale,
  lockListing,
  markOrderPaid,
  PROVIDER,
  SHOP,
  transitionOrders,
} from '../orders/index.ts';
import { writeLedger } from './ledger-queries.ts';
import { forgiveLapse } from './standing-queries.ts';

export const findPayment = (db: Db, intentId: string) => db.selectFrom('payments').selectAll().where('intent_id', '=', intentId).executeTakeFirst();

/** Orders whose payment was begun, with the intent that may be paid by now. */
export const findPayingIntents = async (db: Db): Promise<string[]> => {
  const rows = await db.selectFrom('orders').select('intent_id').where('state', '=', 'paying').execute();
  return rows.flatMap(({ intent_id }) => intent_id ?? []);
};

/** Intents that nobody may pay any more, oldest first; of one listing, or all. */
export const findIntentsPendingCancellation = async (db: Db, listingId?: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('intents_pending_cancellation')
    .innerJoin('orders', 'orders.id', 'intents_pending_cancellation.order_id')
    .select('intents_pending_cancellation.intent_id')
    .$if(listingId !== undefined, (query) => query.where('orders.listing_id', '=', listingId ?? ''))
    .orderBy('intents_pending_cancellation.created_at')
    .execute();
  return rows.map((row) => row.intent_id);
};

/** The provider says that this intent has come to its end. */
export const forgetCanceledIntent = async (db: Db, intentId: string): Promise<void> => {
  await db.deleteFrom('intents_pending_cancellation').where('intent_id', '=', intentId).execute();
};

export type Recorded = { paymentId: string; state: PaymentState; isNew: boolean };

const findSeller = (tx: Db, listingId: string) =>
  tx
    .selectFrom('listings')
    .innerJoin('users', 'users.id', 'listings.seller_id')
    .select(['users.id', 'users.email'])
    .where('listings.id', '=', listingId)
    .executeTakeFirstOrThrow();

const sell = async (tx: Db, order: FullOrderRow, intentId: string, { by, now }: { by: Actor; now: number }): Promise<boolean> => {
  if (!(await markOrderPaid(tx, order.id, intentId, { by, now }))) return false;
  await tx
    .updateTable('listings')
    .set({ sold_at: now, advertised_at: null, reserved_by: null, reserved_until: null })
    .where('id', '=', order.listing_id)
    .execute();
  await noteListing(tx, order.listing_id, now);
  await endReservations(tx, { orderId: order.id }, { outcome: 'paid', now });
  await endUnpaidOrders(tx, order.listing_id, { reason: 'sold_to_another', by: SHOP, now }, order.id);
  const sold = { orderId: order.id, priceCents: order.price_cents };
  await writeAudit(tx, {
    act: 'listing_sold',
    subject: { kind: 'listing', id: order.listing_id },
    before: { sold: false },
    after: { sold: true, ...sold },
    by,
    now,
  });
  const seller = await findSeller(tx, order.listing_id);
  await notify(
    tx,
    [
      { recipient: buyerOf(order), words: orderPaid(order, intentId) },
      { recipient: { userId: seller.id, email: seller.email }, words: phoneSold(order) },
    ],
    now,
  );
  return true;
};

const TOO_LATE = 'Your payment arrived when this phone could not be had any more.';
const UNDER_REVIEW = 'Your payment arrived while the shop was looking at this listing. Your booking is kept.';
const TOO_MUCH = 'This payment was not the one that your order needed.';

const owe = async (tx: Db, order: FullOrderRow, amountCents: number, { isOff, now }: { isOff: boolean; now: number }): Promise<void> => {
  const late = await transitionOrders(tx, { transition: 'payTooLate', why: 'payment_too_late', by: PROVIDER, now }, { id: order.id });
  const why = isOff ? UNDER_REVIEW : TOO_MUCH;
  await notify(tx, [{ recipient: buyerOf(order), words: refundBegun(order, amountCents, late.length > 0 ? TOO_LATE : why) }], now);
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
    const state = matches && isForSale(listing) && (await sell(tx, order, intent.id, { by, now })) ? 'kept' : 'refund_due';
    if (state === 'refund_due') await owe(tx, order, intent.amountCents, { isOff: listing?.removed_at !== null, now });
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
    await forgetCanceledIntent(tx, intentId);
    await forgiveLapse(tx, order.id);
    const act = state === 'kept' ? 'payment_kept' : 'payment_refused';
    await writeAudit(tx, { act, subject: { kind: 'order', id: order.id }, after: { provider, intentId, amountCents, currency, state }, by, now });
    return { paymentId, state, isNew: true };
  });

/** Notes that the seller got a paid order's money, unless a bank has its hand on it; how many changed. */
export const markPaidOut = (db: Db, orderId: string, now: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('orders')
      .set({ paid_out_at: now })
      .where('id', '=', orderId)
      .where('state', '=', 'paid')
      .where('paid_out_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('disputes')
              .select('disputes.id')
              .whereRef('disputes.order_id', '=', 'orders.id')
              .where((eb) => eb.or([eb('disputes.closed_at', 'is', null), eb('status', '=', 'lost')])),
          ),
        ),
      )
      .executeTakeFirst();
    if (numUpdatedRows > 0n)
      await writeAudit(tx, { act: 'seller_paid_out', subject: { kind: 'order', id: orderId }, before: { paidOut: false }, after: { paidOut: true }, now });
    return Number(numUpdatedRows);
  });

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
