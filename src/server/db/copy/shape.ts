import { sql } from 'kysely';
import { OperatorFault } from '../../errors.ts';
import type { DatabaseConfig } from '../database.ts';
import { UNFINISHED_COPY } from '../migrate.ts';
import type { Db } from '../tables.ts';

/** The migrator's own tables: each database records its own migrations. */
export const MIGRATOR_TABLES = ['migrations', 'migrations_lock'];

/** Unfinished uploads, which no copy and no backup has: they may be large, and are deleted after a day anyway. */
export const UPLOAD_TABLES = ['image_uploads', 'image_upload_parts'];

/** All other tables are copied. */
const isCopied = (name: string): boolean => ![...MIGRATOR_TABLES, ...UPLOAD_TABLES, UNFINISHED_COPY].includes(name);

/** A table on both sides: its columns with PostgreSQL's type names, and its primary key in order. */
export type CopiedTable = { name: string; columns: { name: string; type: string }[]; key: string[] };

type SourceColumn = { table: string; name: string; pk: number; type: string };
type TargetColumn = { table: string; name: string; type: string; generated: boolean };

type Reference = { name: string; parent: string };

/** PostgreSQL's names for the column types that our migrations use on SQLite. */
const SQLITE_TYPES: Record<string, string> = {
  text: 'text',
  bigint: 'int8',
  integer: 'sqlite_integer',
  date: 'timestamptz',
  real: 'float8',
  'double precision': 'float8',
  boolean: 'bool',
};

/** Reads the tables to copy from the databases themselves, so that no new table is forgotten. */
export async function readShape(source: Db, target: Db): Promise<CopiedTable[]> {
  const [from, to] = [await readSourceColumns(source), await readTargetColumns(target)];
  const names = inOrderOfReference(await readReferences(source), [...from.keys()]);
  return names.map((name) => {
    const there = to.get(name);
    if (!there) throw new OperatorFault(`The target has no table ${name}. Nothing was copied.`);
    return matchColumns(name, from.get(name) ?? [], there);
  });
}

/** Leaves out virtual tables with their storage, and SQLite's system tables. */
async function readSourceColumns(source: Db): Promise<Map<string, SourceColumn[]>> {
  const { rows } = await sql<SourceColumn>`select t.name as "table", c.name, c.pk, c.type from pragma_table_list as t, pragma_table_info(t.name) as c
    where t.schema = 'main' and t.type = 'table' and substr(t.name, 1, 7) <> 'sqlite_' order by t.name, c.cid`.execute(source);
  return Map.groupBy(
    rows.filter(({ table }) => isCopied(table)),
    ({ table }) => table,
  );
}

async function readTargetColumns(target: Db): Promise<Map<string, TargetColumn[]>> {
  const { rows } = await sql<TargetColumn>`select table_name as "table", column_name as name, udt_name as type, is_generated = 'ALWAYS' as generated
    from information_schema.columns where table_schema = current_schema()`.execute(target);
  return Map.groupBy(rows, ({ table }) => table);
}

/** Sorts each table after those that it refers to. */
function inOrderOfReference(references: Reference[], names: string[]): string[] {
  const ordered = new Set<string>();
  const begun = new Set<string>();
  const visit = (name: string): void => {
    if (begun.has(name)) return;
    begun.add(name);
    for (const { parent } of references.filter((reference) => reference.name === name)) visit(parent);
    ordered.add(name);
  };
  for (const name of names) visit(name);
  return [...ordered];
}

async function readReferences(source: Db): Promise<Reference[]> {
  const { rows } = await sql<Reference>`select t.name, f."table" as parent
    from pragma_table_list as t, pragma_foreign_key_list(t.name) as f where t.schema = 'main'`.execute(source);
  return rows;
}

function matchColumns(table: string, from: SourceColumn[], to: TargetColumn[]): CopiedTable {
  const columns = to.filter(({ generated }) => !generated).map(({ name, type }) => ({ name, type }));
  const [here, there] = [from.map(({ name }) => name), columns.map(({ name }) => name)];
  const alone = [...here.filter((name) => !there.includes(name)), ...there.filter((name) => !here.includes(name))];
  if (alone.length > 0) throw new OperatorFault(`The table ${table} has different columns on the two sides (${alone.join(', ')}). Nothing was copied.`);
  const key = from.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  if (key.length === 0) throw new OperatorFault(`The table ${table} has no primary key. Nothing was copied.`);
  return { name: table, columns: columns.sort((a, b) => (a.name < b.name ? -1 : 1)), key: key.map(({ name }) => name) };
}

/** Returns the first of the source's tables that already has rows in the target; null when none does. */
export async function findFilledTable(source: Db, target: Db): Promise<string | null> {
  const there = await readTargetColumns(target);
  for (const name of (await readSourceColumns(source)).keys()) {
    if (!there.has(name)) continue;
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(target);
    if (rows.length > 0) return name;
  }
  return null;
}

/** Reads the tables of one database. Throws `OperatorFault` for a table without a primary key. */
export async function readOwnShape(db: Db, engine: DatabaseConfig['kind']): Promise<CopiedTable[]> {
  const shape = await (engine === 'sqlite' ? readSqliteShape(db) : readPostgresShape(db));
  const keyless = shape.find(({ key }) => key.length === 0);
  if (keyless) throw new OperatorFault(`The table ${keyless.name} has no primary key.`);
  return shape;
}

async function readSqliteShape(db: Db): Promise<CopiedTable[]> {
  const found = await readSourceColumns(db);
  return inOrderOfReference(await readReferences(db), [...found.keys()]).map((name) => {
    const columns = found.get(name) ?? [];
    const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    const typed = columns.map((column) => ({ name: column.name, type: SQLITE_TYPES[column.type.toLowerCase()] ?? column.type }));
    return { name, columns: typed.sort(byName), key: key.map((column) => column.name) };
  });
}

const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);

async function readPostgresShape(db: Db): Promise<CopiedTable[]> {
  const found = await readTargetColumns(db);
  const keys = await sql<{ table: string; name: string }>`select c.relname as "table", a.attname as name
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      cross join unnest(i.indkey) with ordinality as k (column_number, place) join pg_attribute a on a.attrelid = c.oid and a.attnum = k.column_number
    where i.indisprimary and n.nspname = current_schema() order by c.relname, k.place`.execute(db);
  const references = await sql<Reference>`select c.relname as name, p.relname as parent
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid join pg_namespace n on n.oid = c.relnamespace
    where f.contype = 'f' and n.nspname = current_schema()`.execute(db);
  const names = [...found.keys()].filter(isCopied).sort();
  return inOrderOfReference(references.rows, names).map((name) => {
    const columns = (found.get(name) ?? []).filter(({ generated }) => !generated).map((column) => ({ name: column.name, type: column.type }));
    return { name, columns: columns.sort(byName), key: keys.rows.filter(({ table }) => table === name).map((column) => column.name) };
  });
}

export const hasTable = async (target: Db, name: string): Promise<boolean> => (await readTargetColumns(target)).has(name);
