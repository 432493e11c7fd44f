import type { Db } from '../../db/tables.ts';

export type ShownReview = Awaited<ReturnType<typeof findShown>>[number];

/** Reviews that have become visible by themselves and whose subject hasn't been notified, in the order of that, after the given one. */
export function findShown(db: Db, now: number, { limit, after }: { limit: number; after: { id: string; notify_at: number | null } | undefined }) {
  return db
    .selectFrom('reviews')
    .select(['id', 'order_id', 'author_id', 'subject_id', 'removed_at', 'notify_at'])
    .where('notify_at', '<=', now)
    .$if(after !== undefined, (query) => query.where((eb) => eb(eb.refTuple('notify_at', 'id'), '>', eb.tuple(after?.notify_at ?? 0, after?.id ?? ''))))
    .orderBy('notify_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Notes that the person reviewed is notified, or needn't be; returns false when that was so already. */
export async function markNotified(tx: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reviews')
    .set({ notify_at: null })
    .where('id', '=', id)
    .where('notify_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
