import { v7 as uuid } from 'uuid';
import type { ReservationsTable } from '../../db/tables/orders.ts';
import type { Db } from '../../db/tables.ts';
import { OPEN } from '../orders/index.ts';

type NewReservation = Pick<ReservationsTable, 'listing_id' | 'order_id' | 'buyer_id' | 'slot' | 'network' | 'network_slot' | 'asked_at' | 'until'>;

/** Listings with an expired reservation, or with a waitlist but no reservation. */
export async function findDue(db: Db, now: number): Promise<string[]> {
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
    // Listings under review can't be reserved.
    .where('listings.removed_at', 'is', null)
    .where((eb) => eb.or([eb('listings.reserved_by', 'is', null), eb('listings.reserved_until', '<=', now)]));
  const rows = await paying.union(reserved).union(waited).execute();
  return rows.map(({ id }) => id);
}

/** Reservations that ended after a moment or, if they are active, began after it. */
export function findAhead(db: Db, moment: number) {
  const reservations = db
    .selectFrom('reservations')
    .select(['id', 'listing_id', 'order_id', 'asked_at', 'until'])
    .select(({ fn }) => fn.coalesce('ended_at', 'began_at', 'asked_at').as('latest'));
  // None ends before it begins.
  const active = reservations.where('ended_at', 'is', null).where('until', '>', moment).where('began_at', '>', moment);
  return reservations.where('ended_at', '>', moment).unionAll(active).execute();
}

/** Moves all moments of a reservation back by this much, once; returns whether it did. */
export async function moveBack(tx: Db, { id, asked_at }: Pick<ReservationsTable, 'id' | 'asked_at'>, byMs: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reservations')
    .set((eb) => ({
      asked_at: eb('asked_at', '-', byMs),
      began_at: eb('began_at', '-', byMs),
      until: eb('until', '-', byMs),
      ended_at: eb('ended_at', '-', byMs),
    }))
    .where('id', '=', id)
    .where('asked_at', '=', asked_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** An order's active reservation or position on the waitlist. */
export function findOpenReservation(tx: Db, orderId: string): Promise<ReservationsTable | undefined> {
  return tx.selectFrom('reservations').selectAll().where('order_id', '=', orderId).where('ended_at', 'is', null).executeTakeFirst();
}

/** A listing's waitlist, first in line first, without those whose agreed price is over. */
export function findLine(tx: Db, listingId: string, now: number) {
  return tx
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
    .where((eb) => eb.or([eb('orders.agreed_until', 'is', null), eb('orders.agreed_until', '>', now)]))
    .orderBy('reservations.asked_at')
    .orderBy('reservations.id')
    .execute();
}

/** Begins the turn of an order on the waitlist, or begins it again to last longer. */
export async function beginTurn(tx: Db, id: string, { now, until }: { now: number; until: number }): Promise<void> {
  await tx.updateTable('reservations').set({ began_at: now, until }).where('id', '=', id).execute();
}

/** Ends reservations and positions on the waitlist: of a listing, of a buyer, or of one order; returns how many there were. */
export async function endReservations(
  tx: Db,
  { listingId, buyerId, orderId }: { listingId?: string; buyerId?: string; orderId?: string },
  { outcome, now }: { outcome: 'paid' | 'let_go' | 'lapsed' | 'ended'; now: number },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('reservations')
    .set({ ended_at: now, outcome })
    .where('ended_at', 'is', null)
    .$if(listingId !== undefined, (query) => query.where('listing_id', '=', listingId ?? ''))
    .$if(buyerId !== undefined, (query) => query.where('buyer_id', '=', buyerId ?? ''))
    .$if(orderId !== undefined, (query) => query.where('order_id', '=', orderId ?? ''))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Ends what a listing may have left open after being suspended and restored: the order's own, or a reservation of the listing. */
export async function endLeftOver(tx: Db, { listingId, orderId }: { listingId: string; orderId: string }, now: number): Promise<void> {
  await tx
    .updateTable('reservations')
    .set({ ended_at: now, outcome: 'ended' })
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('order_id', '=', orderId), eb.and([eb('listing_id', '=', listingId), eb('until', 'is not', null)])]))
    .execute();
}

/** The slots that a person or a network has taken, and when one of them ends at the latest (null if none has an end). */
export async function findTaken(tx: Db, column: 'buyer_id' | 'network', value: string): Promise<{ slots: Set<number>; freeAt: number | null }> {
  const rows = await tx.selectFrom('reservations').select(['slot', 'network_slot', 'until']).where(column, '=', value).where('ended_at', 'is', null).execute();
  const ends = rows.flatMap(({ until }) => until ?? []);
  return {
    slots: new Set(rows.map((row) => (column === 'buyer_id' ? row.slot : (row.network_slot ?? 0)))),
    freeAt: ends.length > 0 ? Math.min(...ends) : null,
  };
}

/** Inserts a reservation or, without `until`, a position on the waitlist; returns false when one of its slots was taken in the meantime. */
export async function insertReservation(tx: Db, reservation: NewReservation): Promise<boolean> {
  const began_at = reservation.until === null ? null : reservation.asked_at;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('reservations')
    .values({ ...reservation, id: uuid(), began_at, excused_at: null, ended_at: null, outcome: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
