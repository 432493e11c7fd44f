// Builds a search index from generated listings, without a database of them, and saves it with questions to ask it: see ../search-index.ts.

import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { createIndexState, type IndexState } from '#server/features/search/index-state.ts';
import { internFacts } from '#server/features/search/listing-facts.ts';
import { groupAndCount } from '#server/features/search/loading.ts';
import type { StateRow } from '#server/features/search/queries.ts';
import { createRows, withRoom } from '#server/features/search/rows.ts';
import { saveIndex } from '#server/features/search/saved-index.ts';
import { fileRow, setVerified } from '#server/features/search/state-rows.ts';
import { say } from '#server/process/say.ts';
import { insertAll } from '#test/support/backlog/insert-all.ts';
import { openCatalog } from '../databases/settled.ts';
import { createShop, latestEnd, type Shop } from '../shop/ingredients.ts';
import { createListingSource, type ListingSource } from '../shop/listings.ts';
import { createWatch } from './bounds.ts';
import { placeIn } from './place.ts';
import { writeQuestions } from './questions.ts';

const BATCH = 10_000;

const [folder = '', size, questions, minutes, gigabytes] = process.argv.slice(2);
await build(folder, Number(size), Number(questions));

async function build(directory: string, listings: number, count: number): Promise<void> {
  const watch = createWatch({ minutes: Number(minutes), gigabytes: Number(gigabytes) });
  const { database, index, asked } = placeIn(directory);
  mkdirSync(index.scratch, { recursive: true });
  const db = openDatabase(database);
  await migrate(db, database.kind);
  const shop = await createShop({ seed: 1, size: listings, end: latestEnd(Date.now()) });
  await insertAll(db, 'categories', shop.categoryRows);
  await insertAll(db, 'users', shop.sellers);
  const source = createListingSource({ ...shop, images: ['/images/none/1280.webp'], modelOf: await openCatalog(db) });
  const before = performance.now();
  const { state, seconds } = await fileAll(shop, source, () => watch.require());
  const filed = performance.now();
  await groupAndCount(state);
  const grouped = performance.now();
  watch.require();
  await saveIndex(db, state, index, Date.now());
  const saved = performance.now();
  const span = (from: number, to: number): string => `${((to - from) / 1000).toFixed(1)} s`;
  say(`${state.rows.length} listings on sale of ${shop.models.length} ${shop.source} models`);
  say(`generated in ${span(before + seconds * 1000, filed)}, filed in ${seconds.toFixed(1)} s, grouped and counted in ${span(filed, grouped)}`);
  say(`saved in ${span(grouped, saved)}: ${(statSync(index.file).size / 1e6).toFixed(0)} MB; at most ${watch.most().toFixed(0)} MB of memory`);
  writeFileSync(asked, JSON.stringify(await writeQuestions(db, shop, count)));
  await db.destroy();
}

/** A state with every listing on sale, ungrouped, and how long it took without generating them. */
async function fileAll(shop: Shop, source: ListingSource, check: () => void): Promise<{ state: IndexState; seconds: number }> {
  const state = createIndexState(shop.categoryRows);
  state.rows = createRows(withRoom(shop.size));
  for (const { id, verified_at } of shop.sellers) if (verified_at !== null) setVerified(state, id, true);
  let ms = 0;
  for (let from = 0; from < shop.size; from += BATCH) {
    const rows = rowsOnSale(source, from, Math.min(from + BATCH, shop.size));
    const began = performance.now();
    for (const row of rows) fileRow(state, row, internFacts(state.facts, row));
    ms += performance.now() - began;
    check();
  }
  return { state, seconds: ms / 1000 };
}

function rowsOnSale(source: ListingSource, from: number, to: number): StateRow[] {
  const rows: StateRow[] = [];
  for (let at = from; at < to; at += 1) {
    const { sold_at = null, removed_at = null, answers = '{}', updates_month = 0, city_lat = null, city_lng = null, ...row } = source.rowAt(at);
    if (sold_at === null && removed_at === null) rows.push({ ...row, sold_at, removed_at, answers, updates_month, city_lat, city_lng });
  }
  return rows;
}
