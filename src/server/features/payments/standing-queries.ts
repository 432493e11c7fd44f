import { RESERVATION_LIMITS as LIMITS } from '#contract/payments/reservations.ts';
import type { Db } from '../../db/tables.ts';
import type { Standing, Timing } from './reservation-rules.ts';

/** Reservations with an end that are still open, and what their listings say of them: of a listing, of a buyer, or of a network. */
export function findTimed(db: Db, { listingId, buyerId, network }: { listingId?: string; buyerId?: string; network?: string }) {
  return db
    .selectFrom('reservations')
    .innerJoin('listings', 'listings.id', 'reservations.listing_id')
    .innerJoin('orders', 'orders.id', 'reservations.order_id')
    .select((eb) => [
      'reservations.id',
      'reservations.order_id',
      'reservations.buyer_id',
      'reservations.asked_at',
      'reservations.began_at',
      eb.ref('reservations.until').$notNull().as('until'),
      'reservations.excused_at',
      'listings.reserved_by',
      'listings.reserved_until',
      'orders.email',
      'orders.product_name',
      'orders.price_cents',
      'orders.agreed_until',
    ])
    .where('reservations.ended_at', 'is', null)
    .where('reservations.until', 'is not', null)
    .$if(listingId !== undefined, (query) => query.where('reservations.listing_id', '=', listingId ?? ''))
    .$if(buyerId !== undefined, (query) => query.where('reservations.buyer_id', '=', buyerId ?? ''))
    .$if(network !== undefined, (query) => query.where('reservations.network', '=', network ?? ''))
    .execute();
}

/** Ends one reservation; returns whether it was still open, and as long as it was then: an agreed price may have made it longer. */
export async function endReservation(
  tx: Db,
  { id, until }: { id: string; until: number },
  { outcome, at }: { outcome: 'lapsed' | 'ended'; at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reservations')
    .set({ ended_at: at, outcome })
    .where('id', '=', id)
    .where('until', '=', until)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether a person has bought here, and how many reservations they have let lapse since. */
export async function readStanding(db: Db, buyerId: string, { now, reservationMs }: Timing): Promise<Standing> {
  const { paidAt } = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select((eb) => eb.fn.max<number | null>('payments.created_at').as('paidAt'))
    .where('orders.buyer_id', '=', buyerId)
    .where('payments.state', '=', 'kept')
    .executeTakeFirstOrThrow();
  const { lapses, lastLapseAt } = await db
    .selectFrom('reservations')
    .select((eb) => [eb.fn.countAll<number>().as('lapses'), eb.fn.max<number | null>('ended_at').as('lastLapseAt')])
    .where('buyer_id', '=', buyerId)
    .where('outcome', '=', 'lapsed')
    .where('ended_at', '>', Math.max(paidAt ?? 0, now - LIMITS.forgottenAfter * reservationMs))
    .executeTakeFirstOrThrow();
  return { hasPaid: paidAt !== null, lapses, lastLapseAt };
}

/** How often a person released a phone for free within a day. */
export async function countReleases(db: Db, buyerId: string, { now, reservationMs }: Timing): Promise<{ atOnce: number; later: number }> {
  const rows = await db
    .selectFrom('reservations')
    .select(['began_at', 'ended_at'])
    .where('buyer_id', '=', buyerId)
    .where('outcome', '=', 'let_go')
    .where('ended_at', '>', now - LIMITS.day * reservationMs)
    .execute();
  const atOnce = rows.filter(({ began_at, ended_at }) => (ended_at ?? 0) - (began_at ?? 0) <= LIMITS.atOnceMs).length;
  return { atOnce, later: rows.length - atOnce };
}

/** How many reservations lapsed on a network within a day. */
export async function countNetworkLapses(db: Db, network: string, { now, reservationMs }: Timing): Promise<number> {
  const { lapses } = await db
    .selectFrom('reservations')
    .select((eb) => eb.fn.countAll<number>().as('lapses'))
    .where('network', '=', network)
    .where('outcome', '=', 'lapsed')
    .where('ended_at', '>', now - LIMITS.day * reservationMs)
    .executeTakeFirstOrThrow();
  return lapses;
}

/** Whether a person let this phone lapse within a day. */
export async function hasLapsed(db: Db, { buyerId, listingId }: { buyerId: string; listingId: string }, { now, reservationMs }: Timing): Promise<boolean> {
  const row = await db
    .selectFrom('reservations')
    .select('id')
    .where('buyer_id', '=', buyerId)
    .where('listing_id', '=', listingId)
    .where('outcome', '=', 'lapsed')
    .where('ended_at', '>', now - LIMITS.day * reservationMs)
    .executeTakeFirst();
  return row !== undefined;
}

/** Excuses a buyer while something other than them prevents their payment; `since: null` ends that. */
export async function exemptFromLapse(db: Db, orderId: string, since: number | null): Promise<void> {
  await db.updateTable('reservations').set({ excused_at: since }).where('order_id', '=', orderId).where('ended_at', 'is', null).execute();
}

/** Excuses a lapsed reservation after a payment arrived for its order. */
export async function forgiveLapse(tx: Db, orderId: string): Promise<void> {
  await tx.updateTable('reservations').set({ outcome: 'paid' }).where('order_id', '=', orderId).where('outcome', '=', 'lapsed').execute();
}

/** Deletes some of the reservations that no longer count; returns how many. */
export async function forgetOldReservations(db: Db, { now, reservationMs }: Timing, limit: number): Promise<number> {
  const before = now - (LIMITS.forgottenAfter + LIMITS.day) * reservationMs;
  const old = db.selectFrom('reservations').select('id').where('ended_at', '<', before).limit(limit);
  return Number((await db.deleteFrom('reservations').where('id', 'in', old).executeTakeFirst()).numDeletedRows);
}
