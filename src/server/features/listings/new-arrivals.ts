import { type Cursor, readPage } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import type { FullListingRow } from './listing.ts';
import { findOnSaleByIds } from './queries.ts';
import { modelKeysOf, VARIED, type Varied } from './variety.ts';

const MOST_OF_SELLER = 2;
const PAGE_SIZE = 100;
/** Bounds the search where the newest listings are many ways to write a few models. */
const MOST_PAGES = 20;

type Span = { since: number; after: Cursor | null };

/** The newest listings on sale since a time (epoch ms): at most two of a seller and one of a model. */
export async function findNewArrivals(db: Db, { since, limit }: { since: number; limit: number }): Promise<FullListingRow[]> {
  const picked: Varied[] = [];
  const models = new Set<string>();
  let after: Cursor | null = null;
  for (let pages = 0; pages < MOST_PAGES && picked.length < limit; pages += 1) {
    const { items, next } = await readNewest(db, { since, after }, picked);
    for (const row of items) {
      const keys = modelKeysOf(row);
      if (countOf(picked, row.seller_id) === MOST_OF_SELLER || keys.some((key) => models.has(key))) continue;
      for (const key of keys) models.add(key);
      picked.push(row);
    }
    if (!next) break;
    after = next;
  }
  return findOnSaleByIds(
    db,
    picked.slice(0, limit).map(({ id }) => id),
  );
}

const countOf = (picked: Varied[], sellerId: string): number => picked.filter(({ seller_id }) => seller_id === sellerId).length;

/** One page, without most of what can't be picked anymore: one seller may have listed thousands of phones at once. */
function readNewest(db: Db, { since, after }: Span, picked: Varied[]) {
  const sellers = [...new Set(picked.map(({ seller_id }) => seller_id))].filter((id) => countOf(picked, id) === MOST_OF_SELLER);
  const others = db
    .selectFrom('listings')
    .select([...VARIED, 'created_at'])
    .where('sold_at', 'is', null)
    .where('removed_at', 'is', null)
    .where('created_at', '>=', since)
    .$if(sellers.length > 0, (query) => query.where('seller_id', 'not in', sellers));
  return readPage(
    picked.reduce((query, { brand, model_name }) => query.where((eb) => eb.not(eb.and({ brand, model_name }))), others),
    { key: 'created_at', id: 'id' },
    { limit: PAGE_SIZE, after, toItem: (row) => row },
  );
}
