import type { OrderState } from '#contract/orders.ts';
import type { PaymentState } from '#contract/payments/payments.ts';
import { hours, seconds } from '#contract/shared/durations.ts';
import { CURRENCY } from '#contract/shared/money.ts';
import { ConflictError, type HttpError, InvalidError, inMinutes, NotFoundError } from '../../errors.ts';
import type { PaymentIntent } from '../../ports/payments.ts';

type PricedOrder = { id: string; price_cents: number; discount_cents: number };
type AskedOrder = { chargeCents: number; isDiscountLost: boolean };
type AgreedOrder = { id: string; agreed_until: number | null; reserved_by: string | null; reserved_until: number | null; listing_removed_at: number | null };
type DuePayment = { state: PaymentState; left_cents: number; partial_due_cents: number | null };
type SaleState = { sold_at: number | null; removed_at: number | null; removed_reason: string | null; reserved_until: number | null };

/** Removal reasons that are temporary. */
const SUSPENDED = ['on_hold', 'suspended'];

/** Longer reservations come from an agreed price. */
const AGREED_MS = hours(2);

/** After so many refusals of a refund an admin is asked to make it. */
const MOST_REFUSALS = 3;

/** How much the clocks of two processes may differ. */
const TOLERANCE_MS = seconds(5);

const DISCOUNT_LOST = 'This isn’t the price of this order: your first-purchase discount is being used for another one.';

const AGREEMENT_OVER =
  'The price that you and the seller agreed on is over. If you have just paid, don’t pay again: we’ll let you know as soon as your bank responds.';

const PROCESSING = 'Your bank is still processing this payment. Don’t pay again: we’ll let you know here and by email as soon as your bank responds.';

/** A movement of money on one side of the books, by the provider's id. */
export type Booked = { orderId: string | null; amountCents: number; currency: string };
export type Books = Record<'charges' | 'refunds' | 'disputes' | 'discounts' | 'transfers' | 'reversals', Map<string, Booked>>;

/**
 * A difference between the two sides; null where one has nothing. Discounts are the shop's own: they are compared with its sales. A `sale` is the sum of
 * its entries, compared with what it should be.
 */
export type Difference = {
  kind: 'charge' | 'refund' | 'dispute' | 'discount' | 'transfer' | 'reversal' | 'sale';
  reference: string;
  orderId: string | null;
  ledger: Booked | null;
  provider: Booked | null;
};

/** Throws 422 when the price sent (whole cents) isn't what the order costs. */
export function requirePrice({ chargeCents, isDiscountLost }: AskedOrder, priceCents: number): void {
  if (chargeCents === priceCents) return;
  const sentence = isDiscountLost ? DISCOUNT_LOST : 'This isn’t the price of this order.';
  throw new InvalidError(sentence, { price: sentence });
}

/** Throws 422 unless a price alone identifies the order: it must be the only one at that price, and still payable. */
export function requireOnlyOrder<T extends { state: OrderState }>(withPrice: T[]): T {
  const [only, another] = withPrice;
  const isUnpaid = only?.state === 'booked' || only?.state === 'paying';
  if (only && !another && isUnpaid) return only;
  if (another) throw refusePrice('Several of your orders from the last 30 days have this price. Open the one you want to pay in My Orders.');
  if (only) throw refusePrice('Your order with this price can no longer be paid. See My Orders.');
  throw refusePrice('None of your orders from the last 30 days has this price.');
}

const refusePrice = (sentence: string): InvalidError => new InvalidError(sentence, { orderId: sentence });

/**
 * Throws 409 when an order's agreed price is over, unless its phone is still reserved for it, and a payment of it may be under way, or its phone is off
 * sale, and the price is about to be extended.
 */
export function requireAgreement({ id, agreed_until, reserved_by, reserved_until, listing_removed_at }: AgreedOrder, now: number): void {
  if (listing_removed_at !== null) return;
  if (agreed_until === null || agreed_until > now || (reserved_by === id && (reserved_until ?? 0) > now)) return;
  throw new ConflictError('payment_processing', AGREEMENT_OVER);
}

