import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RecordPart } from '#contract/lookups.ts';
import { createApp } from '#server/app.ts';
import { builtInFolder } from '#server/built-in-data/brand-files.ts';
import { openDatabase } from '#server/db/database.ts';
import type { RunQuery } from '#server/db/prepared.ts';
import type { Db } from '#server/db/tables.ts';
import { importCities } from '#server/features/cities/index.ts';
import { recognizePhotos } from '#server/features/duplicate-photos/index.ts';
import { sweepImages } from '#server/features/images/index.ts';
import { locateListings, matchModels } from '#server/features/listings/index.ts';
import { sweepPayouts } from '#server/features/payouts/index.ts';
import { ensurePhoneModels } from '#server/features/phone-models/index.ts';
import { releasePossessionPhotos } from '#server/features/proof-of-possession/sweep.ts';
import { createAssessing } from '#server/features/risk/index.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createOrder, createPerson, type Person, sellTo } from '#test/support/world/world.ts';

/** Tables with few rows, or one per process, which are read whole, and the parts of a union, of four rows each. */
const SMALL = ['categories', 'settings', 'leases', 'record_keys', 'part'];

let shop: TestApp;
let seller: Person;
let buyer: Person;
let admin: Person;
let listing: string;
let order: string;
let sold: string;
let app: Awaited<ReturnType<typeof createApp>>;
let heard: Db;
let asked: RunQuery[] = [];

beforeAll(async () => {
  shop = await createTestApp();
  await ensurePhoneModels(shop.services);
  [seller, buyer, admin] = [await createPerson(shop, 'seller', { verified: true }), await createPerson(shop, 'buyer'), await createPerson(shop, 'admin')];
  for (let number = 0; number < 60; number += 1)
    listing = await createListing(shop, seller, { model_name: `Galaxy S${number % 9}`, resale_price: 100 + number });
  sold = await sellTo(shop, buyer, await createListing(shop, seller));
  order = await createOrder(shop, buyer, listing);
  const [phone, ...others] = ['490154203237518', '356938035643809', '356938035643817'];
  await createListing(shop, seller, { imei: phone });
  for (const imei of [phone, ...others])
    await shop.call('POST', '/lostPhones', { as: buyer.token, body: { imei, lostOn: '2024-05-01', place: 'Porto', proof: 'The box.' } });
  await importCities(shop.services.db, readFileSync(join(builtInFolder('cities'), 'demo.txt'), 'utf8'));
  for (const priceFrom of ['1', '2']) {
    const saved = await shop.call('POST', '/savedSearches', { as: buyer.token, body: { name: 'Samsung', priceFrom } });
    const id = (saved.body as { insertedId: string }).insertedId;
    const until = new Date(shop.clock.now()).toISOString().slice(0, 10);
    await shop.call('PUT', `/savedSearches/${id}/wantedAd`, { as: buyer.token, body: { topPrice: 900, until } });
  }
  heard = openDatabase(shop.config.database, { onQuery: (query) => asked.push(query) });
  app = await createApp({ ...shop.services, db: heard, reads: heard }, { logLevel: 'silent', checkReplies: false, dev: false });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await heard.destroy();
  await shop.close();
});

type Step = { detail: string } | { 'QUERY PLAN': { Plan: Plan }[] };
type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] };

function flatten(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flatten)];
}

/** The parts of a statement's plan that grow with the tables: reading one whole, or sorting the result. */
async function flawsOf(db: Db, query: RunQuery): Promise<string[]> {
  if (SMALL.some((table) => query.sql.includes(`from "${table}"`)) && !query.sql.includes(' join ')) return [];
  if (shop.config.database.kind === 'sqlite') {
    const { rows } = await db.executeQuery<Step>(CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]));
    return rows.flatMap((row) => {
      const detail = 'detail' in row ? row.detail : '';
      const whole = /^SCAN (\w+)\b(?! USING (?:COVERING )?INDEX)/u.exec(detail);
      return (whole && !SMALL.includes(whole[1] ?? '')) || detail.includes('TEMP B-TREE') ? [detail] : [];
    });
  }
  return db.transaction().execute(async (tx) => {
    // With so few rows a full scan would be the best plan, so this checks whether there is another.
    await sql`set local enable_seqscan = off`.execute(tx);
    await sql`set local enable_sort = off`.execute(tx);
    await sql`set local enable_bitmapscan = off`.execute(tx);
    const { rows } = await tx.executeQuery<Step>(CompiledQuery.raw(`explain (format json) ${query.sql}`, [...query.parameters]));
    const [first] = rows;
    const plans = first && 'QUERY PLAN' in first ? first['QUERY PLAN'].flatMap(({ Plan: plan }) => flatten(plan)) : [];
    return plans.flatMap((plan) => {
      const relation = plan['Relation Name'] ?? '';
      const isWhole = plan['Node Type'] === 'Seq Scan' && !SMALL.includes(relation);
      return isWhole || plan['Node Type'] === 'Sort' ? [`${plan['Node Type']} ${relation}`] : [];
    });
  });
}

async function call(path: string, as: Person | null) {
  const response = await app.inject({ url: `/api${path}`, headers: as ? { authorization: `Bearer ${as.token}` } : {} });
  expect(response.statusCode, `${path} ${response.body}`).toBe(200);
  return response;
}

function nextOf(link: unknown): string {
  return /<\/api([^>]+)>; rel="next"/u.exec(String(link))?.[1] ?? '';
}

