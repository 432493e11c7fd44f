import type { Db } from '#server/db/tables.ts';
import { writePresentation } from '#server/features/listings/presentation.ts';

/** The listings on sale whose stored presentation isn't of their present columns: something changed them and didn't note that. */
export async function findOldPresentations(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('listings')
    .selectAll()
    .where('shown', 'is not', null)
    .where('sold_at', 'is', null)
    .where('removed_at', 'is', null)
    .execute();
  return rows.filter((row) => row.shown !== writePresentation(row)).map(({ id }) => id);
}

/** Throws when there are any. */
export async function requireCurrentPresentations(db: Db): Promise<void> {
  const old = await findOldPresentations(db);
  if (old.length > 0) throw new Error(`${old.length} stored presentations are old, the first of listing ${old[0]}`);
}
