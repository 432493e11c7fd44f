import type { ClosedReason, OrderSide, OrderState } from '#contract/orders.ts';
import { RESERVATION_LIMITS } from '#contract/payments/reservations.ts';
import { AGREED_HOURS } from '#contract/shared/deadlines.ts';
import { isPayable, PAYABLE_PRICES } from '#contract/shared/money.ts';
import { ConflictError, ForbiddenError, HttpError, NotFoundError } from '../../errors.ts';

type BookableListing = { seller_id: string; sold_at: number | null; price_cents: number };

const UNPAYABLE = `This phone can’t be booked because its price can’t be paid by card. Cards accept ${PAYABLE_PRICES}.`;

type FailedBooking = { outcome: 'already_booked'; orderId?: string } | { outcome: 'too_many' | 'gone' | 'changed' };

type SaleState = { sold_at: number | null; removed_at: number | null };

const CLOSED: Record<ClosedReason, string> = {
  sold_to_another: 'This phone was sold to another buyer.',
  listing_removed: 'This listing has been removed.',
  sold_elsewhere: 'The seller sold this phone elsewhere.',
  agreement_over: `The price that you and the seller agreed on was yours for ${AGREED_HOURS} hours. You can book this phone at its asking price.`,
  buyer_removed: 'This order was closed with its buyer’s account.',
  refunded_by_admin: 'This order was refunded in full.',
  sale_canceled: 'This sale was canceled, and refunded in full.',
  refunded_after_problem: 'This order was refunded in full.',
  payment_reversed: 'Your bank reversed the payment of this order.',
  canceled: 'You canceled this booking.',
};

/** Throws 403 for the caller's own listing, 409 for a sold one or a price that can't be paid by card. */
export function requireBookable(listing: BookableListing, buyerId: string): void {
  if (listing.seller_id === buyerId) throw new ForbiddenError('You can’t book your own listing.', 'own_listing');
  if (listing.sold_at !== null) throw new ConflictError('sold', 'This phone has already been sold.');
  if (!isPayable(listing.price_cents)) throw new ConflictError('unpayable', UNPAYABLE);
}

/** The 409 for a booking that failed. */
export function refuseBooking(failed: FailedBooking): HttpError {
  const { outcome } = failed;
  if (outcome === 'already_booked') {
    const { orderId } = failed;
    return new HttpError(409, outcome, "You've already booked this product.", orderId === undefined ? {} : { current: { orderId } });
  }
  if (outcome === 'gone') return new ConflictError('sold', 'This phone was just sold or removed.');
  if (outcome === 'changed') return new ConflictError('listing_changed', 'The seller has just changed this listing. Look at it again before you book it.');
  const most = RESERVATION_LIMITS.bookings;
  return new ConflictError('reservation_limit', `You have ${most} unpaid bookings. Pay for one or cancel one in My Orders before you book another.`);
}

/** Somebody's part in an order that is theirs. */
export const sideOf = ({ buyer_id }: { buyer_id: string }, userId: string): OrderSide => (buyer_id === userId ? 'buyer' : 'seller');

/** Whether the phone was handed over, or one side has confirmed that it was. */
export const isWithBuyer = ({ handed_over_at, confirmed_at }: { handed_over_at: number | null; confirmed_at: number | null }): boolean =>
  handed_over_at !== null || confirmed_at !== null;

/** Whether a listing exists and is neither sold nor removed. */
export function isForSale<T extends SaleState>(listing: T | undefined): listing is T {
  return listing !== undefined && listing.sold_at === null && listing.removed_at === null;
}

/** Throws 404 for an order that doesn't exist, or isn't the caller's. */
export function requireOrder<T>(order: T | undefined): asserts order is T {
  if (!order) throw new NotFoundError('You have no such order.');
}

/** Throws 409 when an order is paid or closed. */
export function requireUnpaid(order: { state: OrderState; closed_reason: string | null }): void {
  if (order.state === 'paid') throw new ConflictError('already_paid', 'This order has already been paid.');
  if (order.closed_reason !== null) throw new ConflictError('order_closed', CLOSED[order.closed_reason as ClosedReason]);
}
