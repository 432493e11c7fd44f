import { type Kysely, sql } from 'kysely';
import { type SearchKeys, searchKeysOf } from '../search-keys.ts';

const BATCH = 500;

const COLUMNS: Record<keyof SearchKeys, string> = {
  brand_key: `text not null default ''`,
  model_key: `text not null default ''`,
  number_key: `text not null default ''`,
  storage_key: `text not null default ''`,
  condition_key: `text not null default ''`,
  color_key: `text not null default ''`,
  ram_key: `text not null default ''`,
  place_key: `text not null default ''`,
  year: 'bigint not null default 0',
};

type Row = { id: string } & Record<'brand' | 'model_name' | 'storage' | 'condition' | 'color' | 'location' | 'purchase_year' | 'specification', string>;

const columnsOf = async (db: Kysely<unknown>): Promise<Set<string>> => {
  const tables = await db.introspection.getTables();
  return new Set(tables.find(({ name }) => name === 'listings')?.columns.map(({ name }) => name));
};

const addColumns = async (db: Kysely<unknown>): Promise<void> => {
  const there = await columnsOf(db);
  for (const [name, type] of Object.entries(COLUMNS))
    if (!there.has(name)) await sql`alter table listings add column ${sql.ref(name)} ${sql.raw(type)}`.execute(db);
};

const keysOf = (row: Row): SearchKeys => {
  const { ram = '', model_number = '' } = JSON.parse(row.specification) as { ram?: string; model_number?: string };
  return searchKeysOf({ ...row, specification: { ram, model_number } });
};

/** Listings that were there before have their keys written now: folding text is more than SQL does alike on both engines. */
const writeKeys = async (db: Kysely<unknown>): Promise<void> => {
  const names = Object.keys(COLUMNS) as (keyof SearchKeys)[];
  const assignments = sql.join(names.map((name) => sql`${sql.ref(name)} = folded.${sql.ref(name)}`));
  let after = '';
  for (;;) {
    const { rows } = await sql<Row>`select id, brand, model_name, storage, condition, color, location, purchase_year, specification
      from listings where id > ${after} order by id limit ${BATCH}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    const values = rows.map((row) => {
      const keys = keysOf(row);
      return sql`(${row.id}, ${sql.join(names.map((name) => (name === 'year' ? sql`cast(${keys.year} as bigint)` : sql`${keys[name]}`)))})`;
    });
    await sql`with folded (id, ${sql.join(names.map((name) => sql.ref(name)))}) as (values ${sql.join(values)})
      update listings set ${assignments} from folded where listings.id = folded.id`.execute(db);
    after = last.id;
  }
};

/** Lists are walked along these; what narrows them further is held in memory, read once from the widest. */
const ON_SALE = 'sold_at is null and removed_at is null';
const INDICES: Record<string, string | null> = {
  listings_newest: null,
  listings_facets: null,
  listings_cheapest: 'price_cents, id',
  listings_of_brand_newest: 'category_id, created_at, id',
  listings_of_brand_cheapest: 'category_id, price_cents, id',
  listings_of_model: 'category_id, model_key, price_cents, id',
  listings_shelf:
    'created_at, id, category_id, price_cents, seller_id, brand_key, model_key, number_key, storage_key, condition_key, color_key, ram_key, place_key, year, sold_at, removed_at',
};

/** What filters and search compare of a listing, in columns of their own; and a record of what changed, by which every process keeps up. Each step can be done again where it was interrupted. */
export const addSearchKeys = async (db: Kysely<unknown>): Promise<void> => {
  await addColumns(db);
  await writeKeys(db);
  for (const [name, columns] of Object.entries(INDICES)) {
    await sql.raw(`drop index if exists ${name}`).execute(db);
    if (columns !== null) await sql.raw(`create index ${name} on listings (${columns}) where ${ON_SALE}`).execute(db);
  }
  // How many of a seller's are sold is counted without reading them.
  await sql`drop index if exists listings_of_seller`.execute(db);
  await sql`create index listings_of_seller on listings (seller_id, created_at, id, sold_at) where removed_at is null`.execute(db);
  if ((await columnsOf(db)).has('search_text')) await sql`alter table listings drop column search_text`.execute(db);
  await sql`create index if not exists users_verified on users (id) where verified_at is not null`.execute(db);
  await sql`create table if not exists changes (id text primary key, at bigint not null, listing_id text, category_id text, seller_id text)`.execute(db);
  await sql`create index if not exists changes_latest on changes (at)`.execute(db);
};
