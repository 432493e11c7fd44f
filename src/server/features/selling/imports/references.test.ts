import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Listing } from '#contract/listings.ts';
import type { ImportRow, ListingImport } from '#contract/selling/listing-imports.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { CSV_COLUMNS, csvFile, csvRow, sendFile } from '#test/support/csv-files.ts';
import { createPicture } from '#test/support/world/stored-pictures.ts';
import { createCategory, createListing, createPerson, type Person, sellTo } from '#test/support/world/world.ts';
import { createImporting } from '../index.ts';

let shop: TestApp;
let seller: Person;

beforeAll(async () => {
  shop = await createTestApp();
  await createCategory(shop);
  seller = await createPerson(shop, 'seller');
});
afterAll(() => shop.close());

const read = async <T>(path: string, as = seller): Promise<T> => (await shop.call('GET', path, { as: as.token })).body as T;
const file = (rows: [reference: string, changes: Record<string, string>][]): string =>
  csvFile(
    rows.map(([reference, changes]) => `"${reference}",${csvRow(changes)}`),
    ['Reference', ...CSV_COLUMNS].join(','),
  );

async function preview(rows: Parameters<typeof file>[0], as = seller): Promise<ListingImport> {
  const { status, body } = await sendFile(shop, as, file(rows));
  expect([status, body.message]).toEqual([201, undefined]);
  return body;
}

async function confirm({ _id }: ListingImport, as = seller): Promise<ListingImport> {
  await shop.call('POST', `/listingImports/${_id}/confirm`, { as: as.token });
  await createImporting(shop.services).run();
  return read(`/listingImports/${_id}`, as);
}

const own = (as = seller) => read<Listing[]>(`/products?email=${as.email}&sort=oldest`, as);

test('A file updates the listings with its references, lists new phones, and leaves the rest unchanged', async () => {
  const photo = await createPicture(shop.services.db);
  await confirm(
    await preview([
      ['A', { model_name: 'One' }],
      ['B', { model_name: 'Two', photos: photo }],
      ['C', { model_name: 'Three' }],
      ['D', { model_name: 'Four' }],
    ]),
  );
  const before = await own();
  expect(before.map(({ model_name }) => model_name)).toEqual(['One', 'Two', 'Three', 'Four']);
  const four = before.at(-1)?._id ?? '';
  await sellTo(shop, await createPerson(shop, 'buyer'), four);

  const second = await preview([
    ['A', { model_name: 'One', resale_price: '250' }],
    ['B', { model_name: 'Two', description: 'With its box.', imei: '490154203237518' }],
    ['C', { model_name: 'Three' }],
    ['D', { model_name: 'Four' }],
    ['E', { model_name: 'Five' }],
    ['A', { model_name: 'One', resale_price: '1' }],
    ['C2', { model_name: 'Six' }],
    ['x'.repeat(101), { model_name: 'Seven' }],
  ]);
  expect(second.counts).toEqual({ ready: 4, refused: 1, skipped: 3, listed: 0, failed: 0, updates: 2, unchanged: 1 });
  const rows = await read<ImportRow[]>(`/listingImports/${second._id}/rows`);
  expect(rows.map(({ sentence }) => sentence).filter(Boolean)).toEqual([
    'The IMEI isn’t added: a listing stays without one if it was listed without.',
    expect.stringContaining('Unchanged'),
    'This phone has been sold, so it isn’t listed again. To list another one like it, change the reference.',
    'Row 2 already has this reference.',
  ]);
  expect(rows.map(({ isUpdate }) => isUpdate)).toEqual([true, true, true, false, false, false, false, false]);
  expect(rows.at(-1)?.fields).toEqual({ reference: 'A reference can have at most 100 ordinary characters.' });
  expect((await own()).map(({ resale_price }) => resale_price)).toEqual([289, 289, 289, 289]);

  const done = await confirm(second);
  expect(done.counts).toEqual({ ready: 0, refused: 1, skipped: 3, listed: 4, failed: 0, updates: 2, unchanged: 1 });
  const after = await own();
  expect(after.map(({ model_name, resale_price }) => [model_name, resale_price])).toEqual([
    ['One', 250],
    ['Two', 289],
    ['Three', 289],
    ['Four', 289],
    ['Five', 289],
    ['Six', 289],
  ]);
  expect(await read(`/selectedItem/${after[0]?._id}`)).toMatchObject({ earlierPrices: [{ price: 289 }] });
  // The listing keeps the photos it has, and stays without an IMEI.
  expect(await read(`/selectedItem/${after[1]?._id}`)).toMatchObject({ description: 'With its box.', photos: [photo], imei: null });
});

