import { v7 as uuid } from 'uuid';
import { type ListPage, searchPage } from '../../db/paging.ts';
import type { ConversationReportsTable } from '../../db/tables/conversations.ts';
import type { Db } from '../../db/tables.ts';

/** How many messages before a report the admins read. */
const CONTEXT = 30;

export type ReportRow = Awaited<ReturnType<typeof findReported>>['items'][number];
export type ContextMessage = Awaited<ReturnType<typeof findContext>>[number];

export type NewReport = Pick<ConversationReportsTable, 'conversation_id' | 'reporter_id' | 'reported_id' | 'side' | 'reason' | 'last_number'>;

/** Adds a report; returns its id, or null when this person has an open one of the conversation. */
export async function insertReport(tx: Db, report: NewReport, now: number): Promise<string | null> {
  const id = uuid();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('conversation_reports')
    .values({ ...report, id, created_at: now, closed_at: null })
    .onConflict((conflict) => conflict.columns(['conversation_id', 'reporter_id']).where('closed_at', 'is', null).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n ? id : null;
}

/** Open reports, by when they were made. */
export function findReported(db: Db, { direction, ...page }: ListPage) {
  const query = db
    .selectFrom('conversation_reports as made')
    .innerJoin('conversations', 'conversations.id', 'made.conversation_id')
    .innerJoin('listings', 'listings.id', 'conversations.listing_id')
    .innerJoin('users as buyers', 'buyers.id', 'conversations.buyer_id')
    .innerJoin('users as sellers', 'sellers.id', 'conversations.seller_id')
    .where('made.closed_at', 'is', null)
    .select(['made.id', 'made.conversation_id', 'made.side', 'made.reason', 'made.last_number', 'made.created_at'])
    .select(['conversations.listing_id', 'conversations.buyer_id', 'conversations.seller_id', 'listings.model_name'])
    .select(['listings.sold_at', 'listings.removed_at', 'listings.removed_reason'])
    .select(['buyers.name as buyer_name', 'sellers.name as seller_name']);
  return searchPage(
    query,
    { key: 'made.created_at', id: 'made.id', direction },
    {
      ...page,
      columns: ['made.reason', 'buyers.name', 'sellers.name'],
      toItem: (row) => row,
    },
  );
}

/** The last messages before each of these reports, oldest first. */
export async function findContext(db: Db, reports: Pick<ReportRow, 'conversation_id' | 'last_number'>[]) {
  if (reports.length === 0) return [];
  return db
    .selectFrom('conversation_messages')
    .select(['id', 'conversation_id', 'number', 'side', 'text', 'photos', 'created_at'])
    .where((eb) =>
      eb.or(
        reports.map(({ conversation_id, last_number }) =>
          eb.and([eb('conversation_id', '=', conversation_id), eb('number', '>', last_number - CONTEXT), eb('number', '<=', last_number)]),
        ),
      ),
    )
    .orderBy('conversation_id')
    .orderBy('number')
    .execute();
}

/** A report, whether open or not. */
export function findReport(db: Db, id: string) {
  return db
    .selectFrom('conversation_reports as made')
    .innerJoin('conversations', 'conversations.id', 'made.conversation_id')
    .innerJoin('listings', 'listings.id', 'conversations.listing_id')
    .select(['made.id', 'made.conversation_id', 'made.reporter_id', 'made.reported_id', 'conversations.listing_id', 'listings.model_name'])
    .where('made.id', '=', id)
    .executeTakeFirst();
}

/** Closes an open report; returns false when it was closed before. */
export async function closeReport(tx: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('conversation_reports')
    .set({ closed_at: now })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
