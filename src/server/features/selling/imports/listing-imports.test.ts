import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Listing } from '#contract/listings.ts';
import type { ImportRow, ListingImport } from '#contract/selling/listing-imports.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { CSV_COLUMNS, csvFile, csvRow, sendFile } from '#test/support/csv-files.ts';
import { newImei } from '#test/support/world/imei.ts';
import { createPicture } from '#test/support/world/stored-pictures.ts';
import { createCategory, createListing, createPerson, listingInput, type Person, sellTo } from '#test/support/world/world.ts';
import { createImporting, forgetImports } from '../index.ts';

const IMEI = '490154203237518';
const OTHER_IMEI = '356938035643809';
const DAY_MS = 86_400_000;

let test: TestApp;
let seller: Person;
beforeAll(async () => {
  test = await createTestApp({ PUBLIC_URL: 'http://shop.test' });
  await createCategory(test);
  await createCategory(test, 'Nokia');
});
afterAll(() => test.close());
beforeEach(async () => {
  seller = await createPerson(test, 'seller');
});

function send(content: string | Buffer, person = seller) {
  return sendFile(test, person, content);
}

async function ask<T>(path: string, person = seller): Promise<T> {
  return (await test.call('GET', path, { as: person.token })).body as T;
}

function rowsOf(id: string, only = '', person = seller) {
  return ask<ImportRow[]>(`/listingImports/${id}/rows${only && `?only=${only}`}`, person);
}

function act(id: string, what: 'confirm' | 'cancel', person = seller) {
  return test.call('POST', `/listingImports/${id}/${what}`, { as: person.token });
}

function run() {
  return createImporting(test.services).run();
}

/** Behaves like a process that is stopped while it lists the second batch. */
async function runSome(): Promise<void> {
  let batches = 0;
  const now = (): number => {
    batches += 1;
    if (batches === 2) some.stop();
    return test.clock.now();
  };
  const some = createImporting({ ...test.services, clock: { now } });
  await some.run();
}

function importOf(id: string, person = seller) {
  return ask<ListingImport>(`/listingImports/${id}`, person);
}

function own(person = seller) {
  return ask<Listing[]>(`/products?email=${person.email}&sort=oldest`, person);
}

async function listAll(content: string, person = seller): Promise<ListingImport> {
  const { status, body } = await send(content, person);
  expect(status, body.message).toBe(201);
  await act(body._id, 'confirm', person);
  await run();
  return importOf(body._id, person);
}

