import { type Kysely, sql } from 'kysely';
import { toModelKey } from '../search-keys.ts';

const BATCH = 500;
/** Keys were cut to 60 characters and a space at their end removed. */
const SHORTEST_CUT = 59;

/** Extends the model keys of listings with longer titles, so that search finds every word of them. */
export async function extendModelKeys(db: Kysely<unknown>): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; model_name: string }>`select id, model_name from listings
      where id > ${after} and length(model_key) >= ${SHORTEST_CUT} order by id limit ${BATCH}`.execute(db);
    for (const { id, model_name } of rows) await sql`update listings set model_key = ${toModelKey(model_name)} where id = ${id}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}
