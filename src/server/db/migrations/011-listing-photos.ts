import { type Kysely, sql } from 'kysely';

/** A listing's photos after its first, as a JSON list of addresses. It can be done again where it was interrupted. */
export const addPhotos = async (db: Kysely<unknown>): Promise<void> => {
  const tables = await db.introspection.getTables();
  const there = tables.find(({ name }) => name === 'listings')?.columns.some(({ name }) => name === 'photos');
  if (!there) await sql`alter table listings add column photos text not null default '[]'`.execute(db);
};
