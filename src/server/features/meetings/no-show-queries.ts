import { v7 as uuid } from 'uuid';
import { HOURS_TO } from '#contract/fulfillment.ts';
import { hours } from '#contract/shared/durations.ts';
import type { NoShowsTable } from '../../db/tables/meetings.ts';
import type { Db } from '../../db/tables.ts';

/** How long the absent side can answer, in ms. */
export const ANSWER_MS = hours(HOURS_TO.answerNoShow);

export async function insertNoShow(tx: Db, noShow: Omit<NoShowsTable, 'id' | 'result'>): Promise<void> {
  await tx
    .insertInto('no_shows')
    .values({ ...noShow, id: uuid(), result: null })
    .execute();
}

/** The latest report about an order that nobody has answered or withdrawn. */
export function findOpenNoShow(db: Db, orderId: string): Promise<NoShowsTable | undefined> {
  return db.selectFrom('no_shows').selectAll().where('order_id', '=', orderId).where('result', 'is', null).orderBy('reported_at', 'desc').executeTakeFirst();
}

/** Answers a report, unless it was before; returns whether it did. */
export async function answerNoShow(tx: Db, id: string, result: NonNullable<NoShowsTable['result']>): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable('no_shows').set({ result }).where('id', '=', id).where('result', 'is', null).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** How many phones a person handed over or took at a meeting, and how many meetings they missed: those they admit, and reports left unanswered. */
export async function countAppointments(db: Db, userId: string, now: number): Promise<{ kept: number; missed: number }> {
  const handedOver = await db
    .selectFrom('fulfillments')
    .innerJoin('orders', 'orders.id', 'fulfillments.order_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => eb.or([eb('orders.buyer_id', '=', userId), eb('orders.seller_id', '=', userId)]))
    .where('fulfillments.handed_over_at', 'is not', null)
    .executeTakeFirstOrThrow();
  const counted = await db
    .selectFrom('no_shows')
    .innerJoin('fulfillments', 'fulfillments.order_id', 'no_shows.order_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('no_shows.absent_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('no_shows.result', '=', 'admitted'),
        // Who handed the phone over after all did come.
        eb.and([eb('no_shows.result', 'is', null), eb('no_shows.reported_at', '<=', now - ANSWER_MS), eb('fulfillments.handed_over_at', 'is', null)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return { kept: Number(handedOver.count), missed: Number(counted.count) };
}
