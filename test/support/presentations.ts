import type { Db } from '#server/db/tables.ts';
import { writePresentation } from '#server/features/listings/presentation.ts';

/** Throws when a listing on sale has a stored presentation that isn't of its present columns: something changed it and didn't note that. */
export async function requireCurrentPresentations(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('listings')
    .selectAll()
    .where('shown', 'is not', null)
    .where('sold_at', 'is', null)
    .where('removed_at', 'is', null)
    .execute();
  const old = rows.filter((row) => row.shown !== writePresentation(row));
  if (old.length > 0) throw new Error(`${old.length} stored presentations are old, the first of listing ${old[0]?.id}`);
}
