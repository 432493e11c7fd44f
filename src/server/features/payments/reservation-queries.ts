import { v7 as uuid } from 'uuid';
import { RESERVATION_LIMITS as LIMITS } from '#contract/reservations.ts';
import type { Db } from '../../db/tables.ts';
import { buyerOf, notify, yourTurn } from '../notifications/index.ts';
import { type Actor, endReservations, isForSale, lockListing, OPEN, releaseOrders, SHOP } from '../orders/index.ts';
import { countsAsLapse, networkAllowance, pausedUntil, refuseLine, refuseNetwork, refusePerson, refuseSecondTurn, type Timing } from './reservation-rules.ts';
import { countLetGo, countNetworkLapses, endPastReservations, hasLapsed, readStanding } from './standing-queries.ts';

/** Whom a phone is reserved for (an order's id), and until when. */
export type Reservation = { orderId: string; until: number };

/** Who wants a phone. `network`: where they come from, when that is counted, and by how much its limit is multiplied; null for whoever has bought here. */
export type Reserver = { buyerId: string; network: { key: string; factor: number } | null };

type Wanted = { listingId: string; orderId: string };
type Asker = Wanted & Reserver;

const MINUTE_MS = 60_000;

/** Reserves a listing for an order; who has it then, or null when it is sold or gone. Doing it again doesn't make it longer. Throws 409 or 429 at a limit of theirs. */
export const reserve = async (db: Db, asker: Asker, timing: Timing): Promise<Reservation | null> => {
  await endPastReservations(db, { listingId: asker.listingId }, timing.now);
  return db.transaction().execute((tx) => bringUpToDate(tx, asker.listingId, timing, asker));
};

/** Ends a reservation whose time is over, and passes the phone to the next in line. */
export const passOn = async (db: Db, listingId: string, timing: Timing): Promise<Reservation | null> => {
  await endPastReservations(db, { listingId }, timing.now);
  return db.transaction().execute((tx) => bringUpToDate(tx, listingId, timing, null));
};

export type Given = 'reservation' | 'line';

/** Gives up an order's reservation, its place in line, or either, and passes the phone on; how many were given up. `isOurs`: not the buyer's doing, and never counted. */
export const letGo = async (db: Db, { listingId, orderId }: Wanted, timing: Timing, { isOurs, what }: { isOurs: boolean; what?: Given }): Promise<number> => {
  await endPastReservations(db, { listingId }, timing.now);
  const ended = await db.transaction().execute(async (tx) => {
    await lockListing(tx, listingId);
    const open = await tx.selectFrom('reservations').selectAll().where('order_id', '=', orderId).where('ended_at', 'is', null).executeTakeFirst();
    if (!open || (what !== undefined && (what === 'line') !== (open.until === null))) return 0;
    if (open.until === null) return endReservations(tx, { orderId }, { outcome: 'ended', now: timing.now });
    const isFree = isOurs || open.excused_at !== null;
    const counts = !isFree && countsAsLapse(timing.now - (open.began_at ?? 0), await countLetGo(tx, open.buyer_id, timing));
    await tx.updateTable('listings').set({ reserved_by: null, reserved_until: null }).where('id', '=', listingId).where('reserved_by', '=', orderId).execute();
    const by: Actor = isOurs ? SHOP : { role: 'buyer', id: open.buyer_id };
    await releaseOrders(tx, { id: orderId }, by, timing.now, isOurs ? 'hold_over' : 'let_go');
    const given = counts ? 'lapsed' : 'let_go';
    return endReservations(tx, { orderId }, { outcome: isFree ? 'ended' : given, now: timing.now });
  });
  if (ended > 0) await passOn(db, listingId, timing);
  return ended;
};

