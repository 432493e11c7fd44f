import type { Db } from '../../db/tables.ts';
import { type Message, message, price } from '../../messages/message.ts';
import type { Services } from '../../services.ts';
import { inBatches, workThrough } from '../../work-through.ts';
import { notify } from '../notifications/index.ts';
import { findBuyers, findExpiredOffers, findNames } from './ending-queries.ts';
import { offerClosed, offerExpired } from './messages.ts';
import { type EndedOffer, transitionOffers } from './transition-queries.ts';

/** Why a listing's offers end. */
export type OffersEnd = 'sold' | 'sold_elsewhere' | 'removed' | 'changed';

type Link = { path: string; label: string };

const BATCH = 100;

const WHY: Record<OffersEnd, Message> = {
  sold: message`Another buyer bought this phone.`,
  sold_elsewhere: message`The seller sold this phone elsewhere.`,
  removed: message`This phone is no longer for sale.`,
  changed: message`The seller has changed what the listing says about this phone.`,
};

const pageOf = (listingId: string): Link => ({ path: `/selected-items-details/${listingId}`, label: 'View the phone' });
/** For a phone that has no page anymore. */
const OTHER_PHONES: Link = { path: '/phones', label: 'See other phones' };

/** Closes a listing's open offers; their buyers are notified, except those who learn it anyway. Call it after changing the listing, in the same transaction. */
export async function closeOffers(tx: Db, listingId: string, { why, informed, now }: { why: OffersEnd; informed: Set<string>; now: number }): Promise<void> {
  const closed = await transitionOffers(tx, 'close', { listingId });
  const uninformed = closed.filter(({ buyer_id }) => !informed.has(buyer_id));
  await notifyBuyers(tx, uninformed, { why: WHY[why], link: why === 'sold' || why === 'changed' ? pageOf(listingId) : OTHER_PHONES, now });
}

/** Closes the open offers that are no longer below a listing's new price. */
export async function closeOffersAbove(tx: Db, listingId: string, priceCents: number, now: number): Promise<void> {
  const closed = await transitionOffers(tx, 'close', { listingId, atLeastCents: priceCents });
  const why = message`The seller now asks for ${price(priceCents)}: you can book the phone at that price.`;
  await notifyBuyers(tx, closed, { why, link: pageOf(listingId), now });
}

/** Notifies the buyers of closed offers, all for one listing. */
async function notifyBuyers(tx: Db, closed: EndedOffer[], { why, link, now }: { why: Message; link: Link; now: number }): Promise<void> {
  const notified = (await findBuyers(tx, closed)).map(({ buyer_id, email, model_name, price_cents }) => ({
    recipient: { userId: buyer_id, email },
    words: offerClosed({ productName: model_name, cents: price_cents, ...link }, why),
  }));
  await notify(tx, notified, now);
}

/** Closes the open offers of a buyer who leaves. */
export async function closeOffersOfBuyer(tx: Db, buyerId: string): Promise<void> {
  await transitionOffers(tx, 'close', { buyerId });
}

/** Ends offers that nobody answered in time, and notifies those who made them. */
export async function sweepOffers({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await inBatches(BATCH, async (limit) => {
    const expired = await findExpiredOffers(db, now, limit);
    await workThrough(expired, (id) => db.transaction().execute((tx) => expireOffer(tx, id, now)));
    return expired.length;
  });
}

/** Ends an offer that nobody answered in time, and notifies who made it; returns whether it was open. */
export async function expireOffer(tx: Db, id: string, now: number): Promise<boolean> {
  const [offer] = await transitionOffers(tx, 'expire', { id, expiredBy: now });
  if (!offer) return false;
  const { buyer, seller, productName } = await findNames(tx, offer);
  const words = offerExpired({ productName, cents: offer.price_cents, path: pageOf(offer.listing_id).path });
  await notify(tx, [{ recipient: offer.by_side === 'buyer' ? buyer : seller, words }], now);
  return true;
}