test('A reference stays with its phone and its seller, and is free again once its listing was deleted', async () => {
  const other = await createPerson(shop, 'seller');
  const theirs = await confirm(await preview([['A', { model_name: 'Theirs' }]], other), other);
  expect(theirs.counts).toMatchObject({ listed: 1, updates: 0 });
  const changed = await preview([['A', { model_name: 'Another phone' }]], other);
  expect(changed.counts).toMatchObject({ ready: 0, refused: 1 });
  const [row] = await read<ImportRow[]>(`/listingImports/${changed._id}/rows`, other);
  expect(row?.fields.reference).toContain('is a Theirs. Which phone it is can’t change');
  const [listing] = await own(other);
  await shop.call('DELETE', `/products/${listing?._id}`, { as: other.token });
  expect((await confirm(await preview([['A', { model_name: 'Another phone' }]], other), other)).counts).toMatchObject({ listed: 1, updates: 0 });
  expect(await read('/listingExport', other)).toMatch(/"?A"?,/u);
});

test('A row with another IMEI than its listing is refused, with the same one it updates', async () => {
  const [own, other] = ['490154203237518', '356938035643809'];
  const one = await createPerson(shop, 'seller');
  await confirm(await preview([['A', { imei: own }]], one), one);
  const same = await preview([['A', { imei: own, resale_price: '250' }]], one);
  expect(same.counts).toMatchObject({ ready: 1, updates: 1 });
  expect((await preview([['A', { imei: own }]], one)).counts).toMatchObject({ ready: 0, unchanged: 1 });
  const changed = await preview([['A', { imei: other, resale_price: '250' }]], one);
  expect(changed.counts).toMatchObject({ ready: 0, refused: 1 });
  const [row] = await read<ImportRow[]>(`/listingImports/${changed._id}/rows`, one);
  expect(row?.fields).toEqual({ imei: expect.stringContaining('has another IMEI, ending in 7518.') });
});

/** An export with these cells changed, by the listing's id. */
async function exported(as: Person, changes: (cells: Record<string, string>) => Partial<Record<string, string>>): Promise<ListingImport> {
  const text = (await read<string>('/listingExport', as)).replace('\uFEFF', '');
  const [header = [], ...rows] = readCsv(text);
  const changed = rows.map((cells) => {
    const row = Object.fromEntries(header.map((name, at) => [name, cells[at] ?? '']));
    return header.map((name) => `"${({ ...row, ...changes(row) }[name] ?? '').replaceAll('"', '""')}"`).join(',');
  });
  const { status, body } = await sendFile(shop, as, csvFile(changed, header.join(',')));
  expect([status, body.message]).toEqual([201, undefined]);
  return body;
}

/** Cells without line breaks. */
const readCsv = (text: string): string[][] =>
  text
    .trim()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/gu)].slice(0, -1).map(([, cell = '']) => cell.replace(/^"|"$/gu, '').replaceAll('""', '"')),
    );

test('An exported file updates the phones it came from, also those listed by the form, and gives them references', async () => {
  const one = await createPerson(shop, 'seller');
  const [first, second] = [await createListing(shop, one, { model_name: 'One' }), await createListing(shop, one, { model_name: 'Two' })];
  expect((await exported(one, () => ({}))).counts).toMatchObject({ ready: 0, skipped: 2, unchanged: 2 });
  const cheaper = await confirm(await exported(one, ({ _id }) => (_id === first ? { resale_price: '250.00' } : { reference: 'B' })), one);
  expect(cheaper.counts).toMatchObject({ listed: 2, updates: 2, failed: 0 });
  expect((await own(one)).map(({ _id, resale_price }) => [_id, resale_price])).toEqual([
    [first, 250],
    [second, 289],
  ]);
  expect((await preview([['B', { model_name: 'Two', resale_price: '199' }]], one)).counts).toMatchObject({ ready: 1, updates: 1 });
});

test('A row with an export’s ID can’t become another phone, take another’s reference, or bring back a sold one', async () => {
  const one = await createPerson(shop, 'seller');
  await confirm(await preview([['A', { model_name: 'One' }]], one), one);
  const two = await createListing(shop, one, { model_name: 'Two' });
  const rowsOf = async (found: ListingImport) => read<ImportRow[]>(`/listingImports/${found._id}/rows`, one);
  const renamed = await rowsOf(await exported(one, ({ _id }) => (_id === two ? { reference: 'A' } : { reference: 'Z' })));
  expect(renamed.map(({ fields }) => fields)).toEqual([
    { reference: 'Your listing with this ID has the reference “A”, which stays.' },
    { reference: 'Another listing of yours already has this reference.' },
  ]);
  const swapped = await rowsOf(await exported(one, ({ _id }) => (_id === two ? { model_name: 'Three' } : {})));
  expect(swapped.at(-1)?.fields).toEqual({ _id: expect.stringContaining('Your listing with this ID is a Two.') });
  await sellTo(shop, await createPerson(shop, 'buyer'), two);
  const sold = await rowsOf(await exported(one, ({ _id }) => (_id === two ? { status: '' } : {})));
  expect(sold.at(-1)?.sentence).toContain('To list another one like it, clear the “_id” cell.');
  const marked = await rowsOf(await exported(one, () => ({})));
  expect(marked.at(-1)?.sentence).toContain('clear the “status” cell and clear the “_id” cell.');
  const stranger = await createPerson(shop, 'seller');
  const foreign = await sendFile(shop, stranger, await read<string>('/listingExport', one));
  expect(foreign.body.counts).toMatchObject({ ready: 1, updates: 0 });
});
