import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChangeFeed } from '#server/db/change-feed.ts';
import { type Ad, createMatcher, type StoredCriteria, withoutPrices } from '#server/features/alerts/matcher.ts';
import { compileCriteria, createSearchIndex, isMatch, NO_CRITERIA, NO_FILTERS, openListing, type SingleListing } from '#server/features/search/index.ts';
import type { SearchEngine, SearchFilters } from '#server/ports/search-engine.ts';
import { createChance } from '#test/model/chance.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { insertCategory, insertUser, listingRow } from '#test/support/world/rows.ts';

const SEED = Number(process.env.MODEL_SEED ?? 7);
const ADS = 400;
const SEARCHES = 1200;
const MONTH = 24_300;
const NOW = Date.UTC(2026, 0, 2);

const MODELS = {
  Apple: ['iPhone 12', 'iPhone 13', 'iPhone 13 Pro', 'iPhone 13 Pro Max', 'iPhone SE'],
  Samsung: ['Galaxy S21', 'Galaxy S21+', 'Galaxy S23 Ultra', 'Galaxy A52', 'Note20 Ultra'],
  Google: ['Pixel 6', 'Pixel 6 Pro', 'Pixel 7a'],
  Motorola: ['Moto G8', 'One Vision'],
} as const;
type Brand = keyof typeof MODELS;
const BRANDS = Object.keys(MODELS) as [Brand, ...Brand[]];
const STORAGES = ['64 GB', '128 GB', '256 GB'] as const;
const COLORS = ['Black', 'Blue', 'Midnight Green'] as const;
const CONDITIONS = ['Like new', 'Good', 'Fair'] as const;
const PLACES = ['Porto', 'Lisbon'] as const;
const PHRASES = [
  'under 300',
  'over $150',
  'between 100 and 250',
  'cheap',
  'at least 128gb',
  '8gb ram',
  'verified seller',
  'updates for 12 months',
  'not samsung',
  'small',
  'good battery',
  'bought in 2021',
] as const;
const ODD = ['frobnicate', 'phone', 'used', 'galxy', 'sams', 'black or blue', 'i phone'] as const;

const chance = createChance(SEED);
let database: TestDatabase;
let searchIndex: SearchEngine;
const brands = new Map<Brand, string>();
const ads: { id: string; listing: SingleListing }[] = [];
/** Every other one is a wanted ad. */
const searches: { id: string; search: string | null; stored: StoredCriteria; ad: Ad | null }[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  const { db } = database;
  const sellers = await Promise.all([1, 2].map(() => insertUser(db, { role: 'seller', now: NOW })));
  await db
    .updateTable('users')
    .set({ verified_at: NOW })
    .where('id', '=', sellers[0]?.id ?? '')
    .execute();
  for (const brand of BRANDS) brands.set(brand, await insertCategory(db, brand));
  const rows = Array.from({ length: ADS }, (_, number) => adAtRandom(chance.pickOf(sellers)?.id ?? '', NOW + number));
  for (let at = 0; at < ADS; at += 50)
    await db
      .insertInto('listings')
      .values(rows.slice(at, at + 50))
      .execute();
  searchIndex = createSearchIndex(
    db,
    createChangeFeed(() => db),
  );
  for (const { id } of rows) {
    const listing = await openListing(db, id);
    if (listing) ads.push({ id, listing });
  }
  for (let number = 0; number < SEARCHES; number += 1) {
    const search = chance.percent(75) ? textAtRandom() : null;
    const words = search === null ? NO_CRITERIA : await searchIndex.toCriteria(search);
    searches.push({
      id: String(number),
      search,
      stored: { ...words, filters: filtersAtRandom(search === null) },
      ad: number % 2 === 0 ? adTermsAtRandom() : null,
    });
  }
}, 120_000);
afterAll(() => database.drop());

function adAtRandom(sellerId: string, now: number) {
  const brand = chance.pick(BRANDS);
  const row = listingRow(
    { sellerId, categoryId: brands.get(brand) ?? '', now },
    {
      name: brand,
      brand,
      model_name: chance.pickOf(MODELS[brand]) ?? '',
      location: chance.pick(PLACES),
      resale_price: String(80 + chance.below(400)),
      purchase_year: String(2019 + chance.below(4)),
      condition: chance.pick(CONDITIONS),
      color: chance.pick(COLORS),
      storage: chance.pick(STORAGES),
    },
  );
  const answers = JSON.stringify({ battery: chance.pick(['', 'strong', 'good', 'weak']) });
  return { ...row, answers, id: uuid({ msecs: now }), catalog_model: null, updates_month: MONTH + chance.below(40) - 10 };
}

const adTermsAtRandom = (): Ad => ({ topCents: (80 + chance.below(400)) * 100, until: NOW + chance.below(1000) - 300 });

