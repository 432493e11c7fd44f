import { AGREED_HOURS } from '#contract/offers.ts';
import { hours } from '#contract/shared/durations.ts';
import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import { findUser, lockUser } from '../accounts/index.ts';
import { writeAudit } from '../audit/index.ts';
import { findBlocks } from '../conversations/index.ts';
import { offerDiscount } from '../first-purchase/index.ts';
import { findListing, lockListing } from '../listings/index.ts';
import { notify } from '../notifications/index.ts';
import { bookAgreed, findOpenOrder, sideOf, toNewOrder } from '../orders/index.ts';
import { endPastReservations, lapseAgreement, reserveAgreed, type Timing } from '../payments/index.ts';
import { endOffer, write } from './commands.ts';
import { offerAccepted, offerAcceptedForSeller } from './messages.ts';
import { findOfferedListing, type OfferRow } from './queries.ts';
import { refuseAgreement, requireOffer, requireOnSale, requireReachable, requireTurn } from './rules.ts';
import { setOfferOrder } from './transition-queries.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'settings' | 'isProduction' | 'buyerKeys' | 'reservationMs'>;
type Accepting = { side: 'buyer' | 'seller'; discountCents: number; keys: ReturnType<Services['buyerKeys']['of']>; timing: Timing };

/**
 * Accepts the other side's latest offer: the phone is booked for the buyer at that price and reserved for them, or they join its waitlist. Accepting
 * again changes nothing. Throws 403, 404 or 409.
 */
export async function acceptOffer(services: Needs, offer: OfferRow, userId: string): Promise<void> {
  const { db, clock, buyerKeys, reservationMs } = services;
  const side = sideOf(offer, userId);
  requireTurn(offer, side);
  if (offer.state === 'accepted') return;
  const buyer = { userId: offer.buyer_id, email: offer.buyer_email, phone: offer.phone };
  const keys = buyerKeys.of(buyer);
  const { discountCents } = await offerDiscount(services, { addressVerified: offer.buyer_verified === 1 }, { priceCents: offer.price_cents, keys });
  const timing = { now: clock.now(), reservationMs: reservationMs() };
  const earlier = await findOpenOrder(db, offer.listing_id, offer.buyer_id);
  if (earlier) await lapseAgreement(db, earlier.id, timing);
  await endPastReservations(db, { listingId: offer.listing_id }, timing);
  await endPastReservations(db, { buyerId: offer.buyer_id }, timing);
  await db.transaction().execute((tx) => agree(tx, offer, { side, discountCents, keys, timing }));
}

/** `timing.now`: when past reservations were ended. One that ends later still counts, or its phone would be given away twice. */
async function agree(tx: Db, offer: OfferRow, { side, discountCents, keys, timing }: Accepting): Promise<void> {
  const { now } = timing;
  await lockUser(tx, offer.buyer_id);
  await lockListing(tx, offer.listing_id);
  const [ownId, otherId] = side === 'buyer' ? [offer.buyer_id, offer.seller_id] : [offer.seller_id, offer.buyer_id];
  requireReachable(await findBlocks(tx, ownId, otherId), 'answer');
  const state = await findOfferedListing(tx, offer.listing_id);
  const [listing, buyer] = [await findListing(tx, offer.listing_id), await findUser(tx, offer.buyer_id)];
  if (!(await endOffer(tx, offer.id, 'accept', now))) return;
  if (state) requireOnSale(state);
  requireOffer(listing);
  requireOffer(buyer);
  const until = now + hours(AGREED_HOURS);
  const order = toNewOrder(listing, { userId: buyer.id, name: buyer.name, email: buyer.email }, offer, offer.price_cents);
  const booked = await bookAgreed(tx, { ...order, discount_cents: discountCents, agreed_until: until }, { keys, now });
  if (booked.outcome !== 'booked') throw refuseAgreement(booked.outcome, side);
  const { orderId } = booked;
  await setOfferOrder(tx, offer.id, orderId);
  const reservation = await reserveAgreed(tx, { listingId: offer.listing_id, orderId, buyerId: offer.buyer_id }, { until, timing });
  const reservedUntil = reservation?.orderId === orderId ? reservation.until : null;
  await record(tx, offer, { side, orderId, until, reservedUntil, now });
}

async function record(
  tx: Db,
  offer: OfferRow,
  { side, orderId, until, reservedUntil, now }: { side: 'buyer' | 'seller'; orderId: string; until: number; reservedUntil: number | null; now: number },
): Promise<void> {
  const by = { role: side, id: side === 'buyer' ? offer.buyer_id : offer.seller_id };
  const after = { orderId, priceCents: offer.price_cents };
  await writeAudit(tx, { act: 'offer_accepted', subject: { kind: 'listing', id: offer.listing_id }, after, by, now });
  const conversationId = await write(tx, offer, { side, what: 'Accepted', now });
  const about = { productName: offer.model_name, cents: offer.price_cents };
  await notify(
    tx,
    [
      {
        recipient: { userId: offer.buyer_id, email: offer.buyer_email },
        words: offerAccepted({ ...about, path: `/dashboard/payment/${orderId}` }, { until, reservedUntil }),
      },
      {
        recipient: { userId: offer.seller_id, email: offer.seller_email },
        words: offerAcceptedForSeller({ ...about, path: `/dashboard/messages/${conversationId}` }, until),
      },
    ],
    now,
  );
}
