import { noteListing } from '../../db/changes.ts';
import { type Cursor, type PageOf, toPage } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import { writeAudit } from '../audit/index.ts';
import { type FullListingRow, selectListings } from '../listings/index.ts';

/** Marks a listing; how many rows changed: none when it is marked already, sold or gone. */
export const markAdvertised = (db: Db, listingId: string, now: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('listings')
      .set({ advertised_at: now })
      .where('id', '=', listingId)
      .where('advertised_at', 'is', null)
      .where('sold_at', 'is', null)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) {
      await noteListing(tx, listingId, now);
      await writeAudit(tx, { act: 'listing_advertised', subject: { kind: 'listing', id: listingId }, after: { advertised: true }, now });
    }
    return Number(numUpdatedRows);
  });

export const findAdvertised = async (db: Db, limit: number, after: Cursor | null): Promise<PageOf<FullListingRow>> => {
  const rows = await selectListings(db)
    .where('listings.advertised_at', 'is not', null)
    .where('listings.sold_at', 'is', null)
    .where('listings.removed_at', 'is', null)
    .$if(after !== null, (query) =>
      query.where((eb) => eb(eb.refTuple('listings.advertised_at', 'listings.id'), '<', eb.tuple(after?.key ?? 0, after?.id ?? ''))),
    )
    .orderBy('listings.advertised_at', 'desc')
    .orderBy('listings.id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(
    rows,
    limit,
    (row) => ({ key: row.advertised_at ?? 0, id: row.id }),
    (row) => row,
  );
};
