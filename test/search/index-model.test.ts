import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConditionCheck } from '#contract/shared/condition-checks.ts';
import { distanceInKm, type Point } from '#contract/shared/distance.ts';
import { createChangeFeed } from '#server/db/change-feed.ts';
import { noteListing, noteSeller } from '#server/db/changes.ts';
import type { Cursor } from '#server/db/paging.ts';
import type { NewListingRow } from '#server/db/tables.ts';
import { createSearchIndex, NO_FILTERS } from '#server/features/search/index.ts';
import type { SearchEngine, SearchFilters, SearchOrder } from '#server/ports/search-engine.ts';
import { createChance } from '#test/model/chance.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { insertCategory, insertUser, listingRow } from '#test/support/world/rows.ts';

const SEED = Number(process.env.MODEL_SEED ?? 5);
const SELLERS = 3;
const LISTINGS = 4000;
const ROUNDS = 16;
const QUESTIONS = 8;

const BRANDS = ['Apple', 'Samsung', 'Xiaomi'] as const;
const STORAGES = ['64 GB', '128 GB', '256 GB'] as const;
const COLORS = ['Black', 'Blue', 'Gold', 'Green', 'Rare Teal'] as const;
const BATTERIES = ['', 'strong', 'good', 'weak', 'unknown'] as const;
const REPAIRS = ['', 'never', 'maker', 'other'] as const;
const BODIES = ['flawless', 'light', 'worn', 'damaged', ''] as const;
const CONDITIONS = ['Good', 'Fair', 'Like new'] as const;
/** The current month, counted from the year 0. */
const MONTH = 24_300;
/** How many months after it updates end. */
const MONTHS_LEFT = [-24_300, -3, 0, 11, 12, 24, 40] as const;
const PLACES = ['Porto', 'Lisbon', 'Faro'] as const;
/** Cities' centers in hundredths of a degree; one in ten listings is in none. */
const CITIES = Array.from({ length: 60 }, (_, nth) => ({ city_lat: ((nth * 7919) % 17_000) - 8500, city_lng: ((nth * 104_729) % 36_000) - 18_000 }));

const chance = createChance(SEED);
let database: TestDatabase;
let searchIndex: SearchEngine;
const sellers: string[] = [];
const verified = new Set<string>();
const categories: { id: string; name: string }[] = [];
/** What is on sale, as a list for full scans. */
const rows = new Map<string, NewListingRow>();
const onSale = new Set<string>();
let moment = Date.now() - 1e9;

function makeRow(): NewListingRow {
  const category = chance.pickOf(categories) ?? categories[0];
  // Several in the same millisecond, and now and then a late one.
  moment += chance.below(3);
  const createdAt = chance.percent(3) ? moment - chance.below(5_000_000) : moment;
  const brand = category?.name ?? '';
  const row = listingRow(
    { sellerId: chance.pickOf(sellers) ?? '', categoryId: category?.id ?? '', now: createdAt },
    {
      name: brand,
      brand,
      // Hundreds of one model, whose counts are cached.
      model_name: `Model ${chance.percent(50) ? 0 : chance.below(40)}`,
      location: chance.pick(PLACES),
      resale_price: String(1 + chance.below(300)),
      purchase_year: String(2018 + chance.below(6)),
      condition: chance.pick(CONDITIONS),
      color: chance.percent(1) ? 'Rare Teal' : chance.pick(COLORS.slice(0, 4) as ['Black', 'Blue', 'Gold', 'Green']),
      storage: chance.pick(STORAGES),
    },
  );
  const answers = JSON.stringify({ battery: chance.pick(BATTERIES), repairs: chance.pick(REPAIRS), body: chance.pick(BODIES) });
  return { ...row, answers, id: uuid({ msecs: createdAt }), catalog_model: null, updates_month: MONTH + chance.pick(MONTHS_LEFT), ...cityOf() };
}

function cityOf() {
  return chance.percent(10) ? { city_lat: null, city_lng: null } : chance.pickOf(CITIES);
}

async function insert(count: number, isNoted: boolean): Promise<void> {
  const { db } = database;
  const made = Array.from({ length: count }, makeRow);
  for (let start = 0; start < made.length; start += 200)
    await db
      .insertInto('listings')
      .values(made.slice(start, start + 200))
      .execute();
  for (const row of made) {
    rows.set(row.id, row);
    onSale.add(row.id);
    if (isNoted) await noteListing(db, row.id, Date.now());
  }
}

async function setSold(id: string, sold: boolean): Promise<void> {
  await database.db
    .updateTable('listings')
    .set({ sold_at: sold ? Date.now() : null })
    .where('id', '=', id)
    .execute();
  await noteListing(database.db, id, Date.now());
  if (sold) onSale.delete(id);
  else onSale.add(id);
}

async function setVerified(id: string, isVerified: boolean): Promise<void> {
  await database.db
    .updateTable('users')
    .set({ verified_at: isVerified ? Date.now() : null })
    .where('id', '=', id)
    .execute();
  await noteSeller(database.db, id, Date.now());
  if (isVerified) verified.add(id);
  else verified.delete(id);
}

