import { OFFER_LIMITS, type OfferState } from '#contract/offers.ts';
import type { OrderSide } from '#contract/orders.ts';
import { secondsLeftOfDay } from '#contract/shared/durations.ts';
import { toDollars } from '#contract/shared/money.ts';
import { ConflictError, ForbiddenError, type HttpError, InvalidError, NotFoundError, TooManyError } from '../../errors.ts';

type Listing = { seller_id: string; price_cents: number; sold_at: number | null; removed_at: number | null; removed_reason: string | null };
type Made = { count: number; oldest: number };
/** What a buyer gives with an offer, and whether their address was verified then. */
type Given = { price_cents: number; phone: string; meeting_location: string; buyer_verified: number };

const OVER: Record<Exclude<OfferState, 'open'>, string> = {
  accepted: 'This offer was accepted.',
  countered: 'This offer was answered by another one. Only the latest can be accepted.',
  refused: 'This offer was declined.',
  withdrawn: 'This offer was withdrawn.',
  expired: 'This offer has expired.',
  closed: 'This offer is closed: the phone was sold or taken down, or its listing has changed.',
};

/** Throws 403 for the caller's own listing; 404 or 409 for one that isn't on sale. */
export function requireOfferable(listing: Listing | undefined, userId: string): asserts listing is Listing {
  if (!listing) throw new NotFoundError('This listing is no longer available.');
  if (listing.seller_id === userId) throw new ForbiddenError('This is your own phone.', 'own_listing');
  requireOnSale(listing);
}

/** Throws 409 for a listing that was sold, paused or taken down. */
export function requireOnSale({ sold_at, removed_at, removed_reason }: Pick<Listing, 'sold_at' | 'removed_at' | 'removed_reason'>): void {
  if (sold_at !== null) throw new ConflictError('sold', 'This phone has been sold.');
  if (removed_at === null) return;
  if (removed_reason === 'paused') throw new ConflictError('on_hold', 'The seller has paused this listing. Try again once it is on sale.');
  if (removed_reason === 'on_hold' || removed_reason === 'suspended')
    throw new ConflictError('on_hold', 'The shop is reviewing this listing. Try again later.');
  throw new NotFoundError('This listing is no longer available.');
}

/** Throws 422 unless a price is below what the phone costs the buyer without an offer. */
export function requireBelowAsking(priceCents: number, { askingCents, bookedCents }: { askingCents: number; bookedCents: number | null }): void {
  if (bookedCents !== null && priceCents >= bookedCents) throw refusePrice(`You’ve booked this phone for ${inDollars(bookedCents)}. Offer less than that.`);
  if (priceCents >= askingCents) throw refusePrice(`The seller asks for ${inDollars(askingCents)}. Book it at the asking price instead.`);
}

/** Throws 422 unless a seller's counteroffer is below what they ask. */
export function requireBelowOwnPrice(priceCents: number, { price_cents }: Pick<Listing, 'price_cents'>): void {
  if (priceCents >= price_cents) throw refusePrice(`You ask for ${inDollars(price_cents)}. Counter with less than that, or decline the offer.`);
}

/** Throws 422 for a lowest offer that would refuse every offer. */
export function requireAcceptable(lowestCents: number | null, { price_cents }: Pick<Listing, 'price_cents'>): void {
  if (lowestCents !== null && lowestCents >= price_cents)
    throw refusePrice(`You ask for ${inDollars(price_cents)}, so every offer would be declined. Enter less than that.`);
}

export const inDollars = (cents: number): string => toDollars(cents).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

const refusePrice = (sentence: string): InvalidError => new InvalidError(sentence, { price: sentence });

/** Throws 422 for an answer that is no better for the other side than accepting what they offer. */
export function requireBetweenOffers(priceCents: number, side: OrderSide, theirsCents: number): void {
  const isBetter = side === 'buyer' ? priceCents < theirsCents : priceCents > theirsCents;
  if (!isBetter) throw refusePrice(`They offer ${inDollars(theirsCents)}. Accept that instead.`);
}