function textAtRandom(): string {
  const brand = chance.pick(BRANDS);
  const parts = [
    ...(chance.percent(30) ? [brand] : []),
    ...(chance.percent(70) ? [chance.pickOf(MODELS[brand]) ?? ''] : []),
    ...(chance.percent(25) ? [chance.pick(STORAGES)] : []),
    ...(chance.percent(25) ? [chance.pick(COLORS)] : []),
    ...(chance.percent(15) ? [chance.pick(ODD)] : []),
    ...(chance.percent(45) ? [chance.pick(PHRASES)] : []),
  ];
  return parts.length === 0 ? 'iphone' : parts.join(' ').toLowerCase();
}

function filtersAtRandom(isAlone: boolean): SearchFilters {
  const some = <Value>(percent: number, make: () => Value): Value[] => (chance.percent(percent) ? [make()] : []);
  const id = () => brands.get(chance.pick(BRANDS)) ?? '';
  const priceFrom = 80 + chance.below(200);
  return {
    ...NO_FILTERS,
    month: MONTH,
    categoryId: isAlone && chance.percent(50) ? id() : null,
    categoryIds: chance.percent(20) ? [id(), id()] : null,
    texts: {
      ...NO_FILTERS.texts,
      model: some(15, () => (chance.pickOf(MODELS[chance.pick(BRANDS)]) ?? '').toLowerCase()),
      storage: [...new Set([...some(20, () => '64gb'), ...some(20, () => '128gb')])],
      condition: some(15, () => chance.pick(CONDITIONS).toLowerCase()),
      color: some(15, () => chance.pick(COLORS).toLowerCase()),
    },
    years: some(10, () => 2019 + chance.below(4)),
    checks: some(15, () => chance.pick(['battery80', 'battery90'] as const)),
    priceFrom: chance.percent(25) ? priceFrom * 100 : null,
    priceTo: chance.percent(40) ? (priceFrom + chance.below(200)) * 100 : null,
    verified: chance.percent(10),
    monthsLeft: chance.percent(10) ? 12 : null,
  };
}

test('Every ad matches the same saved searches as when it is compared with each of them', () => {
  const matcher = createMatcher();
  for (const { id, stored } of searches) matcher.add(id, stored);
  const compiled = searches.map(({ id, stored: { filters, ...criteria } }) => ({ id, filters, criteria: compileCriteria(criteria) }));
  let found = 0;
  for (const { listing } of ads) {
    const all = compiled.filter(({ filters, criteria }) => isMatch(listing, filters, criteria)).map(({ id }) => id);
    expect(matcher.match(listing, MONTH).sort()).toEqual(all.sort());
    found += all.length;
  }
  expect(found).toBeGreaterThan(ADS);
});

test('Every phone meets the same open wanted ads as when it is compared with each of them, whatever their searches say of prices', () => {
  const matcher = createMatcher();
  for (const { id, stored, ad } of searches) {
    matcher.add(id, stored);
    if (!ad) continue;
    // Changed since, and deleted since.
    matcher.setAd(id, stored, { topCents: 1, until: NOW });
    matcher.deleteAd(id);
    matcher.setAd(id, stored, ad);
  }
  const open = searches.flatMap(({ id, stored: { filters, ...criteria }, ad }) => {
    const priceless = { ...filters, priceFrom: null, priceTo: null };
    return ad && ad.until > NOW ? [{ id, topCents: ad.topCents, filters: priceless, criteria: withoutPrices(compileCriteria(criteria)) }] : [];
  });
  const byId = (one: { id: string }, other: { id: string }): number => Number(one.id) - Number(other.id);
  let found = 0;
  for (const { listing } of ads) {
    const all = open.filter(({ filters, criteria }) => isMatch(listing, filters, criteria)).map(({ id, topCents }) => ({ id, topCents }));
    expect(matcher.matchAds(listing, MONTH, NOW).sort(byId)).toEqual(all.sort(byId));
    found += all.length;
  }
  expect(found).toBeGreaterThan(ADS);
});

test('An ad matches a saved search when its results page shows the ad, unless the page guessed or left words out', async () => {
  const compared = { pages: 0, shown: 0 };
  for (const { search, stored } of searches) {
    const { filters, ...criteria } = stored;
    const { search: understood } = await searchIndex.countFacets({ filters, search });
    if (understood && (understood.relaxed || understood.ignored.length > 0 || understood.chips.some(({ applied }) => !applied))) continue;
    const page = await searchIndex.findIds({ filters, search }, 'newest', { limit: ADS, after: null });
    const compiled = compileCriteria(criteria);
    const matching = ads.filter(({ listing }) => isMatch(listing, filters, compiled)).map(({ id }) => id);
    expect(matching.sort(), `${search} ${JSON.stringify(criteria)}`).toEqual(page.items.toSorted());
    compared.pages += 1;
    compared.shown += page.items.length;
  }
  expect(compared.pages).toBeGreaterThan(SEARCHES / 2);
  expect(compared.shown).toBeGreaterThan(ADS);
});
