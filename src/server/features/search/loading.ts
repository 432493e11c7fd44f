import type { Change } from '../../db/changes.ts';
import type { Db } from '../../db/tables.ts';
import { pause } from '../../turns.ts';
import { addCategory, createIndexState, type IndexState } from './index-state.ts';
import { countOnSale, findBrands, findFactRows, findIndexRows, findStates, findStatesOf, findVerifiedSellers, isVerified, type StateRow } from './queries.ts';
import { createRows, withRoom } from './rows.ts';
import { sortRows } from './sort-rows.ts';
import { countEverything, fileRow, setFacts, setVerified, sortIfNeeded, takeOff, upsertRow } from './state-rows.ts';

/** Takes some 10 ms. */
const BATCH = 1000;

/** Each row has some 2 KB to parse. */
const FACTS_BATCH = 300;

/** Each has some 2 KB to parse, too. */
const LISTINGS_AT_ONCE = 200;

/** Loads everything that is on sale. */
export async function loadState(db: Db): Promise<IndexState> {
  const state = createIndexState(await findBrands(db));
  state.rows = createRows(withRoom(await countOnSale(db)));
  for (const id of await findVerifiedSellers(db)) setVerified(state, id, true);
  for (let after: { created_at: number; id: string } | null = null; ; ) {
    const rows = await findIndexRows(db, after, BATCH);
    for (const row of rows) fileRow(state, row);
    const last = rows.at(-1);
    if (rows.length < BATCH || !last) break;
    after = { created_at: last.created_at, id: last.id };
    await pause();
  }
  await groupAndCount(state);
  return state;
}

/** Groups and counts the rows of a state, which were filed in listing order. */
export async function groupAndCount(state: IndexState): Promise<void> {
  Object.assign(state.rows, { sorted: state.rows.length, byListing: new Uint32Array(state.rows.length).map((_, row) => row) });
  await sortRows(state);
  await countEverything(state);
}

/** Reads what listings on sale say of the phone, which few searches need: small batches, so that requests are served in between. */
export async function loadFacts(db: Db, state: IndexState): Promise<void> {
  for (let after: { created_at: number; id: string } | null = null; ; ) {
    const rows = await findFactRows(db, after, FACTS_BATCH);
    for (const row of rows) setFacts(state, row);
    const last = rows.at(-1);
    if (rows.length < FACTS_BATCH || !last) return;
    after = { created_at: last.created_at, id: last.id };
    await pause();
  }
}

/** Applies changes to a state. */
export async function follow(db: Db, state: IndexState, changes: Change[]): Promise<void> {
  const listings = [...new Set(changes.flatMap(({ listing_id }) => listing_id ?? []))];
  const sellers = [...new Set(changes.flatMap(({ listing_id, seller_id }) => (listing_id === null && seller_id !== null ? seller_id : [])))];
  for (let start = 0; start < listings.length; start += LISTINGS_AT_ONCE) {
    if (start > 0) await pause();
    await place(db, state, await findStates(db, listings.slice(start, start + LISTINGS_AT_ONCE)));
  }
  for (const id of sellers) await followSeller(db, state, id);
  // Without memory for it, searches go on with the rows as they are.
  sortIfNeeded(state).catch(() => {});
}

async function place(db: Db, state: IndexState, rows: StateRow[]): Promise<void> {
  await addNewcomers(db, state, rows);
  for (const row of rows) upsertRow(state, row, row.sold_at === null && row.removed_at === null);
}

/** Adds brands and sellers that are newer than the state. */
async function addNewcomers(db: Db, state: IndexState, rows: StateRow[]): Promise<void> {
  if (rows.some(({ category_id }) => !state.categories.numbers.has(category_id))) for (const { id, name } of await findBrands(db)) addCategory(state, id, name);
  const strangers = new Set(rows.flatMap(({ seller_id }) => (state.sellers.numbers.has(seller_id) ? [] : seller_id)));
  for (const id of strangers) setVerified(state, id, await isVerified(db, id));
}

async function followSeller(db: Db, state: IndexState, sellerId: string): Promise<void> {
  setVerified(state, sellerId, await isVerified(db, sellerId));
  const there = new Set<string>();
  for (let after: StateRow | null = null; ; ) {
    const rows: StateRow[] = await findStatesOf(db, sellerId, after, LISTINGS_AT_ONCE);
    await place(db, state, rows);
    for (const { id } of rows) there.add(id);
    after = rows.at(-1) ?? null;
    if (rows.length < LISTINGS_AT_ONCE) break;
    await pause();
  }
  takeOff(state, sellerId, (id) => !there.has(id));
}