/** Why a listing couldn't be reserved at `now`: 409 with a message that says when to try again, if that is known. */
export function refuseReservation(state: SaleState | undefined, now: number): HttpError {
  if (state && state.removed_at === null && state.sold_at !== null) return new ConflictError('sold', 'This phone was sold to another buyer.');
  if (state && SUSPENDED.includes(state.removed_reason ?? ''))
    return new ConflictError(
      'on_hold',
      'The shop is reviewing this listing, so you can’t pay for it right now. Your booking stays open, and you can pay as soon as the listing is back.',
    );
  if (state?.removed_reason === 'paused')
    return new ConflictError('on_hold', 'The seller has paused this listing. Your booking stays open, and you can pay as soon as it is on sale again.');
  if (!state || state.removed_at !== null) return new ConflictError('order_closed', 'This listing has been removed.');
  const left = Math.max(1000, (state.reserved_until ?? now) - now);
  const why =
    left > AGREED_MS ? 'This phone is reserved for another buyer, who agreed on a price with the seller.' : 'Another buyer is paying for this phone right now.';
  return new ConflictError('being_paid', `${why} If they don’t finish, you can pay: try again ${inMinutes(left - TOLERANCE_MS)}.`, left / 1000);
}

/** Throws 422 when a transaction isn't there or isn't for this order, amount and currency; 409 when no money has arrived. */
export function requireSucceeded(intent: PaymentIntent | null, order: PricedOrder): asserts intent is PaymentIntent {
  const sentence = 'The card provider has no such payment for this order.';
  if (!intent || !matchesOrder(intent, order)) throw new InvalidError(sentence, { transactionId: sentence });
  if (intent.status === 'processing') throw new ConflictError('payment_processing', PROCESSING);
  if (intent.status !== 'succeeded')
    throw new ConflictError('not_paid', 'The card provider hasn’t received this payment, and you haven’t been charged. Please try again.');
}

/** Whether an intent is for an order, and its amount is the order's with or without its discount; who has the discount is decided when it is recorded. */
export function matchesOrder(intent: PaymentIntent, order: PricedOrder): boolean {
  const isPrice = intent.amountCents === order.price_cents || intent.amountCents === order.price_cents - order.discount_cents;
  return intent.orderId === order.id && isPrice && intent.currency === CURRENCY;
}

/** What of a payment is due for refund, in cents; never more than what is left of it. */
export function dueCents({ state, left_cents, partial_due_cents }: DuePayment): number {
  const due = state === 'refund_due' ? left_cents : Math.min(left_cents, partial_due_cents ?? 0);
  return state === 'refunded' ? 0 : Math.max(0, due);
}

/** Whether a refund that was refused this often is for an admin to make by hand. */
export const isForAdmin = (refusals: number): boolean => refusals >= MOST_REFUSALS;

/** How often to ask about a refund that is pending, in case its webhook is lost. */
export const PENDING_MS = hours(1);

/** How long to wait after the provider or a bank refused the same again: an hour, and twice as long each time. */
export const waitAfter = (refusals: number): number => hours(1) * 2 ** (refusals - 1);

/** Throws 404 for an order that doesn't exist, 409 for one that isn't paid, or isn't anymore. */
export function requirePaid<T extends { state: OrderState }>(order: T | undefined): T {
  if (!order) throw new NotFoundError('This order doesn’t exist.');
  if (order.state === 'refunding' || order.state === 'refunded')
    throw new ConflictError('refunded', 'This order has already been refunded, or its refund is on its way.');
  if (order.state !== 'paid') throw new ConflictError('not_paid', 'This order hasn’t been paid.');
  return order;
}

/** Throws 404 for a payment that doesn't exist. */
export function requirePayment<T>(payment: T | undefined): T {
  if (!payment) throw new NotFoundError('This payment doesn’t exist.');
  return payment;
}

export const notByHand = (): HttpError => new ConflictError('conflict', 'Nothing of this payment has to be refunded by hand.');

/** Where the shop's ledger and the provider's list differ. */
export function compareBooks(ours: Books, theirs: Books): Difference[] {
  return [
    ...compareSide('charge', ours.charges, theirs.charges),
    ...compareSide('refund', ours.refunds, theirs.refunds),
    ...compareSide('dispute', ours.disputes, theirs.disputes),
    ...compareSide('discount', ours.discounts, theirs.discounts),
    ...compareSide('transfer', ours.transfers, theirs.transfers),
    ...compareSide('reversal', ours.reversals, theirs.reversals),
  ];
}

function compareSide(kind: Difference['kind'], ours: Map<string, Booked>, theirs: Map<string, Booked>): Difference[] {
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((reference) => {
    const [ledger, provider] = [ours.get(reference) ?? null, theirs.get(reference) ?? null];
    if (ledger && provider && ledger.amountCents === provider.amountCents && ledger.currency === provider.currency) return [];
    return [{ kind, reference, orderId: ledger?.orderId ?? provider?.orderId ?? null, ledger, provider }];
  });
}
