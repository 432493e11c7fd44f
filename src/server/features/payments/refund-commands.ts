import type { Db } from '../../db/tables.ts';
import type { PaymentProvider, Refund } from '../../ports/payments.ts';
import { lockUser } from '../accounts/index.ts';
import { writeAudit } from '../audit/index.ts';
import { lockPhoneOf } from '../imei/index.ts';
import { lockListing, markListingUnsold } from '../listings/index.ts';
import { buyerOf, notify } from '../notifications/index.ts';
import { type Actor, type FullOrderRow, PROVIDER, transitionOrders } from '../orders/index.ts';
import { hasLedgerRefund, reverseDiscount, writeLedger } from './ledger-queries.ts';
import { refundBegun, refundDone, saleRefunded } from './messages.ts';
import { findPayment, type PaymentRow } from './queries.ts';
import { hasRefundDue, markRefundDue, markRefunded, markRefundReturned, noteRefundFailed, noteRefundPending, setRefundedCents } from './refund-queries.ts';

export type AdminRefund = { reason: string; relist: boolean; by: Actor; now: number };

/** `not_paid`: the order wasn't paid, or its sale was undone before. */
export type UndoneSale = { outcome: 'undone'; intentId: string } | { outcome: 'not_paid' };

type Answered = { provider: PaymentProvider['kind']; refund: Refund; now: number };

const RETURNED = 'Your bank returned the refund, so we’re trying again.';

type FoundRefunds = { provider: PaymentProvider['kind']; intentId: string; refunds: Refund[]; now: number };

/** Undoes a sale in one transaction: the payment is due for refund, and the phone is on sale again or removed. */
export function undoSale(db: Db, order: FullOrderRow, { reason, relist, by, now }: AdminRefund): Promise<UndoneSale> {
  return db.transaction().execute(async (tx) => {
    // Lock the seller before the listing, as when a person is removed: whichever comes second sees the effects of the first.
    const seller = await lockUser(tx, order.seller_id);
    if (!seller) throw new Error('an order has no seller');
    const phone = await lockPhoneOf(tx, order.listing_id);
    const listing = await lockListing(tx, order.listing_id);
    const closed = { closed_at: now, closed_reason: 'refunded_by_admin' };
    const [transitioned] = await transitionOrders(tx, { transition: 'refund', why: 'refunded_by_admin', by, now, note: reason }, { id: order.id }, closed);
    if (!transitioned) return { outcome: 'not_paid' };
    const payment = await markRefundDue(tx, order.id);
    await reverseDiscount(tx, payment.intent_id, now);
    const isThere = listing?.removed_at === null;
    // Its buyer may have listed the phone, or somebody may have reported it lost.
    const relisted = relist && phone === 'free' && seller.removed_at === null && seller.suspended_at === null && isThere;
    const why = phone === 'lost' ? 'reported_lost' : 'refunded';
    await markListingUnsold(tx, order.listing_id, { removed: relisted || !isThere ? null : why, now });
    const undone = { reason, relisted, listingId: order.listing_id, amountCents: payment.amount_cents, state: 'refund_due' };
    await writeAudit(tx, { act: 'sale_undone', subject: { kind: 'order', id: order.id }, before: { state: 'kept' }, after: undone, by, now });
    const notified = [
      { recipient: buyerOf(order), words: refundBegun(order, payment.amount_cents, `The shop canceled this sale: “${reason}”`) },
      { recipient: { userId: seller.id, email: seller.email }, words: saleRefunded(order, payment.amount_cents, { reason, relisted }) },
    ];
    await notify(tx, notified, now);
    return { outcome: 'undone', intentId: payment.intent_id };
  });
}

/** Records the result of a due refund: made, pending, or failed and to be tried again. */
export function noteRefund(db: Db, order: FullOrderRow, { provider, refund, now }: Answered): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { id: reference, intentId, amountCents, currency, status } = refund;
    await lockListing(tx, order.listing_id);
    if (status === 'pending') return noteRefundPending(tx, intentId, reference);
    if (status === 'failed') return noteRefundFailed(tx, intentId);
    if (!(await markRefunded(tx, intentId, reference, now))) return;
    await writeLedger(tx, { ...entryOf(order, { provider, refund, now }), kind: 'refund' });
    if (!(await hasRefundDue(tx, order.id))) await transitionOrders(tx, { transition: 'moneyBack', why: 'money_back', by: PROVIDER, now }, { id: order.id });
    const made = { provider, refundId: reference, amountCents, currency, state: 'refunded' };
    await writeAudit(tx, { act: 'refund_made', subject: { kind: 'order', id: order.id }, before: { state: 'refund_due' }, after: made, now });
    await notify(tx, [{ recipient: buyerOf(order), words: refundDone(order, amountCents) }], now);
  });
}

