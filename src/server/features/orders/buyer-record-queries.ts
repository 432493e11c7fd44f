import type { ExpressionBuilder } from 'kysely';
import { HOURS_TO } from '#contract/fulfillment.ts';
import type { BuyerRecord } from '#contract/orders.ts';
import { hours } from '#contract/shared/durations.ts';
import type { Db, OrderRow, Tables } from '../../db/tables.ts';

type Appointments = { kept: number; missed: number };

/** What sellers may know of these buyers: the meetings they came to, and what sellers thought of them. */
export async function findBuyerRecords(db: Db, userIds: string[], now: number): Promise<Map<string, BuyerRecord>> {
  const ids = [...new Set(userIds)];
  if (ids.length === 0) return new Map();
  const [appointments, ratings] = await Promise.all([countAppointments(db, ids, now), findRatings(db, ids, now)]);
  return new Map(
    ids.map((id) => {
      const { kept, missed } = appointments.get(id) ?? { kept: 0, missed: 0 };
      return [id, { kept, all: kept + missed, rating: ratings.get(id) ?? null }];
    }),
  );
}

/**
 * How many phones each of them handed over or took at a meeting, and how many meetings they missed: those they admit, and unanswered reports that stand.
 */
export async function countAppointments(db: Db, userIds: string[], now: number): Promise<Map<string, Appointments>> {
  const [bought, sold, missed] = await Promise.all([
    countHandovers(db, 'orders.buyer_id', userIds),
    countHandovers(db, 'orders.seller_id', userIds),
    countMissed(db, userIds, now),
  ]);
  return new Map(userIds.map((id) => [id, { kept: (bought.get(id) ?? 0) + (sold.get(id) ?? 0), missed: missed.get(id) ?? 0 }]));
}

async function countHandovers(db: Db, side: 'orders.buyer_id' | 'orders.seller_id', userIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('fulfillments', 'fulfillments.order_id', 'orders.id')
    .select((eb) => [eb.ref(side).as('person_id'), eb.fn.countAll<number>().as('count')])
    .where(side, 'in', userIds)
    .where('fulfillments.handed_over_at', 'is not', null)
    .groupBy(side)
    .execute();
  return new Map(rows.map(({ person_id, count }) => [person_id, Number(count)]));
}

async function countMissed(db: Db, userIds: string[], now: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('no_shows')
    .select((eb) => ['absent_id', eb.fn.countAll<number>().as('count')])
    .where('absent_id', 'in', userIds)
    .where((eb) =>
      eb.or([
        eb('result', '=', 'admitted'),
        eb.and([eb('result', 'is', null), eb('reported_at', '<=', now - hours(HOURS_TO.answerNoShow)), isNoShowStanding(eb)]),
      ]),
    )
    .groupBy('absent_id')
    .execute();
  return new Map(rows.map(({ absent_id, count }) => [absent_id, Number(count)]));
}

/**
 * Whether a report of a missed meeting that nobody answered still stands. It is void once its order went on without an answer, unless that was by being
 * canceled: a handover that somebody confirmed, a problem or a decision shows more than a report does.
 */
export function isNoShowStanding({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'no_shows'>) {
  return not(
    exists(
      selectFrom('fulfillment_history')
        .select('step')
        .whereRef('fulfillment_history.order_id', '=', 'no_shows.order_id')
        .whereRef('at', '>=', 'no_shows.reported_at')
        .where('from_state', '=', 'no_show_reported')
        .where('to_state', '!=', 'canceled'),
    ),
  );
}

/** What sellers who met them gave, as far as it is visible. */
async function findRatings(db: Db, userIds: string[], now: number): Promise<Map<string, NonNullable<BuyerRecord['rating']>>> {
  const rows = await db
    .selectFrom('reviews')
    .select((eb) => ['subject_id', eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('stars').as('stars')])
    .where('subject_id', 'in', userIds)
    .where('side', '=', 'seller')
    .where('visible_at', '<=', now)
    .where('removed_at', 'is', null)
    .groupBy('subject_id')
    .execute();
  return new Map(rows.map(({ subject_id, count, stars }) => [subject_id, { average: Number(stars) / Number(count), count: Number(count) }]));
}

/** Whether the buyer of an order has booked the same listing another time since then. */
export async function hasBookedBefore(tx: Db, { id, listing_id, buyer_id }: Pick<OrderRow, 'id' | 'listing_id' | 'buyer_id'>, since: number): Promise<boolean> {
  const row = await tx
    .selectFrom('orders')
    .select('id')
    .where('buyer_id', '=', buyer_id)
    .where('created_at', '>', since)
    .where('listing_id', '=', listing_id)
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
