import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { keyOf, type Row, toRow } from './rows.ts';
import type { CopiedTable } from './shape.ts';

/** How many rows are read at once: few at first, and later as many as their size allows. */
const FIRST_ROWS = 100;
const MOST_ROWS = 1000;
/** About how much text a batch has at most, unless it is a single row. */
const BATCH_BYTES = 4 * 1024 ** 2;

/** Yields the source's rows after this one in primary-key order, in batches of at most 1000 rows and about 4 MB. */
export async function* sourceBatches(source: Db, table: CopiedTable, after: Row | null = null): AsyncGenerator<Row[]> {
  const key = columnsOf(table.key);
  let limit = FIRST_ROWS;
  for (let last = after; ; ) {
    const from = last ? sql`where (${key}) > (${sql.join(table.key.map((name) => last?.[name]))})` : sql``;
    const { rows } = await sql<Record<string, unknown>>`
      select ${columnsOf(names(table))} from ${sql.table(table.name)} ${from} order by ${key} limit ${limit}`.execute(source);
    const read = rows.map((raw) => toRow(table, raw));
    yield* inSmallBatches(read);
    if (read.length < limit) return;
    last = read.at(-1) ?? null;
    const bytes = read.reduce((sum, row) => sum + bytesOf(row), 0);
    limit = Math.max(1, Math.min(MOST_ROWS, Math.floor((BATCH_BYTES * read.length) / bytes)));
  }
}

/** A few small rows say nothing about the size of those that follow, so a batch also ends before it gets too large. */
function* inSmallBatches(rows: Row[]): Generator<Row[]> {
  let [batch, bytes]: [Row[], number] = [[], 0];
  for (const row of rows) {
    const more = bytesOf(row);
    if (batch.length > 0 && bytes + more > BATCH_BYTES) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(row);
    bytes += more;
  }
  if (batch.length > 0) yield batch;
}

/** About how long a row is as text. */
const bytesOf = (row: Row): number => Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);

const columnsOf = (names: string[]) => sql.join(names.map((name) => sql.ref(name)));

const names = (table: CopiedTable): string[] => table.columns.map(({ name }) => name);

/** Inserts the rows that are missing, all or none. */
export async function insertBatch(target: Db, table: CopiedTable, rows: Row[]): Promise<void> {
  const columns = columnsOf(names(table));
  await target.transaction().execute((trx) =>
    sql`insert into ${sql.table(table.name)} (${columns}) overriding system value
      select ${columns} from ${asRecords(table, rows)} on conflict do nothing`.execute(trx),
  );
}

/** Passes the whole batch as one parameter, however many columns there are; the table itself determines their types. */
const asRecords = (table: CopiedTable, rows: Row[]) => sql`json_populate_recordset(null::${sql.table(table.name)}, ${JSON.stringify(rows)}::json)`;

/** Returns the target's rows with the same primary keys, by `keyOf`. */
export async function findSame(target: Db, table: CopiedTable, rows: Row[]): Promise<Map<string, Row>> {
  const keys = rows.map((row) => Object.fromEntries(table.key.map((name) => [name, row[name] ?? null])));
  const there = names(table).map((name) => sql.ref(`there.${name}`));
  const found = await sql<Record<string, unknown>>`
    select ${sql.join(there)} from ${sql.table(table.name)} as there join ${asRecords(table, keys)} as asked using (${columnsOf(table.key)})`.execute(target);
  return new Map(found.rows.map((raw) => toRow(table, raw)).map((row) => [keyOf(table, row), row]));
}

export async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Continues the target's sequences after the highest number copied. */
export async function moveSequences(target: Db, table: CopiedTable): Promise<void> {
  for (const { name } of table.columns.filter((column) => column.type === 'int4' || column.type === 'int8')) {
    const { rows } = await sql<{ sequence: string | null }>`select pg_get_serial_sequence(quote_ident(${table.name}), ${name}) as sequence`.execute(target);
    const sequence = rows[0]?.sequence;
    if (!sequence) continue;
    await sql`select setval(${sequence}::regclass, coalesce(max(${sql.ref(name)}), 0) + 1, false) from ${sql.table(table.name)}`.execute(target);
  }
}