/** Throws 409 or 429 when a buyer has made too many offers. */
export function requireFewOffers({ open, perListing, perDay }: { open: number; perListing: Made; perDay: Made }, now: number): void {
  if (open >= OFFER_LIMITS.open)
    throw new ConflictError('conflict', `${OFFER_LIMITS.open} offers of yours wait for an answer. Withdraw one before you make another.`);
  for (const [made, most] of [
    [perListing, OFFER_LIMITS.perListing],
    [perDay, OFFER_LIMITS.perDay],
  ] as const)
    if (made.count >= most) throw new TooManyError('offers', secondsLeftOfDay(made.oldest, now));
}

/** Whether a buyer sends the same offer again while it waits for an answer. */
export function isRepeated(open: Given & { by_side: OrderSide; expires_at: number }, given: Given, now: number): boolean {
  if (open.by_side === 'seller' || open.expires_at <= now) return false;
  return (['price_cents', 'phone', 'meeting_location', 'buyer_verified'] as const).every((name) => open[name] === given[name]);
}

/** Throws 409 while the buyer has an agreed price. */
export function requireNothingAgreed(order: { agreed_until: number | null } | undefined): void {
  if (order && order.agreed_until !== null) throw new ConflictError('conflict', 'You and the seller have agreed on a price. Pay for the phone in My Orders.');
}

/** Throws when the two can't reach each other. Whom somebody has blocked isn't said. */
export function requireReachable({ is_blocked, is_blocking }: { is_blocked: boolean; is_blocking: boolean }, sent: 'offer' | 'answer'): void {
  if (is_blocking) throw new ForbiddenError(`You’ve blocked this person. Unblock them to send an ${sent}.`);
  if (is_blocked) throw new ForbiddenError(`Your ${sent} can’t be delivered.`);
}

/** Throws 404 for somebody else's offer, so that ids can't be probed. */
export function requireOffer<T>(offer: T | undefined): asserts offer is T {
  if (!offer) throw new NotFoundError('We couldn’t find this offer.');
}

/** Throws 403 when it isn't this side's turn: a side answers what the other offers. */
export function requireTurn({ by_side }: { by_side: OrderSide }, side: OrderSide): void {
  if (by_side === side) throw new ForbiddenError('This is your own offer. The other side answers it.');
}

/** Throws 403 for the other side's offer, which can't be withdrawn. */
export function requireOwn({ by_side }: { by_side: OrderSide }, side: OrderSide): void {
  if (by_side !== side) throw new ForbiddenError('The other side made this offer. You can decline it.');
}

/** The 409 for an offer that has ended. */
export function refuseEnded(state: OfferState): HttpError {
  return new ConflictError('conflict', state === 'open' ? OVER.expired : OVER[state]);
}

/** The 409 for an offer that can't make a booking. */
export function refuseAgreement(outcome: 'paying' | 'cheaper' | 'too_many', side: OrderSide): HttpError {
  const isBuyer = side === 'buyer';
  if (outcome === 'paying')
    return new ConflictError(
      'being_paid',
      isBuyer ? 'You’re paying for this phone right now.' : 'This buyer is paying for your phone right now, at the price they booked it for.',
    );
  if (outcome === 'cheaper')
    return new ConflictError('conflict', isBuyer ? 'You’ve booked this phone for less.' : 'This buyer has booked your phone for less.');
  return new ConflictError(
    'reservation_limit',
    isBuyer ? 'You have too many unpaid bookings. Cancel one in My Orders first.' : 'This buyer can’t book another phone right now.',
  );
}

/** An offer's state now: one that nobody answered in time has expired, even if that isn't stored yet. */
export function stateAt({ state, expires_at }: { state: OfferState; expires_at: number }, now: number): OfferState {
  return state === 'open' && expires_at <= now ? 'expired' : state;
}
