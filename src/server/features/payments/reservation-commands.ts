import { RESERVATION_LIMITS as LIMITS } from '#contract/payments/reservations.ts';
import type { Db } from '../../db/tables.ts';
import { clearListingReservation, lockListing, setListingReservation } from '../listings/index.ts';
import { buyerOf, notify } from '../notifications/index.ts';
import { type Actor, isForSale, isOrderOpen, releaseOrders, SHOP } from '../orders/index.ts';
import { turnMissed, yourTurn } from './messages.ts';
import { endPastReservations } from './past-commands.ts';
import { beginTurn, endLeftOver, endReservations, findLine, findOpenReservation, findTaken, insertReservation } from './reservation-queries.ts';
import { countsAsLapse, networkAllowance, pausedUntil, refuseLine, refuseNetwork, refusePerson, refuseSecondTurn, type Timing } from './reservation-rules.ts';
import { countNetworkLapses, countReleases, hasLapsed, readStanding } from './standing-queries.ts';

/** The order that a phone is reserved for, and until when. */
export type Reservation = { orderId: string; until: number };

/** Who wants a phone. `network`: the client network they are counted under, and the factor on its limit; null for people who have bought here. */
export type Reserver = { buyerId: string; network: { key: string; factor: number } | null };

type Wanted = { listingId: string; orderId: string };
type Asker = Wanted & Reserver;

export type Given = 'reservation' | 'line';

/** How often others can take a slot between reading and inserting. */
const TRIES = 50;

/**
 * Reserves a listing for an order; returns whose it is then, or null when it is sold or gone, or the order closed. Calling it again doesn't extend the
 * reservation. Throws 409 or 429 at one of the buyer's limits.
 */
export async function reserve(db: Db, asker: Asker, timing: Timing): Promise<Reservation | null> {
  await endPastReservations(db, { listingId: asker.listingId }, timing);
  return db.transaction().execute((tx) => bringUpToDate(tx, asker.listingId, timing, asker));
}

/**
 * Returns whom a listing is reserved for; null when it is reserved for nobody, sold or gone. An expired reservation passes to the next on the
 * waitlist, otherwise to `asker`, and ends payments that others started. The time decides, not a timer: the first call after the end applies it.
 */
async function bringUpToDate(tx: Db, listingId: string, timing: Timing, asker: Asker | null): Promise<Reservation | null> {
  const listing = await lockListing(tx, listingId);
  if (!isForSale(listing)) {
    // It would be refunded: a paused phone, or one under review, can't be paid.
    await releaseOrders(tx, { listingId }, SHOP, timing.now, 'off_sale');
    return null;
  }
  const { reserved_by, reserved_until } = listing;
  const isReserved = reserved_by !== null && reserved_until !== null && reserved_until > timing.now;
  const reservation = isReserved ? { orderId: reserved_by, until: reserved_until } : await giveToNext(tx, listingId, timing, asker);
  await releaseOrders(tx, { listingId, ...(reservation && { exceptId: reservation.orderId }) }, SHOP, timing.now);
  return reservation;
}

/** Gives a free phone to the next on the waitlist and notifies them, or else to `asker`. */
async function giveToNext(tx: Db, listingId: string, timing: Timing, asker: Asker | null): Promise<Reservation | null> {
  const { now, reservationMs } = timing;
  const until = now + Math.round(reservationMs * LIMITS.turn);
  for (const next of await findLine(tx, listingId, now)) {
    const isAsker = next.order_id === asker?.orderId;
    const order = { ...next, id: next.order_id };
    const pause = isAsker ? 0 : pausedUntil(await readStanding(tx, next.buyer_id, timing), reservationMs);
    if (pause > now) {
      await endReservations(tx, { orderId: next.order_id }, { outcome: 'ended', now });
      await notify(tx, [{ recipient: buyerOf(next), words: turnMissed(order, pause) }], now);
      continue;
    }
    await beginTurn(tx, next.id, { now, until });
    if (!isAsker) await notify(tx, [{ recipient: buyerOf(next), words: yourTurn(order, until) }], now);
    return give(tx, listingId, { orderId: next.order_id, until });
  }
  // It may have been closed after it was read, such as in another tab.
  if (!asker || !(await isOrderOpen(tx, asker.orderId))) return null;
  await takeSlot(tx, asker, now + reservationMs, timing);
  return give(tx, listingId, { orderId: asker.orderId, until: now + reservationMs });
}

export async function give(tx: Db, listingId: string, reservation: Reservation): Promise<Reservation> {
  await setListingReservation(tx, listingId, reservation);
  return reservation;
}

/**
 * Takes one of the slots that a person, and their network, may have at a time. Unique indexes decide between concurrent attempts. Throws 409 or 429
 * when there is none.
 */
