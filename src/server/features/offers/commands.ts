import { ANSWER_HOURS, type OfferInput } from '#contract/offers.ts';
import { hours } from '#contract/shared/durations.ts';
import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import { lockCaller, lockUser } from '../accounts/index.ts';
import { findBlocks, writeAboutOffer } from '../conversations/index.ts';
import { lockListing } from '../listings/index.ts';
import { notify } from '../notifications/index.ts';
import { findOpenOrder, sideOf } from '../orders/index.ts';
import { expireOffer } from './ending-commands.ts';
import { OFFER_TRANSITIONS } from './lifecycle.ts';
import { offerReceived, offerRefused } from './messages.ts';
import { countOffers, findLowestOffer, findOfferedListing, findOpenOffer, findOpenOffersBetween, type OfferedListing, type OfferRow } from './queries.ts';
import {
  inDollars,
  isRepeated,
  refuseEnded,
  requireBelowAsking,
  requireBelowOwnPrice,
  requireBetweenOffers,
  requireFewOffers,
  requireNothingAgreed,
  requireOfferable,
  requireOwn,
  requireReachable,
  requireTurn,
  stateAt,
} from './rules.ts';
import { insertOffer, type NewOffer, transitionOffers } from './transition-queries.ts';

type Needs = Pick<Services, 'db' | 'clock'>;
type Side = 'buyer' | 'seller';
type Buyer = { userId: string; email: string; addressVerified: boolean };
/** What stays the same in all offers between two people about a listing. */
type Thread = Pick<NewOffer, 'listing_id' | 'buyer_id' | 'seller_id' | 'buyer_verified' | 'phone' | 'meeting_location'>;

/** An offer's id, and whether it wasn't there before. */
type Made = { id: string; isNew: boolean };

/**
 * Makes a buyer's offer, which takes the place of their earlier one and answers the seller's. Changes nothing when the same one waits for an answer
 * already. Throws 401, 403, 404, 409, 422 or 429.
 */
export function makeOffer({ db, clock }: Needs, buyer: Buyer, { productId, price, phone, meeting_location }: OfferInput): Promise<Made> {
  return db.transaction().execute(async (tx) => {
    const now = clock.now();
    // People are locked before listings everywhere; so one person's offers are counted one after another.
    await lockCaller(tx, buyer.userId);
    await lockListing(tx, productId);
    const listing = await findOfferedListing(tx, productId);
    requireOfferable(listing, buyer.userId);
    requireReachable(await findBlocks(tx, buyer.userId, listing.seller_id), 'offer');
    const open = await findOpenOffer(tx, productId, buyer.userId);
    const buyer_verified = buyer.addressVerified ? 1 : 0;
    if (open && isRepeated(open, { price_cents: price, phone, meeting_location, buyer_verified }, now)) return { id: open.id, isNew: false };
    const isAnswer = open?.by_side === 'seller' && open.expires_at > now;
    if (isAnswer) requireBetweenOffers(price, 'buyer', open.price_cents);
    await requireRoom(tx, listing, { buyerId: buyer.userId, priceCents: price, now });
    const isBelow = await isBelowLowest(tx, productId, price);
    if (open && open.expires_at <= now) await expireOffer(tx, open.id, now);
    else if (open && !(isBelow && open.by_side === 'seller')) await transitionOffers(tx, isAnswer ? 'counter' : 'withdraw', { id: open.id });
    const thread = { listing_id: listing.id, buyer_id: buyer.userId, seller_id: listing.seller_id, buyer_verified, phone, meeting_location };
    return { id: await propose(tx, thread, listing, { side: 'buyer', priceCents: price, isBelow, now }), isNew: true };
  });
}

async function requireRoom(tx: Db, listing: OfferedListing, { buyerId, priceCents, now }: { buyerId: string; priceCents: number; now: number }): Promise<void> {
  const order = await findOpenOrder(tx, listing.id, buyerId);
  requireNothingAgreed(order);
  requireBelowAsking(priceCents, { askingCents: listing.price_cents, bookedCents: order?.price_cents ?? null });
  requireFewOffers(await countOffers(tx, { buyerId, listingId: listing.id }, now), now);
}

/** Whether an offer of a buyer is refused at once. Its seller doesn't see it, so what they offer themselves stays open. */
async function isBelowLowest(tx: Db, listingId: string, priceCents: number): Promise<boolean> {
  const lowest = await findLowestOffer(tx, listingId);
  return lowest !== null && priceCents < lowest;
}

/** Answers the other side's latest offer by another price. Changes nothing when that waits for an answer already. Throws 403, 404, 409, 422 or 429. */
export function counterOffer({ db, clock }: Needs, offer: OfferRow, { userId, price }: { userId: string; price: number }): Promise<Made> {
  const side = sideOf(offer, userId);
  requireTurn(offer, side);
  return db.transaction().execute(async (tx) => {
    const now = clock.now();
    await lockUser(tx, offer.buyer_id);
    await lockListing(tx, offer.listing_id);
    const listing = await findOfferedListing(tx, offer.listing_id);
    requireOfferable(listing, offer.buyer_id);
    requireReachable(await findBlocks(tx, userId, side === 'buyer' ? offer.seller_id : offer.buyer_id), 'offer');
    const open = await findOpenOffer(tx, offer.listing_id, offer.buyer_id);
    if (open?.by_side === side && open.price_cents === price && open.expires_at > now) return { id: open.id, isNew: false };
    requireBetweenOffers(price, side, offer.price_cents);
    if (side === 'buyer') await requireRoom(tx, listing, { buyerId: userId, priceCents: price, now });
    else requireBelowOwnPrice(price, listing);
    const isBelow = side === 'buyer' && (await isBelowLowest(tx, offer.listing_id, price));
    if (isBelow) await requireOpen(tx, offer.id, now);
    else if (!(await endOffer(tx, offer.id, 'counter', now))) throw refuseEnded('countered');
    return { id: await propose(tx, offer, listing, { side, priceCents: price, isBelow, now }), isNew: true };
  });
}

