import type { Insertable } from 'kysely';
import type { Db, Tables } from '#server/db/tables.ts';

/** PostgreSQL takes 65,535 values in a statement, SQLite 32,766. */
const ROWS_AT_ONCE = 200;

/** Inserts rows in few statements; those that exist stay. */
export async function insertAll<Table extends keyof Tables>(db: Db, table: Table, rows: Insertable<Tables[Table]>[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
      await tx
        .insertInto(table)
        .values(rows.slice(at, at + ROWS_AT_ONCE))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  });
}

export const times = <Row>(count: number, make: (at: number) => Row): Row[] => Array.from({ length: count }, (_, at) => make(at));
