import { type ListPage, searchPage } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import { selectWithSubjects } from './queries.ts';

/** Reviews that were removed since then, by when. */
export function findRemoved(db: Db, since: number, { direction, ...page }: ListPage) {
  return searchPage(
    selectWithSubjects(db).where('reviews.removed_at', '>=', since),
    { key: 'reviews.removed_at', id: 'reviews.id', direction },
    {
      ...page,
      columns: ['reviews.text', 'authors.name', 'subjects.name'],
      toItem: (row) => row,
    },
  );
}

/** Restores a review that was removed since then; returns whether it did. */
export async function markReviewRestored(tx: Db, id: string, since: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reviews')
    .set({ removed_at: null, removed_reason: null })
    .where('id', '=', id)
    .where('removed_at', '>=', since)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Who had reported a review when its reports were closed at this moment. */
export async function findReportersUntil(tx: Db, id: string, closedAt: number): Promise<string[]> {
  const rows = await tx.selectFrom('review_reports').select('reporter_id').where('review_id', '=', id).where('closed_at', '=', closedAt).execute();
  return rows.map(({ reporter_id }) => reporter_id);
}