/** Ends an offer that waits for an answer; returns false when it has ended so before. Throws 409 when it has ended otherwise: whoever comes first decides. */
export async function endOffer(tx: Db, id: string, transition: 'accept' | 'counter' | 'refuse' | 'withdraw', now: number): Promise<boolean> {
  const [ended] = await transitionOffers(tx, transition, { id, openAt: now });
  if (ended) return true;
  const { state } = await tx.selectFrom('offers').select('state').where('id', '=', id).executeTakeFirstOrThrow();
  if (state === OFFER_TRANSITIONS[transition].to) return false;
  throw refuseEnded(state);
}

async function requireOpen(tx: Db, id: string, now: number): Promise<void> {
  const offer = await tx.selectFrom('offers').select(['state', 'expires_at']).where('id', '=', id).executeTakeFirstOrThrow();
  if (stateAt(offer, now) !== 'open') throw refuseEnded(offer.state);
}

/** Inserts an offer and lets the other side know, unless it is below what the seller wants at least. */
async function propose(
  tx: Db,
  { listing_id, buyer_id, seller_id, buyer_verified, phone, meeting_location }: Thread,
  { model_name, seller_email }: OfferedListing,
  { side, priceCents, isBelow, now }: { side: Side; priceCents: number; isBelow: boolean; now: number },
): Promise<string> {
  const until = now + hours(ANSWER_HOURS);
  const id = await insertOffer(tx, {
    ...{ listing_id, buyer_id, seller_id, by_side: side, price_cents: priceCents, buyer_verified, phone, meeting_location },
    ...{ state: isBelow ? 'refused' : 'open', below_lowest: isBelow ? 1 : 0, created_at: now, expires_at: until },
  });
  if (isBelow) return id;
  const offer = { id, listing_id, buyer_id, seller_id, price_cents: priceCents };
  const conversationId = await write(tx, offer, { side, what: side === 'buyer' ? 'Offer' : 'Counteroffer', now });
  const about = { productName: model_name, cents: priceCents, path: `/dashboard/messages/${conversationId}` };
  const recipient = side === 'buyer' ? { userId: seller_id, email: seller_email } : { userId: buyer_id, email: await findEmail(tx, buyer_id) };
  await notify(tx, [{ recipient, words: offerReceived(about, { by: side, until }) }], now);
  return id;
}

async function findEmail(tx: Db, userId: string): Promise<string> {
  return (await tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email;
}

type Written = Pick<OfferRow, 'id' | 'listing_id' | 'buyer_id' | 'seller_id' | 'price_cents'>;

type Happened = { side: Side; what: 'Offer' | 'Counteroffer' | 'Accepted' | 'Declined' | 'Withdrawn'; now: number };

/** Writes what happened to an offer into its conversation. The message that makes it names it, so that its state shows there. */
export function write(tx: Db, offer: Written, { side, what, now }: Happened): Promise<string> {
  const offerId = what === 'Offer' || what === 'Counteroffer' ? offer.id : null;
  const { listing_id: listingId, buyer_id: buyerId, seller_id: sellerId } = offer;
  return writeAboutOffer(tx, { listingId, buyerId, sellerId, side, offerId, text: `${what}: ${inDollars(offer.price_cents)}`, now });
}

/** Declines the other side's latest offer; doing so again changes nothing. Throws 403 or 409. */
export async function refuseOffer({ db, clock }: Needs, offer: OfferRow, userId: string): Promise<void> {
  const side = sideOf(offer, userId);
  requireTurn(offer, side);
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    if (await endOffer(tx, offer.id, 'refuse', now)) await sayDeclined(tx, offer, side, now);
  });
}

/** Lets whoever made an offer know that this side declined it. */
async function sayDeclined(tx: Db, offer: OfferRow, side: Side, now: number): Promise<void> {
  const conversationId = await write(tx, offer, { side, what: 'Declined', now });
  const path = side === 'buyer' ? `/dashboard/messages/${conversationId}` : `/selected-items-details/${offer.listing_id}`;
  const words = offerRefused({ productName: offer.model_name, cents: offer.price_cents, path }, offer.by_side);
  const recipient = side === 'buyer' ? { userId: offer.seller_id, email: offer.seller_email } : { userId: offer.buyer_id, email: offer.buyer_email };
  await notify(tx, [{ recipient, words }], now);
}

/** Withdraws one's own offer; doing so again changes nothing. Throws 403 or 409. */
export async function withdrawOffer({ db, clock }: Needs, offer: OfferRow, userId: string): Promise<void> {
  const side = sideOf(offer, userId);
  requireOwn(offer, side);
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    if (await endOffer(tx, offer.id, 'withdraw', now)) await write(tx, offer, { side, what: 'Withdrawn', now });
  });
}

/** Ends the open offers between two people when one blocks the other: withdraws their own, and declines the other's. */
export async function endOffersBetween(tx: Db, { blockerId, blockedId, now }: { blockerId: string; blockedId: string; now: number }): Promise<void> {
  for (const offer of await findOpenOffersBetween(tx, [blockerId, blockedId], now)) {
    const side = sideOf(offer, blockerId);
    const isOwn = offer.by_side === side;
    const [ended] = await transitionOffers(tx, isOwn ? 'withdraw' : 'refuse', { id: offer.id, openAt: now });
    if (ended && isOwn) await write(tx, offer, { side, what: 'Withdrawn', now });
    else if (ended) await sayDeclined(tx, offer, side, now);
  }
}
