import { AGREED_HOURS } from '#contract/offers.ts';
import { hours, minutes } from '#contract/shared/durations.ts';
import type { Db } from '../../db/tables.ts';
import { HttpError } from '../../errors.ts';
import { workThrough } from '../../work-through.ts';
import { clearListingReservation, lockListing } from '../listings/index.ts';
import { extendAgreement, isForSale, SHOP } from '../orders/index.ts';
import { findBlockedAgreements, findLapsedAgreements, type LapsedAgreement } from './agreement-queries.ts';
import { closeOrder } from './ending-commands.ts';
import { endPastReservations } from './past-commands.ts';
import { give, joinLineWithin, type Reservation, takeSlot } from './reservation-commands.ts';
import { beginTurn, endReservations, findLine, findOpenReservation } from './reservation-queries.ts';
import { pausedUntil, type Timing } from './reservation-rules.ts';
import { readStanding } from './standing-queries.ts';

/** How much longer than a day it is after each extension, so that they aren't written with every sweep. */
const SPARE_MS = minutes(10);

type Agreed = { listingId: string; orderId: string; buyerId: string };

/**
 * Reserves a phone for the buyer who agreed on a price with its seller, until that price is over, also when their turn has begun; if others have it
 * reserved or wait for it, the buyer keeps their turn or joins the waitlist. Returns whose the phone is then. At one of the buyer's limits they have the
 * price alone. Call it inside a transaction that has locked the listing.
 */
export async function reserveAgreed(tx: Db, agreed: Agreed, { until, timing }: { until: number; timing: Timing }): Promise<Reservation | null> {
  const { listingId, orderId, buyerId } = agreed;
  const listing = await lockListing(tx, listingId);
  if (!isForSale(listing)) return null;
  const isReserved = listing.reserved_by !== null && (listing.reserved_until ?? 0) > timing.now;
  const isTheirs = isReserved && listing.reserved_by === orderId;
  if (!isTheirs && pausedUntil(await readStanding(tx, buyerId, timing), timing.reservationMs) > timing.now) return null;
  const asker = { ...agreed, network: null };
  const others = (await findLine(tx, listingId, timing.now)).filter(({ order_id }) => order_id !== orderId);
  try {
    if ((isReserved && !isTheirs) || others.length > 0) return await joinLineWithin(tx, asker, timing);
    const own = await findOpenReservation(tx, orderId);
    if (own) await beginTurn(tx, own.id, { now: timing.now, until });
    else await takeSlot(tx, asker, until, timing);
    return await give(tx, listingId, { orderId, until });
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return null;
    throw error;
  }
}

/** Keeps agreed prices a day from their end while their phones are paused or under review, so that buyers have that day once they can pay. */
export async function extendBlockedAgreements(db: Db, now: number): Promise<void> {
  const day = now + hours(AGREED_HOURS);
  await workThrough(await findBlockedAgreements(db, day), async (id) => void (await extendAgreement(db, id, day + SPARE_MS)));
}

/** Closes an unpaid order whose agreed price is over: not one that its buyer can still pay, or whose payment may be under way. */
export async function lapseAgreement(db: Db, orderId: string, timing: Timing): Promise<void> {
  const [lapsed] = await findLapsedAgreements(db, { now: timing.now, orderId });
  if (lapsed) await lapse(db, lapsed, timing);
}

async function lapse(db: Db, { id, listing_id }: LapsedAgreement, timing: Timing): Promise<void> {
  const { now } = timing;
  await endPastReservations(db, { listingId: listing_id }, timing);
  await db.transaction().execute(async (tx) => {
    await lockListing(tx, listing_id);
    // A payment may have begun in the meantime.
    if ((await findLapsedAgreements(tx, { now, orderId: id })).length === 0) return;
    await closeOrder(tx, id, { reason: 'agreement_over', by: SHOP, now });
    await clearListingReservation(tx, listing_id, id);
    await endReservations(tx, { orderId: id }, { outcome: 'ended', now });
  });
}
