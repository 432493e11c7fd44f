import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportRow, ListingImport } from '#contract/selling/listing-imports.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { csvFile, csvRow, sendFile } from '#test/support/csv-files.ts';
import { createCategory, createPerson, type Person } from '#test/support/world/world.ts';
import type { Db } from '../../../db/tables.ts';
import { UnavailableError } from '../../../errors.ts';
import { createImporting } from '../index.ts';
import { createCategories } from './check.ts';
import { readFile } from './reading.ts';

const FILE = csvFile(['One', 'Two', 'Three'].map((model_name) => csvRow({ model_name })));

let shop: TestApp;
let seller: Person;

let lines: string[] = [];

beforeAll(async () => {
  shop = await createTestApp({}, { onLog: (line) => lines.push(line) });
  await createCategory(shop);
  seller = await createPerson(shop, 'seller');
});
afterAll(() => shop.close());

/** The shop's database, which fails the first time that a statement names this table or column. */
function failingOnce(name: string): Db {
  let hasFailed = false;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (hasFailed || !JSON.stringify(node).includes(`"${name}"`)) return node;
      hasFailed = true;
      throw new UnavailableError(1);
    },
    transformResult: async ({ result }) => result,
  };
  return shop.services.db.withPlugin(plugin);
}

test.each([
  ['looking up a brand', 'name_key'],
  ['listing a phone', 'listing_photos'],
])('Rows stay as they are when the database fails while %s, and are listed afterwards', async (_what, name) => {
  const person = await createPerson(shop, 'seller');
  const { body } = await sendFile(shop, person, FILE);
  await shop.call('POST', `/listingImports/${body._id}/confirm`, { as: person.token });
  const importing = createImporting({ ...shop.services, db: failingOnce(name) });
  const found = async () => (await shop.call('GET', `/listingImports/${body._id}`, { as: person.token })).body as ListingImport;
  await expect(importing.run()).rejects.toMatchObject({ errors: [expect.any(UnavailableError)] });
  expect(await found()).toMatchObject({ state: 'running', counts: { ready: 3, failed: 0, listed: 0 } });
  await importing.run();
  expect(await found()).toMatchObject({ state: 'done', counts: { ready: 0, failed: 0, listed: 3 } });
});

test('An import that fails keeps no other seller’s from its turn', async () => {
  const [first, second] = [await createPerson(shop, 'seller'), await createPerson(shop, 'seller')];
  const ids: string[] = [];
  for (const person of [first, second]) {
    const { body } = await sendFile(shop, person, FILE);
    await shop.call('POST', `/listingImports/${body._id}/confirm`, { as: person.token });
    ids.push(body._id);
  }
  const rows = shop.services.db.updateTable('listing_import_rows').where('import_id', '=', `${ids[0]}`);
  await rows.set({ cells: '{' }).execute();
  await expect(createImporting(shop.services).run()).rejects.toBeInstanceOf(AggregateError);
  expect((await shop.call('GET', `/listingImports/${ids[1]}`, { as: second.token })).body).toMatchObject({ state: 'done', counts: { listed: 3 } });
  await shop.call('POST', `/listingImports/${ids[0]}/cancel`, { as: first.token });
});

test('A file isn’t read while the database fails, and its rows aren’t rejected', async () => {
  const path = join(shop.config.dataDir, 'phones.csv');
  await writeFile(path, FILE);
  const needs = { ...shop.services, db: failingOnce('name_key') };
  const sent = { sellerId: seller.id, fileName: 'phones.csv', origin: 'http://shop.test', path };
  await expect(readFile(needs, sent)).rejects.toBeInstanceOf(UnavailableError);
  expect((await shop.call('GET', '/listingImports', { as: seller.token })).body).toEqual([]);
  const id = await readFile(needs, sent);
  const rows = (await shop.call('GET', `/listingImports/${id}/rows`, { as: seller.token })).body as ImportRow[];
  expect(rows.map(({ state }) => state)).toEqual(['ready', 'ready', 'ready']);
});

test('A brand whose look-up failed is looked up again', async () => {
  const db = failingOnce('name_key');
  const categories = createCategories();
  await expect(categories(db, 'Samsung')).rejects.toBeInstanceOf(UnavailableError);
  expect(await categories(db, 'Samsung')).toMatchObject({ name: 'Samsung' });
});

test('A file that the disk can’t take is refused for now, and the log says why', async () => {
  const { scratch } = shop.services;
  await rm(scratch, { recursive: true });
  await writeFile(scratch, 'not a directory');
  lines = [];
  expect(await sendFile(shop, seller, FILE)).toMatchObject({ status: 503, headers: { 'retry-after': '60' }, body: { code: 'unavailable' } });
  expect(lines.filter((line) => line.includes('ENOTDIR'))).toHaveLength(1);
  await rm(scratch);
  await mkdir(scratch);
  expect(await sendFile(shop, seller, FILE)).toMatchObject({ status: 201 });
});
