import { type Kysely, sql } from 'kysely';
import { toFacetKey } from '#contract/shared/facet-text.ts';

const BATCH = 500;
const KEYS = ['storage', 'condition', 'color'] as const;

type Row = { id: string } & Record<(typeof KEYS)[number], string>;

const addColumns = async (db: Kysely<unknown>): Promise<void> => {
  const tables = await db.introspection.getTables();
  const there = new Set(tables.find(({ name }) => name === 'listings')?.columns.map(({ name }) => name));
  for (const name of KEYS)
    if (!there.has(`${name}_key`)) await sql`alter table listings add column ${sql.ref(`${name}_key`)} text not null default ''`.execute(db);
};

/** Listings that were there before have their keys written now: folding text is more than SQL does alike on both engines. */
const writeKeys = async (db: Kysely<unknown>): Promise<void> => {
  let after = '';
  for (;;) {
    const { rows } = await sql<Row>`select id, storage, condition, color from listings where id > ${after} order by id limit ${BATCH}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    const values = rows.map((row) => sql`(${row.id}, ${sql.join(KEYS.map((name) => toFacetKey(row[name])))})`);
    await sql`with folded (id, storage, condition, color) as (values ${sql.join(values)})
      update listings set storage_key = folded.storage, condition_key = folded.condition, color_key = folded.color
      from folded where listings.id = folded.id`.execute(db);
    after = last.id;
  }
};

/** What filters look at stands in every index behind what a list is ordered by: rows that don't fit are passed over without being read. */
const INDICES = {
  listings_newest: 'created_at, id, category_id, price_cents, storage_key, condition_key, color_key, seller_id',
  listings_cheapest: 'price_cents, id, category_id, storage_key, condition_key, color_key, seller_id',
  listings_of_brand_newest: 'category_id, created_at, id, price_cents, storage_key, condition_key, color_key, seller_id',
  listings_of_brand_cheapest: 'category_id, price_cents, id, storage_key, condition_key, color_key, seller_id',
  listings_facets: 'category_id, storage_key, condition_key, color_key, price_cents, seller_id',
};

/** What lists of listings are narrowed by: free texts in the form they are compared in. Each step can be done again where it was interrupted. */
export const addListingFilters = async (db: Kysely<unknown>): Promise<void> => {
  await addColumns(db);
  await writeKeys(db);
  for (const [name, columns] of Object.entries(INDICES)) {
    await sql.raw(`drop index if exists ${name}`).execute(db);
    await sql.raw(`create index ${name} on listings (${columns}) where sold_at is null and removed_at is null`).execute(db);
  }
};