async function setMonth(id: string, updates_month: number): Promise<void> {
  await database.db.updateTable('listings').set({ updates_month }).where('id', '=', id).execute();
  await noteListing(database.db, id, Date.now());
  const row = rows.get(id);
  if (row) rows.set(id, { ...row, updates_month });
}

function someOf<T>(all: readonly [T, ...T[]], share: number): T[] {
  return chance.percent(share) ? [chance.pick(all), chance.pick(all)] : [];
}

function askSomething(): { filters: SearchFilters; search: string | null } {
  return {
    filters: {
      categoryId: chance.percent(40) ? (chance.pickOf(categories)?.id ?? null) : null,
      categoryIds: chance.percent(20) ? [chance.pickOf(categories)?.id ?? ''] : null,
      texts: {
        model: chance.percent(20) ? [`model ${chance.below(40)}`] : [],
        storage: someOf(['64gb', '128gb', '256gb'], 30),
        condition: someOf(['good', 'fair', 'like new', 'no such'], 20),
        color: someOf(['black', 'rare teal', 'gold'], 30),
        ram: [],
        place: someOf(['porto', 'faro'], 20),
      },
      years: chance.percent(20) ? [2018 + chance.below(7)] : [],
      checks: chance.percent(20)
        ? [chance.pick(['battery80', 'battery90', 'neverRepaired', 'noDents'] as const), chance.pick(['battery80', 'neverElsewhere', 'bodyLikeNew'] as const)]
        : [],
      priceFrom: chance.percent(30) ? 100 * chance.below(320) : null,
      priceTo: chance.percent(30) ? 100 * (150 + chance.below(200)) : null,
      verified: chance.percent(20),
      monthsLeft: chance.percent(20) ? 12 * chance.below(4) : null,
      month: MONTH,
      near: chance.percent(60) ? { lat: chance.below(1800) / 10 - 90, lng: chance.below(3600) / 10 - 180 } : null,
      withinKm: chance.percent(30) ? 1 + chance.below(8000) : null,
    },
    search: chance.percent(30)
      ? null
      : `${chance.percent(50) ? 'model ' : ''}${chance.below(40)}${chance.percent(40) ? ` ${chance.pick(COLORS).toLowerCase()}` : ''}`,
  };
}

function askForCommonModel(): ReturnType<typeof askSomething> {
  const categoryId = chance.percent(50) ? (chance.pickOf(categories)?.id ?? null) : null;
  return { filters: { ...NO_FILTERS, categoryId, month: MONTH }, search: 'model 0' };
}

function fits(row: NewListingRow, { filters, search }: ReturnType<typeof askSomething>): boolean {
  const { texts, years, priceFrom, priceTo, categoryId, categoryIds } = filters;
  const among = (values: string[], value: string) => values.length === 0 || values.includes(value);
  const words = [row.model_key, row.storage_key, row.storage_key.replace('gb', ''), row.condition_key, row.color_key, row.place_key].join(' ').split(' ');
  return (
    (categoryId === null || row.category_id === categoryId) &&
    (categoryIds === null || categoryIds.includes(row.category_id)) &&
    among(texts.model, row.model_key) &&
    among(texts.storage, row.storage_key) &&
    among(texts.condition, row.condition_key) &&
    among(texts.color, row.color_key) &&
    among(texts.place, row.place_key) &&
    (years.length === 0 || years.includes(row.year)) &&
    (priceFrom === null || row.price_cents >= priceFrom) &&
    (priceTo === null || row.price_cents <= priceTo) &&
    (filters.monthsLeft === null || (row.updates_month ?? 0) >= MONTH + filters.monthsLeft) &&
    filters.checks.every((check) => meets(row, check)) &&
    (filters.near === null || filters.withinKm === null || distanceOf(row, filters.near) <= filters.withinKm) &&
    (!filters.verified || verified.has(row.seller_id)) &&
    (search === null || search.split(' ').every((word) => words.includes(word)))
  );
}

function meets({ answers = '{}' }: NewListingRow, check: ConditionCheck): boolean {
  const { battery, repairs, body } = JSON.parse(answers) as { battery: string; repairs: string; body: string };
  if (check === 'neverRepaired') return repairs === 'never';
  if (check === 'neverElsewhere') return repairs === 'never' || repairs === 'maker';
  if (check === 'bodyLikeNew') return body === 'flawless';
  if (check === 'noDents') return body === 'flawless' || body === 'light';
  return battery === 'strong' || (check === 'battery80' && battery === 'good');
}

const distanceOf = ({ city_lat, city_lng }: NewListingRow, near: Point): number =>
  city_lat == null || city_lng == null ? Number.POSITIVE_INFINITY : distanceInKm(near, { lat: city_lat / 100, lng: city_lng / 100 });