export async function takeSlot(tx: Db, { listingId, orderId, buyerId, network }: Asker, until: number | null, timing: Timing): Promise<void> {
  const { now } = timing;
  const allowance = network === null ? 0 : networkAllowance(await countNetworkLapses(tx, network.key, timing), network.factor);
  const wanted = { listing_id: listingId, order_id: orderId, buyer_id: buyerId, network: network?.key ?? null, asked_at: now, until };
  for (let tries = 0; tries < TRIES; tries += 1) {
    const own = await findTaken(tx, 'buyer_id', buyerId);
    const slot = firstFree(own.slots, LIMITS.person);
    if (slot === null) throw refusePerson(own.freeAt, now);
    const near = network === null ? null : await findTaken(tx, 'network', network.key);
    const networkSlot = near && firstFree(near.slots, allowance);
    if (near && networkSlot === null) throw refuseNetwork(near.freeAt, now);
    if (await insertReservation(tx, { ...wanted, slot, network_slot: networkSlot })) return;
    if (until !== null) await endLeftOver(tx, { listingId, orderId }, now);
  }
  throw refusePerson(null, now);
}

/** The first free slot, counted from 1; null when all are taken. */
function firstFree(taken: Set<number>, allowance: number): number | null {
  if (taken.size >= allowance) return null;
  for (let slot = 1; slot <= allowance; slot += 1) if (!taken.has(slot)) return slot;
  return null;
}

/**
 * Releases an order's reservation and its position on the waitlist, and passes the phone on; returns how many were released. `isOurs`: not the
 * buyer's doing, so it never counts as a lapse.
 */
export async function releaseReservation(db: Db, wanted: Wanted, timing: Timing, { isOurs, what }: { isOurs: boolean; what?: Given }): Promise<number> {
  await endPastReservations(db, { listingId: wanted.listingId }, timing);
  const ended = await db.transaction().execute((tx) => letGoWithin(tx, wanted, timing, { isOurs, what }));
  if (ended > 0) await passToNext(db, wanted.listingId, timing);
  return ended;
}

async function letGoWithin(
  tx: Db,
  { listingId, orderId }: Wanted,
  timing: Timing,
  { isOurs, what }: { isOurs: boolean; what: Given | undefined },
): Promise<number> {
  await lockListing(tx, listingId);
  const open = await findOpenReservation(tx, orderId);
  if (!open || (what !== undefined && (what === 'line') !== (open.until === null))) return 0;
  if (open.until === null) return endReservations(tx, { orderId }, { outcome: 'ended', now: timing.now });
  const isFree = isOurs || open.excused_at !== null;
  const counts = !isFree && countsAsLapse(timing.now - (open.began_at ?? 0), await countReleases(tx, open.buyer_id, timing));
  await clearListingReservation(tx, listingId, orderId);
  const by: Actor = isOurs ? SHOP : { role: 'buyer', id: open.buyer_id };
  await releaseOrders(tx, { id: orderId }, by, timing.now, isOurs ? 'hold_over' : 'let_go');
  const given = counts ? 'lapsed' : 'let_go';
  return endReservations(tx, { orderId }, { outcome: isFree ? 'ended' : given, now: timing.now });
}

/** Ends an expired reservation, and passes the phone to the next on the waitlist. */
export async function passToNext(db: Db, listingId: string, timing: Timing): Promise<Reservation | null> {
  await endPastReservations(db, { listingId }, timing);
  return db.transaction().execute((tx) => bringUpToDate(tx, listingId, timing, null));
}

/**
 * Adds an order to its phone's waitlist; returns whose the phone is then, or null when the phone is gone or the order closed. A free phone without a
 * waitlist is theirs immediately. Throws 409 or 429 at a limit.
 */
export async function joinLine(db: Db, asker: Asker, timing: Timing): Promise<Reservation | null> {
  await endPastReservations(db, { listingId: asker.listingId }, timing);
  return db.transaction().execute((tx) => joinLineWithin(tx, asker, timing));
}

export async function joinLineWithin(tx: Db, asker: Asker, timing: Timing): Promise<Reservation | null> {
  const { listingId, orderId, buyerId } = asker;
  const listing = await lockListing(tx, listingId);
  if (!isForSale(listing) || !(await isOrderOpen(tx, orderId))) return null;
  const line = await findLine(tx, listingId, timing.now);
  const isReserved = listing.reserved_by !== null && (listing.reserved_until ?? 0) > timing.now;
  if (listing.reserved_by === orderId && isReserved) return { orderId, until: listing.reserved_until ?? 0 };
  if (!isReserved && line.length === 0) return bringUpToDate(tx, listingId, timing, asker);
  if (!line.some(({ order_id }) => order_id === orderId)) {
    const newcomers = line.filter(({ network }) => network !== null).length;
    const isFull = line.length >= LIMITS.line || (asker.network !== null && newcomers >= LIMITS.lineNewcomers);
    if (isFull) throw refuseLine(listing.reserved_until, timing.now);
    if (await hasLapsed(tx, { buyerId, listingId }, timing)) throw refuseSecondTurn();
    await takeSlot(tx, asker, null, timing);
  }
  return bringUpToDate(tx, listingId, timing, null);
}