function entryOf(order: FullOrderRow, { provider, refund, now }: Answered) {
  const { id: reference, intentId, amountCents, currency } = refund;
  return { provider, order_id: order.id, intent_id: intentId, reference, amount_cents: amountCents, currency, at: now };
}

/** Records that the provider reversed a refund it had reported as made: the payment is due for refund again. Returns whether anything changed. */
export function undoRefund(db: Db, order: FullOrderRow, { provider, refund, now }: Answered): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { id: reference, intentId, amountCents, currency } = refund;
    await lockListing(tx, order.listing_id);
    if (!(await markRefundReturned(tx, intentId, reference))) return false;
    await writeLedger(tx, { ...entryOf(order, { provider, refund, now }), kind: 'refund_failed' });
    const failed = { provider, refundId: reference, amountCents, currency, state: 'refund_due' };
    await writeAudit(tx, { act: 'refund_failed', subject: { kind: 'order', id: order.id }, before: { state: 'refunded' }, after: failed, by: PROVIDER, now });
    await transitionOrders(tx, { transition: 'refundFailed', why: 'refund_failed', by: PROVIDER, now }, { id: order.id });
    await notify(tx, [{ recipient: buyerOf(order), words: refundBegun(order, amountCents, RETURNED) }], now);
    return true;
  });
}

/** Records refunds made at the provider itself; returns whether a kept payment has now been refunded in full. */
export function recordRefunds(db: Db, order: FullOrderRow, found: FoundRefunds): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockListing(tx, order.listing_id);
    const payment = await findPayment(tx, found.intentId);
    if (!payment) return false;
    const refunded = await writeRefunds(tx, payment, found);
    const isWhole = refunded >= payment.amount_cents;
    if (refunded === payment.refunded_cents) return payment.state === 'kept' && isWhole;
    await setRefundedCents(tx, payment.id, refunded);
    if (payment.state !== 'kept') return false;
    await noteRefundedElsewhere(tx, order, payment, { ...found, refunded });
    return isWhole;
  });
}

/** Writes refunds and failed refunds to the ledger, each once; returns the refunded total in cents. */
async function writeRefunds(tx: Db, payment: PaymentRow, { provider, intentId, refunds, now }: FoundRefunds): Promise<number> {
  const about = { provider, order_id: payment.order_id, intent_id: intentId, currency: payment.currency, at: now };
  let refunded = 0;
  for (const { id: reference, amountCents, currency, status } of refunds) {
    if (currency !== payment.currency) continue;
    const entry = { ...about, reference, amount_cents: amountCents };
    if (status === 'succeeded') {
      await writeLedger(tx, { ...entry, kind: 'refund' });
      refunded += amountCents;
    }
    // `undoRefund` handles the shop's own refund.
    if (status === 'failed' && reference !== payment.refund_id && (await hasLedgerRefund(tx, reference)))
      await writeLedger(tx, { ...entry, kind: 'refund_failed' });
  }
  return refunded;
}

async function noteRefundedElsewhere(
  tx: Db,
  order: FullOrderRow,
  payment: PaymentRow,
  { provider, intentId, refunded, now }: FoundRefunds & { refunded: number },
): Promise<void> {
  const before = { refundedCents: payment.refunded_cents };
  const after = { provider, intentId, refundedCents: refunded, currency: payment.currency };
  await writeAudit(tx, { act: 'refund_made', subject: { kind: 'order', id: order.id }, before, after, by: PROVIDER, now });
  // A refund of the whole payment undoes the sale, which notifies its buyer.
  if (refunded >= payment.amount_cents || refunded <= payment.refunded_cents) return;
  await notify(tx, [{ recipient: buyerOf(order), words: refundDone(order, refunded - payment.refunded_cents) }], now);
}
