import { noteListing } from '../../db/changes.ts';
import type { Db } from '../../db/tables.ts';
import type { PaymentProvider, Refund } from '../../ports/payments.ts';
import { writeAudit } from '../audit/index.ts';
import { lockPhoneOf } from '../imei/index.ts';
import { buyerOf, notify, refundBegun, refundDone, saleRefunded } from '../notifications/index.ts';
import { type Actor, type FullOrderRow, lockListing, PROVIDER, transitionOrders } from '../orders/index.ts';
import { writeLedger } from './ledger-queries.ts';

/** What is to go back, and came through this provider; the oldest first. */
export const findRefundsDue = async (db: Db, provider: PaymentProvider['kind']): Promise<string[]> => {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('ledger', (join) => join.onRef('ledger.reference', '=', 'payments.intent_id').on('ledger.kind', '=', 'charge'))
    .select('payments.intent_id')
    .where('payments.state', '=', 'refund_due')
    .where('ledger.provider', '=', provider)
    // What a bank has its hand on, the provider gives nothing of back.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('disputes')
            .select('disputes.id')
            .whereRef('disputes.intent_id', '=', 'payments.intent_id')
            .where((eb) => eb.or([eb('closed_at', 'is', null), eb('status', '=', 'lost')])),
        ),
      ),
    )
    .orderBy('payments.created_at')
    .execute();
  return rows.map((row) => row.intent_id);
};

export type AdminRefund = { reason: string; relist: boolean; by: Actor; now: number };

/** Undoes a sale, all or nothing: the order's money is due back, the phone on sale again or taken off the shop. The intent to pay back; null when the order is not paid (any more). */
export const undoSale = (db: Db, order: FullOrderRow, { reason, relist, by, now }: AdminRefund): Promise<string | null> =>
  db.transaction().execute(async (tx) => {
    // The seller's row before the listing's, as where a person is removed: whoever comes second sees what the first did.
    const seller = await tx
      .updateTable('users')
      .set((eb) => ({ removed_at: eb.ref('removed_at') }))
      .where('id', '=', order.seller_id)
      .returning(['id', 'email', 'removed_at', 'suspended_at'])
      .executeTakeFirstOrThrow();
    const phone = await lockPhoneOf(tx, order.listing_id);
    const listing = await lockListing(tx, order.listing_id);
    const [transitioned] = await transitionOrders(
      tx,
      { transition: 'refund', why: 'refunded_by_admin', by, now, note: reason },
      { id: order.id },
      { closed_at: now, closed_reason: 'refunded_by_admin' },
    );
    if (!transitioned) return null;
    const payment = await tx
      .updateTable('payments')
      .set({ state: 'refund_due' })
      .where('order_id', '=', order.id)
      .where('state', '=', 'kept')
      .returning(['intent_id', 'amount_cents'])
      .executeTakeFirstOrThrow();
    // Its buyer may have listed the phone anew, or somebody has reported it lost.
    const relisted = relist && phone === 'free' && seller.removed_at === null && seller.suspended_at === null && listing?.removed_at === null;
    const why = phone === 'lost' ? 'reported_lost' : 'refunded';
    const gone = relisted || listing?.removed_at !== null ? {} : { removed_at: now, removed_reason: why };
    await tx
      .updateTable('listings')
      .set({ sold_at: null, ...gone })
      .where('id', '=', order.listing_id)
      .execute();
    await noteListing(tx, order.listing_id, now);
    const undone = { reason, relisted, listingId: order.listing_id, amountCents: payment.amount_cents, state: 'refund_due' };
    await writeAudit(tx, { act: 'sale_undone', subject: { kind: 'order', id: order.id }, before: { state: 'kept' }, after: undone, by, now });
    await notify(
      tx,
      [
        { recipient: buyerOf(order), words: refundBegun(order, payment.amount_cents, `The shop undid this sale: “${reason}”`) },
        { recipient: { userId: seller.id, email: seller.email }, words: saleRefunded(order, reason, relisted) },
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
    if (!others) await transitionOrders(tx, { transition: 'moneyBack', why: 'money_back', by: PROVIDER, now }, { id: order.id });
    const made = { provider, refundId: refund.id, amountCents, currency, state: 'refunded' };
    await writeAudit(tx, { act: 'refund_made', subject: { kind: 'order', id: order.id }, before: { state: 'refund_due' }, after: made, now });
    await notify(tx, [{ recipient: buyerOf(order), words: refundDone(order, amountCents) }], now);
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
    const failed = { provider, refundId: refund.id, amountCents, currency, state: 'refund_due' };
    await writeAudit(tx, { act: 'refund_failed', subject: { kind: 'order', id: order.id }, before: { state: 'refunded' }, after: failed, by: PROVIDER, now });
    await transitionOrders(tx, { transition: 'refundFailed', why: 'refund_failed', by: PROVIDER, now }, { id: order.id });
    await notify(tx, [{ recipient: buyerOf(order), words: refundBegun(order, amountCents, 'Your bank did not take the refund, so it is tried again.') }], now);
    return true;
  });

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
