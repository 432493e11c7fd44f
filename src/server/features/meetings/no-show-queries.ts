import { v7 as uuid } from 'uuid';
import { HOURS_TO } from '#contract/fulfillment.ts';
import { hours } from '#contract/shared/durations.ts';
import type { NoShowsTable } from '../../db/tables/meetings.ts';
import type { Db } from '../../db/tables.ts';
import { isNoShowStanding } from '../orders/index.ts';

/** How long the absent side can answer, in ms. */
export const ANSWER_MS = hours(HOURS_TO.answerNoShow);

export async function insertNoShow(tx: Db, noShow: Omit<NoShowsTable, 'id' | 'result'>): Promise<void> {
  await tx
    .insertInto('no_shows')
    .values({ ...noShow, id: uuid(), result: null })
    .execute();
}

/** The latest report about an order that stands, and that nobody has answered or withdrawn. */
export function findOpenNoShow(db: Db, orderId: string): Promise<NoShowsTable | undefined> {
  return db
    .selectFrom('no_shows')
    .selectAll()
    .where('no_shows.order_id', '=', orderId)
    .where('result', 'is', null)
    .where(isNoShowStanding)
    .orderBy('reported_at', 'desc')
    .executeTakeFirst();
}

/** Answers a report, unless it was before; returns whether it did. */
export async function answerNoShow(tx: Db, id: string, result: NonNullable<NoShowsTable['result']>): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable('no_shows').set({ result }).where('id', '=', id).where('result', 'is', null).executeTakeFirst();
  return numUpdatedRows > 0n;
}