/** Puts an order into its phone's line; whose the phone is then, or null when one of them is closed. A phone that nobody has and nobody waits for is theirs at once. Throws 409 or 429 at a limit. */
export const joinLine = async (db: Db, asker: Asker, timing: Timing): Promise<Reservation | null> => {
  const { listingId, orderId, buyerId } = asker;
  await endPastReservations(db, { listingId }, timing.now);
  return db.transaction().execute(async (tx) => {
    const listing = await lockListing(tx, listingId);
    if (!isForSale(listing) || !(await isOpen(tx, orderId))) return null;
    const line = await findLine(tx, listingId);
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
  });
};

/** Listings whose reservation is over, or that somebody waits for while nobody has them. */
export const findDue = async (db: Db, now: number): Promise<string[]> => {
  const paying = db
    .selectFrom('orders')
    .innerJoin('listings', 'listings.id', 'orders.listing_id')
    .select('listings.id')
    .where('orders.state', '=', 'paying')
    .where((eb) =>
      eb.or([eb('listings.reserved_by', 'is', null), eb('listings.reserved_by', '!=', eb.ref('orders.id')), eb('listings.reserved_until', '<=', now)]),
    );
  const reserved = db.selectFrom('reservations').select('listing_id as id').where('ended_at', 'is', null).where('until', '<=', now);
  const waited = db
    .selectFrom('reservations')
    .innerJoin('listings', 'listings.id', 'reservations.listing_id')
    .select('listings.id')
    .where('reservations.ended_at', 'is', null)
    .where('reservations.until', 'is', null)
    // What is set aside can be reserved for nobody.
    .where('listings.removed_at', 'is', null)
    .where((eb) => eb.or([eb('listings.reserved_by', 'is', null), eb('listings.reserved_until', '<=', now)]));
  const rows = await paying.union(reserved).union(waited).execute();
  return rows.map(({ id }) => id);
};

/** Why a listing can't be reserved: its present state. */
export const findSaleState = (db: Db, listingId: string) =>
  db.selectFrom('listings').select(['sold_at', 'removed_at', 'removed_reason', 'reserved_by', 'reserved_until']).where('id', '=', listingId).executeTakeFirst();

/**
 * Whom a listing is reserved for. When its time is over it falls to the next in line, else to `asker`; payments that others began end
 * with it. Null when nobody has it, or it is sold or gone. Time decides, not a timer: whoever looks first after the end sees it.
 */
const bringUpToDate = async (tx: Db, listingId: string, timing: Timing, asker: Asker | null): Promise<Reservation | null> => {
  const listing = await lockListing(tx, listingId);
  if (!isForSale(listing)) return null;
  const { reserved_by, reserved_until } = listing;
  const isReserved = reserved_by !== null && reserved_until !== null && reserved_until > timing.now;
  const reservation = isReserved ? { orderId: reserved_by, until: reserved_until } : await giveToNext(tx, listingId, timing, asker);
  await releaseOrders(tx, { listingId, ...(reservation && { exceptId: reservation.orderId }) }, SHOP, timing.now);
  return reservation;
};

/** Gives a free phone to the next in line, who is told, or else to whoever asks. */
const giveToNext = async (tx: Db, listingId: string, timing: Timing, asker: Asker | null): Promise<Reservation | null> => {
  const { now, reservationMs } = timing;
  const until = now + Math.round(reservationMs * LIMITS.turn);
  for (const next of await findLine(tx, listingId)) {
    const isAsker = next.order_id === asker?.orderId;
    if (!isAsker && pausedUntil(await readStanding(tx, next.buyer_id, timing), reservationMs) > now) {
      await endReservations(tx, { orderId: next.order_id }, { outcome: 'ended', now });
      continue;
    }
    await tx.updateTable('reservations').set({ began_at: now, until }).where('id', '=', next.id).execute();
    const words = yourTurn({ ...next, id: next.order_id }, Math.ceil((until - now) / MINUTE_MS));
    if (!isAsker) await notify(tx, [{ recipient: buyerOf(next), words }], now);
    return give(tx, listingId, { orderId: next.order_id, until });
  }
  if (!asker) return null;
  await takeSlot(tx, asker, now + reservationMs, timing);
  return give(tx, listingId, { orderId: asker.orderId, until: now + reservationMs });
};