describe('Imports', () => {
  it('An import lists nothing until it is confirmed, and then its valid rows', async () => {
    const photos = [await createPicture(test.services.db), await createPicture(test.services.db)];
    const { status, body } = await send(
      csvFile([
        csvRow({ model_name: 'One', imei: IMEI, photos: photos.join(' | ') }),
        csvRow({ model_name: 'Two', name: '', brand: 'nokia' }),
        csvRow({ model_name: '', resale_price: 'a lot', 'specification.SIM': '' }),
        csvRow({ model_name: 'Three', name: 'Siemens' }),
        csvRow({ model_name: 'Two', name: 'NOKIA', brand: 'nokia' }),
        csvRow({ model_name: 'Four', imei: '490154203237519' }),
        csvRow({ model_name: '=cmd|calc', image: '/images/01890000-0000-7000-8000-000000000000/1280.webp' }),
        csvRow({ model_name: 'Five', image: 'http://169.254.169.254/latest/meta-data' }),
      ]),
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({ state: 'review', separator: 'comma', encoding: 'utf-8', counts: { ready: 2, refused: 5, skipped: 1, listed: 0, failed: 0 } });
    expect(await own()).toEqual([]);
    const rows = await rowsOf(body._id);
    expect(rows.map(({ row, state }) => [row, state])).toEqual([
      [2, 'ready'],
      [3, 'ready'],
      [4, 'refused'],
      [5, 'refused'],
      [6, 'skipped'],
      [7, 'refused'],
      [8, 'refused'],
      [9, 'refused'],
    ]);
    const form = await test.call('POST', '/products', {
      as: seller.token,
      body: listingInput({ model_name: '', resale_price: 'a lot', specification: { ...(listingInput().specification as object), SIM: '' } }),
    });
    expect(rows[2]?.fields).toEqual((form.body as { fields: object }).fields);
    expect(rows[3]?.fields).toEqual({ name: 'There is no such category. “Add A Product” lists them all.' });
    expect(rows[4]?.sentence).toBe('Row 3 already has this phone.');
    expect(rows[5]?.fields.imei).toMatch(/has a typo/u);
    expect(rows[6]?.fields.image).toMatch(/no longer available/u);
    expect(rows[7]?.fields.image).toMatch(/Upload the photo first/u);

    expect((await act(body._id, 'confirm')).body).toMatchObject({ modifiedCount: 1 });
    expect((await act(body._id, 'confirm')).body).toMatchObject({ modifiedCount: 0 });
    await run();
    expect(await importOf(body._id)).toMatchObject({ state: 'done', counts: { ready: 0, refused: 5, skipped: 1, listed: 2, failed: 0 } });
    const listed = await own();
    expect(listed.map(({ model_name, name }) => [model_name, name])).toEqual([
      ['One', 'Samsung'],
      ['Two', 'Nokia'],
    ]);
    const [first] = await rowsOf(body._id, 'listed');
    const detail = await ask<{ _id: string; photos: string[]; imei: object }>(`/selectedItem/${first?.listingId}`);
    expect(detail).toMatchObject({ photos, imei: { last4: '7518' } });

    const problems = await ask<string>(`/listingImports/${body._id}/problems`);
    expect(problems).toMatch(/^\uFEFFrow,what is wrong,name,/u);
    expect(problems).toContain('\r\n5,name: There is no such category. “Add A Product” lists them all.,Siemens');
    expect(problems).toContain('•••••••••••7519');
    expect(problems).not.toContain('4901542032');
    const again = await send(problems);
    expect(again.body.counts).toMatchObject({ refused: 5, skipped: 1 });
    expect((await rowsOf(again.body._id)).find(({ title }) => title.startsWith('Four'))?.fields.imei).toMatch(/Enter it again/u);
    const stored = await test.services.db.selectFrom('listing_import_rows').select('cells').execute();
    expect(JSON.stringify(stored)).not.toMatch(/4901542032\d/u);
  });

  it('An import that is sent again or interrupted lists nothing twice', async () => {
    const content = csvFile(Array.from({ length: 120 }, (_, at) => csvRow({ model_name: `Phone ${at}`, ...(at === 7 && { imei: OTHER_IMEI }) })));
    const { body } = await send(content);
    await act(body._id, 'confirm');
    // The first process stops after some batches, the second is stopped by a failing database, and a third and a fourth continue concurrently.
    await runSome();
    const { counts } = await importOf(body._id);
    expect(counts.listed).toBeGreaterThan(0);
    expect(counts.ready).toBeGreaterThan(0);
    const failing = createImporting({
      ...test.services,
      clock: {
        now: () => {
          throw new Error('the power is gone');
        },
      },
    });
    await expect(failing.run()).rejects.toMatchObject({ errors: [new Error('the power is gone')] });
    await Promise.all([run(), run()]);
    expect(await importOf(body._id)).toMatchObject({ state: 'done', counts: { listed: 120, ready: 0, failed: 0 } });
    const again = await send(content);
    expect(again.body.counts).toMatchObject({ ready: 0, skipped: 120 });
    expect((await rowsOf(again.body._id))[0]?.sentence).toMatch(/Already listed/u);
    await act(again.body._id, 'confirm');
    await run();
    expect(await test.services.db.selectFrom('listings').select('id').where('seller_id', '=', seller.id).execute()).toHaveLength(120);
    expect((await rowsOf(body._id, 'listed&limit=100')).length).toBe(100);
  });

  it('A suspension stops an import without failing its rows, which can be listed after it ended', async () => {
    const content = csvFile(Array.from({ length: 12 }, (_, at) => csvRow({ model_name: `Phone ${at}` })));
    const { body } = await send(content);
    await act(body._id, 'confirm');
    await runSome();
    const suspend = (at: number | null) => test.services.db.updateTable('users').set({ suspended_at: at }).where('id', '=', seller.id).execute();
    await suspend(test.clock.now());
    await run();
    const stopped = await importOf(body._id);
    expect(stopped).toMatchObject({ state: 'stopped', reason: expect.stringContaining('Your account was suspended'), counts: { failed: 0 } });
    await suspend(null);
    const again = await send(content);
    expect(again.body.counts).toMatchObject({ skipped: stopped.counts.listed, ready: stopped.counts.ready });
    expect((await act(again.body._id, 'confirm')).status).toBe(200);
  });

  it('A canceled import keeps its listings, and a removed seller lists nothing more', async () => {
    const content = csvFile(Array.from({ length: 80 }, (_, at) => csvRow({ model_name: `Phone ${at}` })));
    const { body } = await send(content);
    await act(body._id, 'confirm');
    await runSome();
    expect((await send(content)).status).toBe(409);
    await act(body._id, 'cancel');
    await run();
    const cancelled = await importOf(body._id);
    expect(cancelled).toMatchObject({ state: 'cancelled' });
    expect(cancelled.counts.listed + cancelled.counts.ready).toBe(80);
    expect(await test.services.db.selectFrom('listings').select('id').where('seller_id', '=', seller.id).execute()).toHaveLength(cancelled.counts.listed);
    expect((await act(body._id, 'confirm')).status).toBe(409);

    const next = await send(content);
    expect(next.body.counts).toMatchObject({ skipped: cancelled.counts.listed, ready: cancelled.counts.ready });
    await act(next.body._id, 'confirm');
    await test.services.db.updateTable('users').set({ removed_at: test.clock.now() }).where('id', '=', seller.id).execute();
    await run();
    await test.services.db.updateTable('users').set({ removed_at: null }).where('id', '=', seller.id).execute();
    expect(await importOf(next.body._id)).toMatchObject({ state: 'stopped', counts: { listed: 0 }, reason: expect.stringMatching(/can’t list/u) });
  });

  it('Only its seller can see an import, and it is deleted after a while', async () => {
    const [other, buyer] = [await createPerson(test, 'seller'), await createPerson(test, 'buyer')];
    const { body } = await send(csvFile([csvRow()]));
    for (const path of [`/listingImports/${body._id}`, `/listingImports/${body._id}/rows`, `/listingImports/${body._id}/problems`])
      expect((await test.call('GET', path, { as: other.token })).status).toBe(404);
    expect((await act(body._id, 'confirm', other)).status).toBe(404);
    expect((await sendFile(test, buyer, csvFile([csvRow()]))).status).toBe(403);
    expect((await test.call('GET', '/listingExport', { as: buyer.token })).status).toBe(403);
    expect((await test.call('GET', '/listingExport')).status).toBe(401);
    await forgetImports(test.services);
    expect(await ask<ListingImport[]>('/listingImports')).toHaveLength(1);
    test.clock.advance(2 * DAY_MS);
    await forgetImports(test.services);
    const left = await test.services.db.selectFrom('listing_import_rows').select('position').where('import_id', '=', body._id).execute();
    expect(left).toEqual([]);
    test.clock.advance(-2 * DAY_MS);
  });

  it('An import asks about a phone whose IMEI belongs to another model, and rejects phones on sale or reported lost', async () => {
    const [other, buyer] = [await createPerson(test, 'seller'), await createPerson(test, 'buyer')];
    const [asked, taken] = ['352099001761481', '357805023984942'];
    await test.services.db.insertInto('tac_models').values({ tac: '35209900', brand: 'Nokia', models: '["3310"]' }).execute();
    await createListing(test, other, { imei: taken });
    const { body } = await send(csvFile([csvRow({ model_name: 'A', imei: asked }), csvRow({ model_name: 'B', imei: taken }), csvRow({ model_name: 'C' })]));
    expect((await rowsOf(body._id, 'questions')).map(({ row, question }) => [row, question])).toEqual([
      [2, expect.stringMatching(/Nokia 3310.*Is that the phone/u)],
    ]);
    await act(body._id, 'confirm');
    await run();
    expect(await importOf(body._id)).toMatchObject({ state: 'done', counts: { listed: 2, failed: 1 } });
    expect((await rowsOf(body._id, 'problems'))[0]?.fields.imei).toMatch(/Someone else is already selling a phone with this IMEI/u);
    const questions = await test.services.db.selectFrom('imei_questions').select('kind').where('claimant_id', '=', seller.id).execute();
    expect(questions).toEqual([{ kind: 'claimed_twice' }]);
    await sellTo(test, buyer, (await own())[1]?._id ?? '');
    const exported = await ask<string>('/listingExport');
    const back = await send(exported);
    expect((await rowsOf(back.body._id)).map(({ sentence }) => sentence)).toEqual([
      expect.stringMatching(/^Unchanged/u),
      expect.stringMatching(/has been sold/u),
    ]);
  });
});

describe('Invalid files', () => {
  it.each([
    ['', 422, /This file is empty/u],
    ['name,brand\r\n', 422, /These are missing: image, location, model_name/u],
    [csvFile([]), 422, /no rows below/u],
    [csvFile([csvRow()], `${CSV_COLUMNS.join(',')},Brand`), 422, /“brand” and “Brand” both contain the brand/u],
    [csvFile([csvRow(), `"${csvRow()}`]).replace(/"\r\n$/u, ''), 422, /quotes that open in row 3 are never closed/u],
    [csvFile(['x'.repeat(1_100_000)]), 422, /more than 100,000 characters/u],
    [csvFile([`"${'x'.repeat(2_000_000)}"`]), 422, /Row 2 has more than 100,000 characters, and the quotes in it aren’t closed by then/u],
    [Buffer.from('PK\x03\x04'), 422, /workbook/u],
    [csvFile(Array.from({ length: 10_002 }, () => 'x')), 422, /has 10,002 rows.*up to 10,000/u],
    [Buffer.alloc(41_000_000, 'x\n'), 413, /larger than 40 MB/u],
  ])('Rejects an invalid file with a message (%#)', async (content, status, sentence) => {
    const reply = await send(content);
    expect(reply.body.message).toMatch(sentence);
    expect(reply.status).toBe(status);
    expect(await test.services.db.selectFrom('listing_imports').select('id').where('seller_id', '=', seller.id).execute()).toEqual([]);
  });

  it('Names the errors per row with quotes and separators, and reads the template without its example', async () => {
    const { body } = await send(csvFile([csvRow(), `"x"y,${csvRow()}`, `${csvRow()},more`]));
    expect((await rowsOf(body._id)).map(({ sentence }) => sentence)).toEqual([
      null,
      expect.stringMatching(/quotes in this row don’t match/u),
      expect.stringMatching(/has \d+ cells/u),
    ]);
    const template = await send(await ask<string>('/listingTemplate'));
    expect(template.body.counts).toMatchObject({ refused: 1 });
    expect((await rowsOf(template.body._id))[0]?.fields).toEqual({ description: expect.stringMatching(/template’s example/u) });
  });

  it('Reads other encodings and separators, and says which', async () => {
    const header = `sep=;\n${CSV_COLUMNS.map((column) => column.replace('specification.', '').replaceAll('_', ' ').toUpperCase()).join(';')};Shelf`.replace(
      'STORAGE',
      'storage',
    );
    const withBare = header.replace(/;STORAGE;/u, ';specification.storage;');
    const text = csvFile([csvRow({ location: 'Köln', resale_price: '1.299,50' }, ';')], withBare);
    const windows = await send(Buffer.from(text, 'latin1'));
    expect(windows.body).toMatchObject({ encoding: 'windows-1252', separator: 'semicolon', counts: { ready: 1 } });
    expect(windows.body.columns.at(-1)).toEqual({ column: 'Shelf', field: null });
    const utf16 = await send(Buffer.from(`\uFEFF${text.replace(/^sep=;\n/u, '')}`, 'utf16le'));
    expect(utf16.body).toMatchObject({ encoding: 'utf-16le', counts: { ready: 1 } });
    await act(utf16.body._id, 'confirm');
    await run();
    expect(await own()).toMatchObject([{ location: 'Köln', resale_price: 1299.5 }]);
  });
});

describe('Rows that don’t fit the columns', () => {
  it('Returns a row with a separator too many as it was, without the IMEI that it moved, and refuses it again', async () => {
    const { body } = await send(csvFile([csvRow({ description: 'DESCRIPTION', imei: '490154203237518' }).replace('"DESCRIPTION"', 'Fine, and clean')]));
    const problems = await ask<string>(`/listingImports/${body._id}/problems`);
    expect(problems).toContain('Fine, and clean'.replace(',', ',"').replace('clean', 'clean"'));
    expect(problems).toContain('•••••••••••7518');
    expect(problems).not.toContain('4901542032');
    expect((await send(problems)).body.counts).toMatchObject({ ready: 0, refused: 1 });
  });

  it('Returns a file of corrected rows with what is wrong now, not with what was wrong before', async () => {
    const problemsOf = async (content: string) => ask<string>(`/listingImports/${(await send(content)).body._id}/problems`);
    const first = await problemsOf(csvFile([csvRow({ model_name: 'One', location: '', resale_price: 'free' })]));
    const second = await problemsOf(first.replace('free', '250'));
    expect(second.match(/what is wrong/gu)).toHaveLength(1);
    expect(second).toContain('location: ');
    expect(second).not.toContain('resale_price: ');
  });

  it('Names a row without the IMEI that moved to where its name is read', async () => {
    const { body } = await send(csvFile([`${csvRow({ color: '490154203237518' })},surplus`]));
    expect((await rowsOf(body._id))[0]?.title).toBe('Galaxy S21, 128 GB, •••••••••••7518');
  });

  it('Stores no IMEI of a column that it doesn’t read, such as a second one', async () => {
    const more = '"490154203237518 / 35-693803-564380-9","2026-11-02 10:30:00"';
    const { body } = await send(csvFile([`${csvRow({ color: '' })},${more}`], `${CSV_COLUMNS.join(',')},IMEI 2,Bought at`));
    expect(body.columns.slice(-2)).toMatchObject([{ field: null }, { field: null }]);
    const problems = await ask<string>(`/listingImports/${body._id}/problems`);
    expect(problems).toContain('2026-11-02 10:30:00');
    expect(problems).not.toMatch(/490154203237|693803/u);
  });

  it('Reads cells that say that they are text', async () => {
    await listAll(csvFile([csvRow({ imei: `="${newImei()}"`, storage: '="128 GB"', color: 'Black = "Onyx"' })]));
    expect(await own()).toMatchObject([{ storage: '128 GB', color: 'Black = "Onyx"' }]);
  });

  it('Reads a text back from an export as it is, also one that looks as programs write texts', async () => {
    await listAll(csvFile([csvRow({ color: `'="Onyx"` })]));
    expect(await own()).toMatchObject([{ color: '="Onyx"' }]);
    expect((await send(await ask<string>('/listingExport'))).body.counts).toMatchObject({ ready: 0, skipped: 1, unchanged: 1 });
  });

  it('Reads a text from the rows to correct as from the file, also one that a program wrote as ="x"', async () => {
    const { body } = await send(csvFile([csvRow({ color: '="Onyx"', resale_price: 'free' })]));
    const problems = await ask<string>(`/listingImports/${body._id}/problems`);
    await listAll(problems.replace('free', '250'));
    expect(await own()).toMatchObject([{ color: 'Onyx' }]);
  });

  it('Lists a text with a written-out escape, such as \\u0000, as it is', async () => {
    const description = 'It shows \\u0000 when it starts.';
    await listAll(csvFile([csvRow({ description })]));
    expect((await own()).map((listing) => listing.description)).toEqual([description]);
  });
});

describe('Answers about the condition', () => {
  it('An import reads answers in any case, and refuses others at their column', async () => {
    const header = `${CSV_COLUMNS.join(',')},answers.screen,answers.battery`;
    const rows = [`${csvRow({ model_name: 'Answered' })},Light,`, `${csvRow()},shiny,strong`];
    const { body } = await send(csvFile(rows, header));
    expect(body.counts).toMatchObject({ ready: 1, refused: 1 });
    const [, refused] = await ask<ImportRow[]>(`/listingImports/${body._id}/rows`);
    expect(refused?.fields).toEqual({ 'answers.screen': 'Screen must be one of flawless, light, scratched, cracked, or empty.' });
    await act(body._id, 'confirm');
    await run();
    expect((await own()).find(({ model_name }) => model_name === 'Answered')?.answers).toEqual({
      screen: 'light',
      body: '',
      battery: '',
      works: '',
      repairs: '',
      accessories: '',
    });
  });
});

describe('Exports', () => {
  it('An export can be imported: already listed for its seller, identical for another', async () => {
    const texts = ['=HYPERLINK("x")', '+1', '-2', '@SUM(1)', "'=1", 'a "b"; c,\r\nd\te', 'שלום ‏עולם', '📱👨‍👩‍👧', "it's"];
    await listAll(csvFile(texts.map((text, at) => csvRow({ model_name: text, description: text, 'specification.features': text, location: `Place ${at}` }))));
    await createListing(test, seller, {
      ...{ image: await createPicture(test.services.db), model_name: 'By the form', imei: '353879234252633' },
      answers: { screen: 'light', battery: 'good' },
    });
    const exported = await ask<string>('/listingExport');
    expect(exported.startsWith('\uFEFFreference,name,image,photos,')).toBe(true);
    expect(exported).not.toMatch(/(?:^|,|\n)"?[=+@]/u);
    const before = await own();
    expect(before).toHaveLength(10);
    const again = await send(exported);
    expect(again.body.counts).toMatchObject({ ready: 0, refused: 0, skipped: 10 });
    const other = await createPerson(test, 'seller');
    expect((await listAll(exported, other)).counts).toMatchObject({ listed: 10, failed: 0 });
    const shared = ({ model_name, description, location, image, resale_price, specification, answers }: Listing) => [
      model_name,
      description,
      location,
      image,
      resale_price,
      specification,
      answers,
    ];
    const after = await own(other);
    expect(after.map(shared).sort()).toEqual(before.map(shared).sort());
  });

  it('Paused and hidden phones are in the export with their status, and aren’t listed again by another import of the same file', async () => {
    const admin = await createPerson(test, 'admin');
    const sameFile = csvFile([csvRow({ model_name: 'Paused' }), csvRow({ model_name: 'Hidden', imei: newImei() }), csvRow({ model_name: 'Deleted' })]);
    await listAll(sameFile);
    const listed = await own();
    const [paused, hidden, deleted] = ['Paused', 'Hidden', 'Deleted'].map((name) => listed.find(({ model_name }) => model_name === name)?._id ?? '');
    await test.call('POST', '/ownListingChanges', { as: seller.token, body: { act: 'pause', ids: [paused] } });
    await test.call('POST', '/decisions', { as: admin.token, body: { kind: 'hold', listingId: hidden, reason: 'We ask for the receipt.' } });
    await test.call('DELETE', `/products/${deleted}`, { as: seller.token });
    const exported = await ask<string>('/listingExport');
    expect(exported).toContain(`${paused},paused,`);
    expect(exported).toContain(`${hidden},hidden,`);
    expect(exported).not.toContain(`${deleted},`);
    const back = await send(exported);
    expect((await rowsOf(back.body._id)).map(({ sentence }) => sentence).sort()).toEqual([
      expect.stringMatching(/is under review/u),
      expect.stringMatching(/^Unchanged/u),
    ]);
    const again = await send(sameFile);
    expect(again.body.counts).toMatchObject({ ready: 1, skipped: 2 });
    expect((await rowsOf(again.body._id)).map(({ sentence }) => sentence)).toEqual([
      'Already listed: you have an identical listing.',
      'Already listed: you have an identical listing.',
      null,
    ]);
  });
});
