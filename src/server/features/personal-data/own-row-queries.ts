import { sql } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import type { StoredData } from './stored-data.ts';

type Column<Table extends keyof Tables> = keyof Tables[Table] & string;

/** Reads these columns of a table’s rows whose `owner` is the person’s ID. */
export function ownRows<Table extends keyof Tables>(
  table: Table,
  columns: Column<Table>[],
  { owner, order = [] }: { owner: Column<Table>; order?: Column<Table>[] },
): StoredData['rows'] {
  const [read, sorted] = [columns, order].map((names) => sql.join(names.map((name) => sql.ref(name))));
  const sorting = order.length === 0 ? sql`` : sql`order by ${sorted}`;
  return async (db, { id }) => (await sql<object>`select ${read} from ${sql.table(table)} where ${sql.ref(owner)} = ${id} ${sorting}`.execute(db)).rows;
}
