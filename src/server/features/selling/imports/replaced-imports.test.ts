import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ListingImport } from '#contract/selling/listing-imports.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { csvFile, csvRow, sendFile } from '#test/support/csv-files.ts';
import { createCategory, createPerson, type Person } from '#test/support/world/world.ts';
import { forgetImports } from '../index.ts';
import { beginImport } from './commands.ts';
import { addRows, endReading } from './queries.ts';

const WORKBOOK = 'PK\x03\x04 a workbook';
const FOUND = { encoding: 'utf-8', separator: 'comma', columns: '[]' };

let shop: TestApp;
let seller: Person;

beforeAll(async () => {
  shop = await createTestApp();
  await createCategory(shop);
});
beforeEach(async () => {
  seller = await createPerson(shop, 'seller');
});
afterAll(() => shop.close());

async function send(...models: string[]): Promise<string> {
  const { status, body } = await sendFile(shop, seller, csvFile(models.map((model_name) => csvRow({ model_name }))));
  expect(status).toBe(201);
  return body._id;
}

const confirm = (id: string) => shop.call('POST', `/listingImports/${id}/confirm`, { as: seller.token });
const imports = async () => ((await shop.call('GET', '/listingImports', { as: seller.token })).body as ListingImport[]).map(({ _id }) => _id);
const begin = () => beginImport(shop.services.db, { sellerId: seller.id, fileName: 'phones.csv', origin: '', now: shop.clock.now() });

async function begun(): Promise<string> {
  const outcome = await begin();
  return outcome.outcome === 'begun' ? outcome.importId : expect.fail('An import is in progress.');
}

test('A file that can’t be read leaves the import that waits for confirmation as it is', async () => {
  const id = await send('One', 'Two');
  const unclosed = csvFile([csvRow({ model_name: 'Three' }), `"${csvRow()}`]).replace(/"\r\n$/u, '');
  for (const file of [WORKBOOK, unclosed]) expect((await sendFile(shop, seller, file)).status).toBe(422);
  expect(await imports()).toEqual([id]);
  await forgetImports(shop.services);
  expect(await confirm(id)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
});

test('A file that was read replaces the import that waits for confirmation, whose rows are deleted later', async () => {
  const first = await send('One', 'Two');
  const second = await send('Three');
  expect(await imports()).toEqual([second]);
  expect((await confirm(first)).status).toBe(404);
  const rows = () => shop.services.db.selectFrom('listing_import_rows').select('position').where('import_id', 'in', [first, second]).execute();
  expect(await rows()).toHaveLength(3);
  await forgetImports(shop.services);
  expect(await rows()).toHaveLength(1);
  expect((await confirm(second)).status).toBe(200);
});

test('An import that is confirmed while another file is being read is listed, and that file is refused', async () => {
  const { db } = shop.services;
  const first = await send('One');
  const reading = { id: await begun(), sellerId: seller.id, now: shop.clock.now() };
  expect(await begin()).toEqual({ outcome: 'busy' });
  expect(await confirm(first)).toMatchObject({ body: { modifiedCount: 1 } });
  expect(await endReading(db, reading, FOUND)).toBe('busy');
  expect(await imports()).toEqual([first]);
});

test('A file whose reading was interrupted makes way for the next one after two minutes', async () => {
  const { db } = shop.services;
  const abandoned = await begun();
  expect((await sendFile(shop, seller, csvFile([csvRow()]))).status).toBe(409);
  shop.clock.advance(121_000);
  const next = await send('One');
  expect(await addRows(db, { id: abandoned, now: shop.clock.now() }, [])).toBe(false);
  expect(await endReading(db, { id: abandoned, sellerId: seller.id, now: shop.clock.now() }, FOUND)).toBe('replaced');
  expect(await imports()).toEqual([next]);
});
