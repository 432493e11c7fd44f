import { v7 as uuid } from 'uuid';
import type { Category } from '#contract/catalog.ts';
import { type Cursor, type PageOf, slicePage } from '../../db/paging.ts';
import { prepare } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';
import { BRANDS } from './brands.ts';

const inOrder = prepare([], (db) => db.selectFrom('categories').selectAll().orderBy('position').orderBy('id'));

const byName = prepare<{ name: string }, { id: string; name: string }>(['name'], (db, { name }) =>
  db.selectFrom('categories').select(['id', 'name']).where('name_key', '=', name),
);

type Brand = { _id: string; name: string; img: string };

/** One page of the brands in display order, all without a limit; `counts` has the number of listings on sale for each. */
export async function findCategories(
  db: Db,
  counts: Map<string, number>,
  page: { limit?: number | undefined; after: Cursor | null },
): Promise<PageOf<Category>> {
  const rows = await inOrder(db, {});
  const { limit = rows.length, after } = page;
  const { items, next } = slicePage(rows, { limit, after, direction: 'asc', cursorOf: (row) => ({ key: row.position, id: row.id }) });
  return { items: items.map((row) => ({ _id: row.id, name: row.name, img: row.img, listings: counts.get(row.id) ?? 0 })), next };
}

/** Brands' names by their ids. */
export async function findBrandNames(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('categories').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Which of these ids are brands of the shop. */
export async function findCategoryIds(db: Db, names: string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await db.selectFrom('categories').select('id').where('name_key', 'in', names.map(toNameKey)).execute();
  return rows.map(({ id }) => id);
}

/** A brand's name, normalized for comparison. */
export const toNameKey = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

/** Finds a brand by its name in any case; undefined when there is none. */
export async function findCategoryByName(db: Db, name: string): Promise<{ id: string; name: string } | undefined> {
  return (await byName(db, { name: toNameKey(name) }))[0];
}

/** Brands by their normalized names, of each database. */
const known = new WeakMap<Db, Map<string, { id: string }>>();

/** The same for lists, which needn't notice that an operator removed a brand: each brand is read once. */
export async function findListedCategory(db: Db, name: string): Promise<{ id: string } | undefined> {
  const ofDb = known.get(db) ?? new Map<string, { id: string }>();
  known.set(db, ofDb);
  const key = toNameKey(name);
  const category = ofDb.get(key) ?? (await byName(db, { name: key }))[0];
  // Only brands there are: a stranger can't add to them.
  if (category) ofDb.set(key, category);
  return category;
}

/** Adds the default brands to a shop without any. Brands that an operator removed don't come back. */
export async function ensureBrands(db: Db): Promise<void> {
  if (await db.selectFrom('categories').select('id').limit(1).executeTakeFirst()) return;
  await addBrands(db);
}

/** Adds the default brands that a shop lacks; existing ones don't change. */
export async function addBrands(db: Db): Promise<void> {
  const rows = BRANDS.map((name, position) => ({ id: uuid(), name, name_key: toNameKey(name), img: `/brands/${toNameKey(name)}.svg`, position }));
  await db
    .insertInto('categories')
    .values(rows)
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .execute();
}

/** All brands, in display order. */
export function findBrands(db: Db): Promise<{ id: string; name: string; img: string }[]> {
  return db.selectFrom('categories').select(['id', 'name', 'img']).orderBy('position').orderBy('id').execute();
}

/** Default brands in the order and with the logos of a new shop, then all others unchanged. */
export function arrangeDefaultBrands(present: { id: string; name: string; img: string }[]): Brand[] {
  const places = new Map<string, number>(BRANDS.map((name, position) => [toNameKey(name), position]));
  const placeOf = (name: string): number => places.get(toNameKey(name)) ?? BRANDS.length;
  return present
    .toSorted((a, b) => placeOf(a.name) - placeOf(b.name))
    .map(({ id, name, img }) => ({ _id: id, name, img: placeOf(name) < BRANDS.length ? `/brands/${toNameKey(name)}.svg` : img }));
}

/** Sets the brands' order and logos and adds new ones. Names don't change. */
export async function setBrands(tx: Db, brands: Brand[]): Promise<void> {
  if (brands.length === 0) return;
  const rows = brands.map(({ _id, name, img }, position) => ({ id: _id, name, name_key: toNameKey(name), img, position }));
  await tx
    .insertInto('categories')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({ img: eb.ref('excluded.img'), position: eb.ref('excluded.position') })))
    .execute();
}
