import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChangeFeed } from '#server/db/change-feed.ts';
import { dateListings, toListingRow } from '#server/db/seed/listing-rows.ts';
import { readDemoListings } from '#server/db/seed/read-demo-listings.ts';
import { createSearchIndex, NO_FILTERS } from '#server/features/search/index.ts';
import type { SearchEngine } from '#server/ports/search-engine.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { insertCategory, insertUser } from '#test/support/world/rows.ts';

/** Searches as people type them, with the labels of the filters that each leads to; `? word` is a word that it must say it doesn't know. */
type Sentences = Record<string, string[]>;

const NOW = Date.UTC(2026, 10, 1);

let database: TestDatabase;
let searchIndex: SearchEngine;

beforeAll(async () => {
  database = await freshDatabase();
  const { db } = database;
  const listings = await readDemoListings();
  const categories = new Map<string, string>();
  for (const brand of new Set(listings.map((listing) => listing.brand))) categories.set(brand, await insertCategory(db, brand));
  const ids = new Map<string, string>();
  for (const email of new Set(listings.map(({ seller }) => seller.email))) ids.set(email, (await insertUser(db, { role: 'seller', now: NOW })).id);
  const rows = dateListings(listings, NOW).map((dated) =>
    toListingRow(dated, { people: { ids }, categoryId: categories.get(dated.listing.brand) ?? '', image: '/images/none', now: NOW }),
  );
  await db.insertInto('listings').values(rows).execute();
  searchIndex = createSearchIndex(
    db,
    createChangeFeed(() => db),
  );
});
afterAll(() => database.drop());

test.each([
  { half: 'tuned', least: 100 },
  { half: 'held-out', least: 95 },
])('Understands at least $least % of the $half sentences exactly', async ({ half, least }) => {
  const sentences = readSentences(half);
  const wrong: string[] = [];
  for (const [search, expected] of Object.entries(sentences)) {
    const understood = await understand(search);
    if (understood.toSorted().join(' | ') !== expected.toSorted().join(' | ')) wrong.push(`${search}: ${understood.join(' | ')}`);
  }
  const all = Object.keys(sentences).length;
  const share = (100 * (all - wrong.length)) / all;
  process.stdout.write(`search: ${half} sentences: ${all - wrong.length} of ${all} (${share.toFixed(1)} %)\n`);
  if (half === 'tuned') expect(wrong).toEqual([]);
  expect(all).toBeGreaterThanOrEqual(150);
  expect(share).toBeGreaterThanOrEqual(least);
});

test.each([
  ['black iphone', 'iPhone'],
  ['purple samsung', 'Galaxy'],
  ['oneplus 9', 'OnePlus'],
  ['iphone 9', 'iPhone'],
  ['not samsung pixel 21', 'Pixel'],
])('Finds phones of the brand that a search names, although none has all its words: %s', async (search, line) => {
  const found: string[][] = [];
  for (const typed of [search, search.replace(/(\S+) (\S+)$/u, '$2 $1')]) {
    const { items } = await searchIndex.findIds({ filters: NO_FILTERS, search: typed }, 'match', { limit: 20, after: null });
    const rows = await database.db.selectFrom('listings').select('model_name').where('id', 'in', items).execute();
    found.push(rows.map(({ model_name }) => model_name).toSorted());
  }
  expect(found[0]?.filter((model) => !model.startsWith(line))).toEqual([]);
  expect(found[0]?.length).toBeGreaterThan(3);
  expect(found[1]).toEqual(found[0]);
});

test('A name that the shop doesn’t know isn’t taken apart into a condition and an everyday word', async () => {
  const { search } = await searchIndex.countFacets({ filters: NO_FILTERS, search: 'fairphone' });
  expect(search).toMatchObject({ corrected: null, ignored: ['fairphone'] });
});

test('A misspelled color is corrected', async () => {
  const { search } = await searchIndex.countFacets({ filters: NO_FILTERS, search: 'iphone cpral' });
  expect(search).toMatchObject({ corrected: 'iphone coral', ignored: [] });
});

test.each([
  ['p30 lite', 'lite'],
  ['galaxy fold', 'fold'],
])('Takes no part of a name for a misspelled condition or color: %s', async (search, unknown) => {
  const { search: understood } = await searchIndex.countFacets({ filters: NO_FILTERS, search });
  expect(understood).toMatchObject({ corrected: null, ignored: [unknown] });
});

function readSentences(half: string): Sentences {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'sentences', `${half}.json`), 'utf8')) as Sentences;
}

async function understand(search: string): Promise<string[]> {
  const { search: understood } = await searchIndex.countFacets({ filters: NO_FILTERS, search });
  return [...(understood?.chips ?? []).map(({ label }) => label), ...(understood?.ignored ?? []).map((word) => `? ${word}`)];
}
