import { type Cursor, type PageOf, toPage } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import { type FullListingRow, selectListings } from '../listings/index.ts';

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
