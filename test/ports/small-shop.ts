import { v7 as uuid } from 'uuid';
import type { ConditionCheck } from '#contract/shared/condition-checks.ts';
import { distanceInKm } from '#contract/shared/distance.ts';
import { noteListing, noteSeller } from '#server/db/changes.ts';
import type { Db, NewListingRow } from '#server/db/tables.ts';
import type { SearchFilters } from '#server/ports/search-engine.ts';
import { type Chance, createChance } from '#test/model/chance.ts';
import { insertCategory, insertUser, listingRow } from '#test/support/world/rows.ts';

/** A shop small enough to compare every answer with a look at each listing. */
export type SmallShop = {
  brands: Map<string, string>;
  sellers: string[];
  /** What is on sale, newest first. */
  onSale(): NewListingRow[];
  isVerified(sellerId: string): boolean;
  /** Each of these notes the change, as the shop does. */
  list(changes?: Partial<NewListingRow>): Promise<NewListingRow>;
  edit(id: string, changes: Partial<NewListingRow>): Promise<void>;
  verify(sellerId: string, isVerified: boolean): Promise<void>;
};

const LISTINGS = 150;
const PHONES = [
  ['Samsung', 'Galaxy S21'],
  ['Samsung', 'Galaxy S21'],
  ['Samsung', 'Galaxy A52'],
  ['Apple', 'iPhone 12'],
  ['Apple', 'iPhone 13 Pro'],
  ['Xiaomi', 'Redmi Note 10'],
] as const;
const STORAGES = ['64 GB', '128 GB', '256 GB'] as const;
const COLORS = ['Black', 'Blue', 'Gold'] as const;
const CONDITIONS = ['Good', 'Fair', 'Like new'] as const;
/** In hundredths of a degree. */
type Place = { location: string; city_lat: number | null; city_lng: number | null };
/** Porto, Lisbon, Faro and nowhere known. */
const PLACES: [Place, ...Place[]] = [
  { location: 'Porto', city_lat: 4115, city_lng: -861 },
  { location: 'Lisbon', city_lat: 3872, city_lng: -914 },
  { location: 'Faro', city_lat: 3702, city_lng: -793 },
  { location: 'Atlantis', city_lat: null, city_lng: null },
];
export const PORTO = { lat: 41.15, lng: -8.61 };
/** October 2026, counted from the year 0. */
export const MONTH = 24_321;

export async function createSmallShop(db: Db): Promise<SmallShop> {
  const chance = createChance(11);
  const rows = new Map<string, NewListingRow>();
  const verified = new Set<string>();
  const brands = new Map<string, string>();
  for (const brand of ['Samsung', 'Apple', 'Xiaomi']) brands.set(brand, await insertCategory(db, brand));
  const sellers = [await insertUser(db, { role: 'seller', now: 1 }), await insertUser(db, { role: 'seller', now: 1 })].map(({ id }) => id);
  let moment = Date.UTC(2026, 9, 1);
  const listed = (changes: Partial<NewListingRow> = {}): NewListingRow => {
    // Several in the same millisecond.
    moment += chance.below(3);
    return { ...rowAt(chance, { brands, sellers, moment }), ...changes };
  };
  const shop: SmallShop = {
    brands,
    sellers,
    onSale: () => [...rows.values()].filter((row) => row.sold_at == null).toSorted(newestFirst),
    isVerified: (id) => verified.has(id),
    async list(changes) {
      const row = listed(changes);
      await db.insertInto('listings').values(row).execute();
      await noteListing(db, row.id, Date.now());
      rows.set(row.id, row);
      return row;
    },
    async edit(id, changes) {
      const row = rows.get(id);
      if (!row) throw new Error('there is no such listing');
      await db.updateTable('listings').set(changes).where('id', '=', id).execute();
      await noteListing(db, id, Date.now());
      rows.set(id, { ...row, ...changes });
    },
    async verify(id, isVerified) {
      const verified_at = isVerified ? Date.now() : null;
      await db.updateTable('users').set({ verified_at }).where('id', '=', id).execute();
      await noteSeller(db, id, Date.now());
      if (isVerified) verified.add(id);
      else verified.delete(id);
    },
  };
  for (let at = 0; at < LISTINGS; at += 1) await shop.list();
  await shop.verify(sellers[0] ?? '', true);
  return shop;
}

function rowAt(chance: Chance, { brands, sellers, moment }: { brands: Map<string, string>; sellers: string[]; moment: number }): NewListingRow {
  const [brand, model_name] = chance.pick(PHONES);
  const { location, ...city } = chance.pick(PLACES);
  const origin = { sellerId: chance.pickOf(sellers) ?? '', categoryId: brands.get(brand) ?? '', now: moment };
  const input = {
    ...{ name: brand, brand, model_name, location, resale_price: String(100 + 5 * chance.below(80)), purchase_year: String(2020 + chance.below(4)) },
    ...{ condition: chance.pick(CONDITIONS), color: chance.pick(COLORS), storage: chance.pick(STORAGES) },
  };
  const answers = JSON.stringify({ battery: chance.pick(['', 'strong', 'weak']) });
  return { ...listingRow(origin, input), ...city, id: uuid({ msecs: moment }), answers, catalog_model: null, updates_month: MONTH + chance.pick([-6, 12, 30]) };
}

const newestFirst = (one: NewListingRow, other: NewListingRow): number => other.created_at - one.created_at || (one.id < other.id ? 1 : -1);

/** Whether a listing passes the filters, by reading it. */
export function passes(shop: SmallShop, row: NewListingRow, filters: SearchFilters): boolean {
  const { texts, near, withinKm, monthsLeft, categoryId, categoryIds } = filters;
  const among = (values: string[], value: string): boolean => values.length === 0 || values.includes(value);
  return (
    (categoryId === null || row.category_id === categoryId) &&
    (categoryIds === null || categoryIds.includes(row.category_id)) &&
    among(texts.model, row.model_key) &&
    among(texts.storage, row.storage_key) &&
    among(texts.condition, row.condition_key) &&
    among(texts.color, row.color_key) &&
    among(texts.ram, row.ram_key) &&
    among(texts.place, row.place_key) &&
    (filters.years.length === 0 || filters.years.includes(row.year)) &&
    filters.checks.every((check) => meets(row, check)) &&
    row.price_cents >= (filters.priceFrom ?? 0) &&
    row.price_cents <= (filters.priceTo ?? Number.POSITIVE_INFINITY) &&
    (!filters.verified || shop.isVerified(row.seller_id)) &&
    (monthsLeft === null || (row.updates_month ?? 0) >= filters.month + monthsLeft) &&
    (near === null || withinKm === null || kilometersTo(row, near) <= withinKm)
  );
}

/** Only the check that the suite asks for. */
const meets = ({ answers = '{}' }: NewListingRow, check: ConditionCheck): boolean =>
  check === 'battery90' && (JSON.parse(answers) as { battery: string }).battery === 'strong';

export const kilometersTo = ({ city_lat, city_lng }: NewListingRow, near: { lat: number; lng: number }): number =>
  city_lat == null || city_lng == null ? Number.POSITIVE_INFINITY : distanceInKm(near, { lat: city_lat / 100, lng: city_lng / 100 });
