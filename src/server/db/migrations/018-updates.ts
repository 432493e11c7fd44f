import { type Kysely, sql } from 'kysely';

const COLUMNS = { catalogue_model: 'text', updates_month: 'bigint not null default 0' };

const SEARCH_INDEX =
  'created_at, id, category_id, price_cents, seller_id, brand_key, model_key, number_key, storage_key, condition_key, color_key, ram_key, place_key, year, updates_month, sold_at, removed_at';

/** Which model of the catalogue a listing is, and until when that gets security updates. They are filled in beside requests, not here. Each step can be done again where it was interrupted. */
export const addUpdates = async (db: Kysely<unknown>): Promise<void> => {
  const tables = await db.introspection.getTables();
  const there = new Set(tables.find(({ name }) => name === 'listings')?.columns.map(({ name }) => name));
  for (const [name, type] of Object.entries(COLUMNS)) if (!there.has(name)) await sql.raw(`alter table listings add column ${name} ${type}`).execute(db);
  // The shelf is read from this index alone.
  await sql`drop index if exists listings_shelf`.execute(db);
  await sql.raw(`create index listings_shelf on listings (${SEARCH_INDEX}) where sold_at is null and removed_at is null`).execute(db);
};
