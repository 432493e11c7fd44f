import type { OrderState } from '#contract/orders.ts';
import type { PaymentState } from '#contract/payments/payments.ts';
import { type FeeTerms, feeOn } from '#contract/seller-fee.ts';
import type { Db } from '../../db/tables.ts';
import type { PaymentIntent, PaymentProvider } from '../../ports/payments.ts';
import { writeAudit } from '../audit/index.ts';
import { dropDiscount, keepDiscount } from '../first-purchase/index.ts';
import { lockListing, markListingSold } from '../listings/index.ts';
import { buyerOf, notify } from '../notifications/index.ts';
import {
  type Actor,
  type FullOrderRow,
  findOrder,
  forgetCanceledIntent,
  isForSale,
  markOrderPaid,
  openFulfillment,
  PROVIDER,
  SHOP,
  transitionOrders,
} from '../orders/index.ts';
import { noteSold } from '../passports/index.ts';
import { endUnpaidOrders } from './ending-commands.ts';
import { writeLedger } from './ledger-queries.ts';
import { orderPaid, phoneSold, refundBegun } from './messages.ts';
import { findSellerOf } from './people-queries.ts';
import { findPayment, insertPayment } from './queries.ts';
import { endReservations } from './reservation-queries.ts';
import { forgiveLapse } from './standing-queries.ts';

/** The intent that paid an order, what its amount left out as the first-purchase discount, and what the shop takes off when it pays the seller. */
type Paying = { intentId: string; discountCents: number; feeCents: number };

export type Arrival = { provider: PaymentProvider['kind']; intent: PaymentIntent; matches: boolean; fee: FeeTerms | undefined; by: Actor; now: number };

/** `isNew`: the payment wasn't recorded before. */
export type Recorded = { paymentId: string; state: PaymentState; isNew: boolean };

const TOO_LATE = 'Your payment arrived after this order was closed.';
const UNDER_REVIEW = 'Your payment arrived while the shop was reviewing this listing. Your booking stays open.';
const PAUSED = 'Your payment arrived while the seller had paused this listing. Your booking stays open.';
const PAID_BEFORE = 'You had already paid for this order. The phone stays yours.';
const TOO_MUCH = 'This payment didn’t match your order.';

/**
 * Records a payment that the provider confirmed, once per intent. In one transaction: the order is paid, the listing sold, its advertisement ended,
 * the other orders closed, and the payment `kept`; or, when the phone isn't available anymore or the amount isn't the order's, the payment is
 * `refund_due`. Includes the ledger entry and all notifications.
 */
export function recordPayment(db: Db, order: FullOrderRow, { provider, intent, matches, fee, by, now }: Arrival): Promise<Recorded> {
  return db.transaction().execute(async (tx) => {
    const listing = await lockListing(tx, order.listing_id);
    const known = await findPayment(tx, intent.id);
    if (known) return { paymentId: known.id, state: known.state, isNew: false };
    const discountCents = order.price_cents - intent.amountCents;
    const paying = { intentId: intent.id, discountCents, feeCents: feeOn(order.price_cents, fee) };
    const state = matches && isForSale(listing) && (await sell(tx, order, paying, { by, now })) ? 'kept' : 'refund_due';
    if (state === 'refund_due') await owe(tx, order, intent.amountCents, { listing, now });
    const { amountCents, currency, id: intentId } = intent;
    const paid = { order_id: order.id, intent_id: intentId, amount_cents: amountCents, currency };
    const card = { card_brand: intent.card?.brand ?? null, card_last4: intent.card?.last4 ?? null };
    const paymentId = await insertPayment(tx, { ...paid, ...card, state, created_at: now });
    const entry = { ...paid, provider, reference: intentId, at: now };
    await writeLedger(tx, { ...entry, kind: 'charge' });
    if (state === 'kept' && discountCents > 0) await writeLedger(tx, { ...entry, kind: 'discount', amount_cents: discountCents });
    await forgetCanceledIntent(tx, intentId);
    await forgiveLapse(tx, order.id);
    const act = state === 'kept' ? 'payment_kept' : 'payment_refused';
    await writeAudit(tx, { act, subject: { kind: 'order', id: order.id }, after: { provider, intentId, amountCents, currency, state }, by, now });
    return { paymentId, state, isNew: true };
  });
}

/** Sells a locked listing to the order that paid for it; returns false when the order can't be paid anymore, or its discount is another order's. */
async function sell(tx: Db, order: FullOrderRow, paying: Paying, { by, now }: { by: Actor; now: number }): Promise<boolean> {
  if (paying.discountCents > 0 && !(await keepDiscount(tx, order.id))) return false;
  if (!(await markOrderPaid(tx, order.id, paying, { by, now }))) return false;
  if (paying.discountCents === 0) await dropDiscount(tx, order.id);
  await openFulfillment(tx, order.id, { by, now });
  await markListingSold(tx, order.listing_id, now);
  await endReservations(tx, { orderId: order.id }, { outcome: 'paid', now });
  await endUnpaidOrders(tx, order.listing_id, { reason: 'sold_to_another', by: SHOP, now }, order);
  const after = { sold: true, orderId: order.id, priceCents: order.price_cents, discountCents: paying.discountCents };
  await writeAudit(tx, { act: 'listing_sold', subject: { kind: 'listing', id: order.listing_id }, before: { sold: false }, after, by, now });
  const notified = [
    { recipient: buyerOf(order), words: orderPaid(order, paying) },
    { recipient: await findSellerOf(tx, order), words: phoneSold(order) },
  ];
  await notify(tx, notified, now);
  await noteSold(tx, order, now);
  return true;
}

type Listing = Awaited<ReturnType<typeof lockListing>>;

/** Marks a payment as due for refund, and notifies its buyer of the reason. */
async function owe(tx: Db, order: FullOrderRow, amountCents: number, { listing, now }: { listing: Listing; now: number }): Promise<void> {
  const before = await findOrder(tx, order.id);
  await transitionOrders(tx, { transition: 'payTooLate', why: 'payment_too_late', by: PROVIDER, now }, { id: order.id });
  await notify(tx, [{ recipient: buyerOf(order), words: refundBegun(order, amountCents, whyUnsold(before?.state, listing)) }], now);
}

/** Why an order in this state, of a phone in this one, couldn't be paid for. */
function whyUnsold(state: OrderState | undefined, listing: Listing): string {
  if (state === 'paid') return PAID_BEFORE;
  if (state !== 'booked' && state !== 'paying') return TOO_LATE;
  if (listing?.removed_at === null) return TOO_MUCH;
  return listing?.removed_reason === 'paused' ? PAUSED : UNDER_REVIEW;
}