const give = async (tx: Db, listingId: string, reservation: Reservation): Promise<Reservation> => {
  await tx.updateTable('listings').set({ reserved_by: reservation.orderId, reserved_until: reservation.until }).where('id', '=', listingId).execute();
  return reservation;
};

const findLine = (tx: Db, listingId: string) =>
  tx
    .selectFrom('reservations')
    .innerJoin('orders', 'orders.id', 'reservations.order_id')
    .select([
      'reservations.id',
      'reservations.order_id',
      'reservations.network',
      'orders.buyer_id',
      'orders.email',
      'orders.product_name',
      'orders.price_cents',
    ])
    .where('reservations.listing_id', '=', listingId)
    .where('reservations.ended_at', 'is', null)
    .where('reservations.until', 'is', null)
    .where('orders.state', 'in', [...OPEN])
    .orderBy('reservations.asked_at')
    .orderBy('reservations.id')
    .execute();

const isOpen = async (tx: Db, orderId: string): Promise<boolean> =>
  (await tx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where('state', 'in', [...OPEN])
    .executeTakeFirst()) !== undefined;

/** As often as others can take a slot between the look and the insert. */
const TRIES = 50;

/** Takes one of the slots that a person, and their network, may have at a time. Unique indices decide between those who try at once. Throws 409 or 429 when there is none. */
const takeSlot = async (tx: Db, { listingId, orderId, buyerId, network }: Asker, until: number | null, timing: Timing): Promise<void> => {
  const { now } = timing;
  const allowance = network === null ? 0 : networkAllowance(await countNetworkLapses(tx, network.key, timing), network.factor);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const own = await findTaken(tx, 'buyer_id', buyerId);
    const slot = firstFree(own.slots, LIMITS.person);
    if (slot === null) throw refusePerson(own.freeAt, now);
    const near = network === null ? null : await findTaken(tx, 'network', network.key);
    const networkSlot = near && firstFree(near.slots, allowance);
    if (near && networkSlot === null) throw refuseNetwork(near.freeAt, now);
    const taken = await tx
      .insertInto('reservations')
      .values({
        id: uuid(),
        listing_id: listingId,
        order_id: orderId,
        buyer_id: buyerId,
        slot,
        network: network?.key ?? null,
        network_slot: networkSlot,
        asked_at: now,
        began_at: until === null ? null : now,
        until,
        excused_at: null,
        ended_at: null,
        outcome: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if ((taken.numInsertedOrUpdatedRows ?? 0n) > 0n) return;
    // A listing that was set aside and came back may have left one open.
    if (until !== null) await endLeftOver(tx, { listingId, orderId }, now);
  }
  throw refusePerson(null, now);
};

const endLeftOver = async (tx: Db, { listingId, orderId }: Wanted, now: number): Promise<void> => {
  await tx
    .updateTable('reservations')
    .set({ ended_at: now, outcome: 'ended' })
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('order_id', '=', orderId), eb.and([eb('listing_id', '=', listingId), eb('until', 'is not', null)])]))
    .execute();
};

const findTaken = async (tx: Db, column: 'buyer_id' | 'network', value: string): Promise<{ slots: Set<number>; freeAt: number | null }> => {
  const rows = await tx.selectFrom('reservations').select(['slot', 'network_slot', 'until']).where(column, '=', value).where('ended_at', 'is', null).execute();
  const ends = rows.flatMap(({ until }) => until ?? []);
  return {
    slots: new Set(rows.map((row) => (column === 'buyer_id' ? row.slot : (row.network_slot ?? 0)))),
    freeAt: ends.length > 0 ? Math.min(...ends) : null,
  };
};

/** The first slot that is not taken, counted from 1; null when as many are taken as there may be. */
const firstFree = (taken: Set<number>, allowance: number): number | null => {
  if (taken.size >= allowance) return null;
  for (let slot = 1; slot <= allowance; slot += 1) if (!taken.has(slot)) return slot;
  return null;
};
