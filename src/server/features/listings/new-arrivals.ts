import { type Cursor, readPage } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import type { FullListingRow } from './listing.ts';
import { findOnSaleByIds } from './queries.ts';
import { modelKeysOf, VARIED, type Varied } from './variety.ts';

const MOST_OF_SELLER = 2;
const PAGE_SIZE = 500;
/** Bounds the search where one seller or one model fills the newest listings. */
const MOST_READ = 2000;

/** The newest listings on sale since a time (epoch ms): at most two of a seller and one of a model, among the newest `MOST_READ`. */
export async function findNewArrivals(db: Db, { since, limit }: { since: number; limit: number }): Promise<FullListingRow[]> {
  const picked: string[] = [];
  const sellers = new Map<string, number>();
  const models = new Set<string>();
  for await (const row of newestOnSale(db, since)) {
    const ofSeller = sellers.get(row.seller_id) ?? 0;
    if (ofSeller === MOST_OF_SELLER) continue;
    const keys = modelKeysOf(row);
    if (keys.some((key) => models.has(key))) continue;
    sellers.set(row.seller_id, ofSeller + 1);
    for (const key of keys) models.add(key);
    picked.push(row.id);
    if (picked.length === limit) break;
  }
  return findOnSaleByIds(db, picked);
}

async function* newestOnSale(db: Db, since: number): AsyncGenerator<Varied> {
  let after: Cursor | null = null;
  for (let read = 0; read < MOST_READ; read += PAGE_SIZE) {
    const { items, next } = await readNewest(db, since, after);
    yield* items;
    if (!next) return;
    after = next;
  }
}

function readNewest(db: Db, since: number, after: Cursor | null) {
  return readPage(
    db
      .selectFrom('listings')
      .select([...VARIED, 'created_at'])
      .where('sold_at', 'is', null)
      .where('removed_at', 'is', null)
      .where('created_at', '>=', since),
    { key: 'created_at', id: 'id' },
    { limit: PAGE_SIZE, after, cursorOf: (row) => ({ key: row.created_at, id: row.id }), toItem: (row) => row },
  );
}
