import type { ClosedReason, OrderState } from '#contract/orders.ts';
import { isPayable, PAYABLE_PRICES } from '#contract/shared/money.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '../../errors.ts';

type BookableListing = { seller_id: string; sold_at: number | null; price_cents: number };

export const ALREADY_BOOKED = "You've already booked this product.";

const CLOSED_SENTENCES: Record<ClosedReason, string> = {
  sold_to_another: 'This phone was sold to another buyer.',
  listing_removed: 'This listing was taken off the shop.',
  buyer_removed: 'This order was closed with its account.',
  refunded_by_admin: 'This order was refunded in full.',
  canceled: 'You canceled this booking.',
};

const UNPAYABLE = `This phone can’t be booked, because no card can pay its price: cards pay ${PAYABLE_PRICES}.`;

/** Throws 403 for one's own listing, 409 for a sold one or a price that no card can pay. */
export const requireBookable = (listing: BookableListing, buyerId: string): void => {
  if (listing.seller_id === buyerId) throw new ForbiddenError('You can’t book your own listing.', 'own_listing');
  if (listing.sold_at !== null) throw new ConflictError('sold', 'This phone is sold already.');
  if (!isPayable(listing.price_cents)) throw new ConflictError('unpayable', UNPAYABLE);
};

type SaleState = { sold_at: number | null; removed_at: number | null };

/** Whether a listing is there, neither sold nor taken off. */
export function isForSale<T extends SaleState>(listing: T | undefined): listing is T {
  return listing !== undefined && listing.sold_at === null && listing.removed_at === null;
}

/** Throws 404 for an order that isn't there, or isn't the caller's. */
export function requireOrder<T>(order: T | undefined): asserts order is T {
  if (!order) throw new NotFoundError('You have no such order.');
}

/** Throws 409 when an order is paid or closed. */
export const requireUnpaid = (order: { state: OrderState; closed_reason: string | null }): void => {
  if (order.state === 'paid') throw new ConflictError('already_paid', 'This order is paid already.');
  if (order.closed_reason !== null) throw new ConflictError('order_closed', CLOSED_SENTENCES[order.closed_reason as ClosedReason]);
};