/** By whole kilometers, and far away by ten; the newest first. */
function compareDistance(near: Point) {
  const stepOf = (row: NewListingRow): number => {
    const km = distanceOf(row, near);
    return km < 2000 || km === Number.POSITIVE_INFINITY ? Math.floor(km) : 2000 + Math.floor((km - 2000) / 10);
  };
  return (one: NewListingRow, other: NewListingRow): number => {
    const [step, otherStep] = [stepOf(one), stepOf(other)];
    return step === otherStep ? compare('newest')(one, other) : step < otherStep ? -1 : 1;
  };
}

function compare(order: SearchOrder) {
  return (one: NewListingRow, other: NewListingRow) => {
    const byId = one.id < other.id ? -1 : 1;
    const [key, sign] =
      order === 'cheapest' || order === 'dearest'
        ? (['price_cents', order === 'cheapest' ? 1 : -1] as const)
        : (['created_at', order === 'oldest' ? 1 : -1] as const);
    return sign * (one[key] - other[key] || byId);
  };
}

async function readAll(asked: ReturnType<typeof askSomething>, order: SearchOrder, limit: number, pages: number): Promise<string[]> {
  const found: string[] = [];
  for (let after: Cursor | null = null, page = 0; page < pages; page += 1) {
    const { items, next } = await searchIndex.findIds(asked, order, { limit, after });
    found.push(...items);
    if (!next) break;
    after = next;
  }
  return found;
}

beforeAll(async () => {
  database = await freshDatabase();
  const { db } = database;
  for (let count = 0; count < SELLERS; count += 1) sellers.push((await insertUser(db, { role: 'seller', now: 1 })).id);
  for (const name of BRANDS) categories.push({ id: await insertCategory(db, name), name });
  await insert(LISTINGS, false);
  searchIndex = createSearchIndex(db, feed());
  await searchIndex.load();
}, 120_000);
afterAll(() => database.drop());

let catchUp: () => Promise<void>;

function feed() {
  const made = createChangeFeed(() => database.db);
  catchUp = made.catchUp;
  return made;
}

test(`Finds, sorts, pages and counts like a full scan while listings come and go (seed ${SEED})`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    // One round inserts so many that the index is sorted again.
    await insert(round === 7 ? 4200 : chance.below(6), true);
    const ids = [...rows.keys()];
    for (let times = chance.below(8); times > 0; times -= 1) {
      const id = ids[chance.below(ids.length)] ?? '';
      await setSold(id, onSale.has(id));
    }
    if (chance.percent(30)) {
      const id = chance.pickOf(sellers) ?? '';
      await setVerified(id, !verified.has(id));
    }
    await setMonth(ids[chance.below(ids.length)] ?? '', MONTH + chance.pick(MONTHS_LEFT));
    await catchUp();
    const all = [...onSale].flatMap((id) => rows.get(id) ?? []);
    for (let question = 0; question < QUESTIONS; question += 1) {
      const asked = question === 0 ? askForCommonModel() : askSomething();
      const expected = all.filter((row) => fits(row, asked));
      const facets = await searchIndex.countFacets(asked);
      const isWhole = facets.search === null || (!facets.search.relaxed && facets.search.ignored.length === 0 && facets.search.corrected === null);
      // Guesses for searches without a complete match are covered by other tests.
      if (!isWhole) continue;
      const notified = JSON.stringify({ round, asked });
      expect(facets.total, notified).toBe(expected.length);
      const withoutColor = all.filter((row) => fits(row, { ...asked, filters: { ...asked.filters, texts: { ...asked.filters.texts, color: [] } } }));
      for (const { value, count } of facets.color)
        expect(withoutColor.filter((row) => row.color_key === value.toLowerCase()).length, `${notified} ${value}`).toBe(count);
      const unpriced = all
        .filter((row) => fits(row, { ...asked, filters: { ...asked.filters, priceFrom: null, priceTo: null } }))
        .map((row) => row.price_cents / 100);
      expect(facets.price, notified).toEqual(unpriced.length === 0 ? null : { min: Math.min(...unpriced), max: Math.max(...unpriced) });
      const ofAnyMonth = all.filter((row) => fits(row, { ...asked, filters: { ...asked.filters, monthsLeft: null } }));
      const monthsFrom = (least: number): number => ofAnyMonth.filter(({ updates_month = 0 }) => updates_month >= MONTH + least).length;
      expect(facets.updates, notified).toEqual(['12', '24', '36'].map((value) => ({ value, count: monthsFrom(Number(value)) })));
      const order = chance.pick(['newest', 'oldest', 'cheapest', 'dearest', 'nearest', 'nearest'] as const);
      const limit = 1 + chance.below(40);
      const { near } = asked.filters;
      const sorted = expected.toSorted(order === 'nearest' && near ? compareDistance(near) : compare(order)).map(({ id }) => id);
      expect(await readAll(asked, order, limit, 4), `${notified} ${order} ${limit}`).toEqual(sorted.slice(0, limit * 4));
      const matched = await readAll(asked, 'match', 500, 100);
      expect(matched.toSorted(), notified).toEqual(expected.map(({ id }) => id).sort());
    }
  }
}, 300_000);
