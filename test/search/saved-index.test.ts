import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChangeFeed } from '#server/db/change-feed.ts';
import { noteListing, noteSeller } from '#server/db/changes.ts';
import { createSearchIndex, NO_FILTERS } from '#server/features/search/index.ts';
import type { SearchEngine } from '#server/ports/search-engine.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { insertCategory, insertUser, listingRow } from '#test/support/world/rows.ts';

const LISTINGS = 300;

let database: TestDatabase;
let folder: string;
let file: string;
const ids: string[] = [];
let seller: string;

beforeAll(async () => {
  database = await freshDatabase();
  folder = mkdtempSync(join(tmpdir(), 'saved-index-'));
  file = join(folder, 'search-index');
  const { db } = database;
  seller = (await insertUser(db, { role: 'seller', now: 1 })).id;
  const categories = [await insertCategory(db, 'Samsung'), await insertCategory(db, 'Apple')] as const;
  for (let nth = 0; nth < LISTINGS; nth += 1) {
    const row = {
      ...listingRow(
        { sellerId: seller, categoryId: categories[nth % 2] ?? '', now: 1000 + ((nth * 7) % LISTINGS) },
        {
          name: nth % 2 === 0 ? 'Samsung' : 'Apple',
          brand: nth % 2 === 0 ? 'Samsung' : 'Apple',
          model_name: `Model ${nth % 9}`,
          color: ['Black', 'Teal', 'Gold'][nth % 3] ?? '',
          resale_price: String(100 + ((nth * 13) % 50)),
        },
      ),
      answers: JSON.stringify({ battery: nth % 4 === 0 ? 'strong' : 'weak' }),
    };
    await db.insertInto('listings').values(row).execute();
    ids.push(row.id);
  }
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

type Opened = { index: SearchEngine; unusable: string[] };

/** The index of a process that starts now, and why it couldn't use the file. */
async function start(): Promise<Opened> {
  const unusable: string[] = [];
  const index = createSearchIndex(
    database.db,
    createChangeFeed(() => database.db),
    { saved: { file, scratch: folder, now: Date.now, onUnusable: (error) => unusable.push(error instanceof Error ? error.message : String(error)) } },
  );
  await index.load();
  return { index, unusable };
}

/** What searches, filters and counts return. */
async function answersOf(index: SearchEngine): Promise<unknown> {
  const all = { limit: 1000, after: null };
  const texts = { ...NO_FILTERS.texts, color: ['teal'] };
  return {
    newest: (await index.findIds({ filters: NO_FILTERS, search: null }, 'newest', all)).items,
    cheapest: (await index.findIds({ filters: { ...NO_FILTERS, texts }, search: 'samsung' }, 'cheapest', all)).items,
    checked: (await index.findIds({ filters: { ...NO_FILTERS, checks: ['battery90'] }, search: null }, 'oldest', all)).items,
    found: (await index.findIds({ filters: NO_FILTERS, search: 'aple model 3 black' }, 'match', all)).items,
    facets: await index.countFacets({ filters: { ...NO_FILTERS, verified: true }, search: null }),
    suggested: await index.suggest('sam', 8),
  };
}

/** What an index that reads everything from the database returns. */
async function expected(): Promise<unknown> {
  const index = createSearchIndex(
    database.db,
    createChangeFeed(() => database.db),
  );
  return answersOf(index);
}

async function change(id: string, values: { sold_at?: number | null; price_cents?: number; color_key?: string }): Promise<void> {
  await database.db.updateTable('listings').set(values).where('id', '=', id).execute();
  await noteListing(database.db, id, Date.now());
}

test('A restarted process searches with the saved index and all changes since, also those that came while it was saved', async () => {
  const first = await start();
  expect(first.unusable).toEqual([]);
  const saving = first.index.save();
  for (const id of ids.slice(0, 5)) await change(id, { sold_at: 1 });
  await saving;
  await change(ids[7] ?? '', { price_cents: 100 });
  await change(ids[8] ?? '', { color_key: 'teal' });
  await change(ids[2] ?? '', { sold_at: null });
  await database.db.updateTable('users').set({ verified_at: 1 }).where('id', '=', seller).execute();
  await noteSeller(database.db, seller, Date.now());
  const { index, unusable } = await start();
  expect(unusable).toEqual([]);
  expect(await answersOf(index)).toEqual(await expected());
  // It follows changes like any other, and can be saved again.
  await change(ids[9] ?? '', { sold_at: 1 });
  await index.save();
  const again = await start();
  expect(again.unusable).toEqual([]);
  expect(await answersOf(again.index)).toEqual(await expected());
  expect(readdirSync(folder)).toEqual(['search-index']);
});

test('A saved index is not written again until something has changed', async () => {
  const { index } = await start();
  const before = statSync(file).ino;
  await index.save();
  expect(statSync(file).ino).toBe(before);
  await change(ids[10] ?? '', { sold_at: 1 });
  // The change is seen within a second.
  await expect
    .poll(async () => (await index.findIds({ filters: NO_FILTERS, search: null }, 'newest', { limit: 1000, after: null })).items)
    .not.toContain(ids[10]);
  await index.save();
  expect(statSync(file).ino).not.toBe(before);
});

test('A damaged, cut off, or foreign index is reported, and everything is read again', async () => {
  const whole = readFileSync(file);
  const damages: ((bytes: Buffer) => void)[] = [
    () => truncateSync(file, 0),
    () => truncateSync(file, 7),
    (bytes) => truncateSync(file, Math.floor(bytes.length / 2)),
    (bytes) => truncateSync(file, bytes.length - 1),
    (bytes) => writeFileSync(file, Buffer.concat([bytes, Buffer.from('x')])),
    () => writeFileSync(file, 'no index at all, but text that is long enough to have an end'),
  ];
  // One altered byte anywhere, also in the contents and the end.
  for (let share = 0; share <= 24; share += 1)
    damages.push((bytes) => {
      const altered = Buffer.from(bytes);
      const at = Math.floor(((bytes.length - 1) * share) / 24);
      altered[at] = (altered[at] ?? 0) ^ 0x10;
      writeFileSync(file, altered);
    });
  const right = await expected();
  for (const [nth, damage] of damages.entries()) {
    writeFileSync(file, whole);
    damage(whole);
    const { index, unusable } = await start();
    expect(unusable.length, `damage ${nth}`).toBe(1);
    if (nth % 6 === 0) expect(await answersOf(index), `damage ${nth}`).toEqual(right);
  }
  writeFileSync(file, whole);
});

test('An index is not used once changes since are no longer stored, or in another database', async () => {
  expect((await start()).unusable).toEqual([]);
  const { db } = database;
  const marks = await db.selectFrom('changes').selectAll().where('topic', '=', 'index').execute();
  await db.deleteFrom('changes').where('topic', '=', 'index').execute();
  expect((await start()).unusable).toEqual(['it is too old, or of another database']);
  await db.insertInto('changes').values(marks).execute();
  expect((await start()).unusable).toEqual([]);
  await noteListing(db, ids[0] ?? '', Date.now() + 2 * 3_600_000);
  const { index, unusable } = await start();
  expect(unusable).toEqual(['it is too old, or of another database']);
  await index.save();
  expect((await start()).unusable).toEqual([]);
});
