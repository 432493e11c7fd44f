import { sql } from 'kysely';
import type { Db } from '../tables.ts';
import { CannotCopy } from './cannot-copy.ts';

/** The migrator's own: each database has its own record of what was done to it. */
const MIGRATOR_TABLES = ['migrations', 'migrations_lock'];

/** A table as both sides have it: columns with PostgreSQL's name of their type, the primary key in its order. */
export type CopiedTable = { name: string; columns: { name: string; type: string }[]; key: string[] };

type SourceColumn = { table: string; name: string; pk: number };
type TargetColumn = { table: string; name: string; type: string; generated: boolean };

/** Virtual tables and what they keep their content in are SQLite's own affair, as its system tables are. */
const readSourceColumns = async (source: Db): Promise<Map<string, SourceColumn[]>> => {
  const { rows } = await sql<SourceColumn>`select t.name as "table", c.name, c.pk from pragma_table_list as t, pragma_table_info(t.name) as c
    where t.schema = 'main' and t.type = 'table' and substr(t.name, 1, 7) <> 'sqlite_' order by t.name, c.cid`.execute(source);
  const ours = rows.filter(({ table }) => !MIGRATOR_TABLES.includes(table));
  return Map.groupBy(ours, ({ table }) => table);
};

const readTargetColumns = async (target: Db): Promise<Map<string, TargetColumn[]>> => {
  const { rows } = await sql<TargetColumn>`select table_name as "table", column_name as name, udt_name as type, is_generated = 'ALWAYS' as generated
    from information_schema.columns where table_schema = current_schema()`.execute(target);
  return Map.groupBy(rows, ({ table }) => table);
};

/** Each table after those that it refers to. */
const inOrderOfReference = async (source: Db, names: string[]): Promise<string[]> => {
  const { rows } = await sql<{ name: string; parent: string }>`select t.name, f."table" as parent
    from pragma_table_list as t, pragma_foreign_key_list(t.name) as f where t.schema = 'main'`.execute(source);
  const ordered = new Set<string>();
  const begun = new Set<string>();
  const visit = (name: string): void => {
    if (begun.has(name)) return;
    begun.add(name);
    for (const { parent } of rows.filter((row) => row.name === name)) visit(parent);
    ordered.add(name);
  };
  for (const name of names) visit(name);
  return [...ordered];
};

const matchColumns = (table: string, from: SourceColumn[], to: TargetColumn[]): CopiedTable => {
  const columns = to.filter(({ generated }) => !generated).map(({ name, type }) => ({ name, type }));
  const [here, there] = [from.map(({ name }) => name), columns.map(({ name }) => name)];
  const alone = [...here.filter((name) => !there.includes(name)), ...there.filter((name) => !here.includes(name))];
  if (alone.length > 0) throw new CannotCopy(`The table ${table} does not have the same columns on both sides (${alone.join(', ')}). Nothing was copied.`);
  const key = from.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  if (key.length === 0) throw new CannotCopy(`The table ${table} has no primary key. Nothing was copied.`);
  return { name: table, columns: columns.sort((a, b) => (a.name < b.name ? -1 : 1)), key: key.map(({ name }) => name) };
};

/** What there is to copy, as the databases themselves say: a table that is added later is never forgotten. */
export const readShape = async (source: Db, target: Db): Promise<CopiedTable[]> => {
  const [from, to] = [await readSourceColumns(source), await readTargetColumns(target)];
  const names = await inOrderOfReference(source, [...from.keys()]);
  return names.map((name) => {
    const there = to.get(name);
    if (!there) throw new CannotCopy(`The target has no table ${name}. Nothing was copied.`);
    return matchColumns(name, from.get(name) ?? [], there);
  });
};

/** The first of the source's tables that holds rows in the target already; null when none does. */
export const findFilledTable = async (source: Db, target: Db): Promise<string | null> => {
  const there = await readTargetColumns(target);
  for (const name of (await readSourceColumns(source)).keys()) {
    if (!there.has(name)) continue;
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(target);
    if (rows.length > 0) return name;
  }
  return null;
};

export const hasTable = async (target: Db, name: string): Promise<boolean> => (await readTargetColumns(target)).has(name);
