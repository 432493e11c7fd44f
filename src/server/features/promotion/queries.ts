import { type Cursor, type PageOf, readPage } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import { type FullListingRow, selectListings } from '../listings/index.ts';

/** Advertised listings on sale, most recently advertised first. */
export async function findAdvertised(db: Db, limit: number, after: Cursor | null): Promise<PageOf<FullListingRow>> {
  const query = selectListings(db)
    .where('listings.advertised_at', 'is not', null)
    .where('listings.sold_at', 'is', null)
    .where('listings.removed_at', 'is', null);
  return readPage(
    query,
    { key: 'listings.advertised_at', id: 'listings.id' },
    {
      limit,
      after,
      cursorOf: (row) => ({ key: row.advertised_at ?? 0, id: row.id }),
      toItem: (row) => row,
    },
  );
}