function calls(): [string, Person | null][] {
  return [
    ...['', 'name=samsung&'].flatMap((brand) =>
      ['default', 'oldest', 'lowtohigh', 'hightolow'].map((sort): [string, null] => [`/products?${brand}sort=${sort}&limit=24`, null]),
    ),
    ['/products?name=samsung&storage=128gb&limit=24', null],
    ['/searchProducts?search=galaxy&limit=24', null],
    ['/searchSuggestions?search=gal', null],
    ['/productFacets?name=samsung', null],
    ['/cities?search=portl', null],
    ['/products?sort=nearest&near=portland&limit=1', null],
    ['/searchProducts?search=galaxy&near=45.5,-122.7&within=25&sort=nearest&limit=1', null],
    ['/productFacets?name=samsung&near=portland,+oregon&within=40km', null],
    ['/productCategories', null],
    ['/newArrivalProducts', null],
    ['/advertise?limit=10', null],
    [`/selectedItem/${listing}`, null],
    [`/products/${listing}/phoneTest`, null],
    ['/phoneTestKeys', null],
    [`/orders/${sold}/phoneTest`, buyer],
    ['/priceEstimate?brand=Samsung&model_name=Galaxy+S21&storage=128+GB', null],
    ['/priceHistory?brand=Samsung&model_name=Galaxy+S21', null],
    ['/modelPrices', null],
    ['/modelPrices/samsung-galaxy-s21', null],
    [`/products?email=${seller.email}&limit=10`, seller],
    [`/products/${listing}/interest`, seller],
    ['/wantedAds?limit=1', null],
    [`/products/${listing}/wantedAds`, seller],
    ['/wantedAds/forPhone?name=Samsung&model_name=Galaxy+S1&location=Portland', seller],
    ['/sales?limit=10', seller],
    ['/notifications?limit=10', seller],
    [`/bookings?email=${buyer.email}&limit=10`, buyer],
    ['/users/buyers?user=buyer&limit=1', admin],
    ['/users/buyers?sort=name&limit=1', admin],
    ['/users/sellers?sort=name&search=galaxy&limit=1', admin],
    ['/reportedItems?limit=10', admin],
    ['/payments?limit=10', admin],
    ...['users/buyers', 'users/sellers', 'reportedItems', 'payments', 'removedItems', 'decisions', 'reviewQueue'].map((list): [string, Person] => [
      `/${list}?search=galaxy&sort=oldest&limit=1`,
      admin,
    ]),
    [`/products?email=${seller.email}&search=galaxy&limit=10`, seller],
    ['/sales?search=galaxy&sort=oldest', seller],
    [`/bookings?email=${buyer.email}&search=galaxy&sort=oldest`, buyer],
    ['/lostPhones?limit=1', admin],
    ...['matrix', buyer.email, '555 010 0199', '$289', '4242', 'pi_1234', order].map((typed): [string, Person] => [
      `/find?search=${encodeURIComponent(typed)}&limit=1`,
      admin,
    ]),
    // Reports about one person's listings, and problems with their orders, are sorted: they are few.
    ...RecordPart.options
      .filter((part) => part !== 'reportsReceived' && part !== 'problems')
      .map((part): [string, Person] => [`/people/${seller.id}/records?part=${part}&limit=1`, admin]),
    [`/orders/${order}/details`, admin],
    ['/myLostPhones?limit=1', buyer],
    ['/imeiQuestions?limit=1', admin],
  ];
}

test('Reads every list, search and listing along an index, later pages too', async () => {
  const flaws: string[] = [];
  let statements = 0;
  for (const [path, as] of calls()) {
    asked = [];
    const next = nextOf((await call(path, as)).headers.link);
    if (next !== '') await call(next, as);
    for (const query of [...asked]) {
      if (!query.sql.startsWith('select')) continue;
      statements += 1;
      for (const flaw of await flawsOf(shop.services.db, query)) flaws.push(`${path}: ${flaw}\n  ${query.sql.slice(0, 300)}`);
    }
  }
  expect(statements).toBeGreaterThan(50);
  expect(flaws).toEqual([]);
});

function throwIt(error: unknown): never {
  throw error;
}

test.each<[string, () => Promise<unknown>]>([
  ['scoring the risk of listings', () => createAssessing({ ...shop.services, db: heard, launchOf: () => null }).run()],
  ['comparing listings with the catalog', () => matchModels({ ...shop.services, db: heard, directory: app.models.directory })],
  ['looking up cities after an import', () => locateListings({ ...shop.services, db: heard })],
  ['looking for duplicate photos', () => recognizePhotos({ ...shop.services, db: heard }, throwIt)],
  ['removing unused pictures', () => sweepImages({ ...shop.services, db: heard }, throwIt)],
  ['deleting photos of proof of possession', () => releasePossessionPhotos({ ...shop.services, db: heard })],
  ['paying sellers', () => sweepPayouts({ ...shop.services, db: heard })],
])('Background work reads along an index: %s', async (_what, work) => {
  await shop.call('POST', '/reportedItems', { as: buyer.token, body: { _id: listing } });
  asked = [];
  await work();
  const statements = asked.filter((query) => query.sql.startsWith('select'));
  expect(statements.length).toBeGreaterThan(0);
  const flaws = await Promise.all(
    statements.map(async (query) => (await flawsOf(shop.services.db, query)).map((flaw) => `${flaw}\n  ${query.sql.slice(0, 300)}`)),
  );
  expect([...new Set(flaws.flat())]).toEqual([]);
});
