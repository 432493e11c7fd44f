import type { Db } from '../../db/tables.ts';

/** A seller's listings that aren't sold. */
export async function findListingIdsOf(db: Db, sellerId: string): Promise<string[]> {
  const rows = await db.selectFrom('listings').select('id').where('seller_id', '=', sellerId).where('sold_at', 'is', null).execute();
  return rows.map(({ id }) => id);
}
