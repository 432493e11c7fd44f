import { CompiledQuery, sql } from 'kysely';
import type { DatabaseConfig } from '#server/db/database.ts';
import type { RunQuery } from '#server/db/prepared.ts';
import type { Db } from '#server/db/tables.ts';
import type { Statement } from './statements.ts';

/** A table, or a whole index of it, that a statement reads from beginning to end. */
export type Scan = { table: string; how: string };

type Step = { detail: string };
type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Cond'?: string; Plans?: Plan[] };

/** On PostgreSQL the planner's own choice counts in tables of this size; others are too small to be worth an index to it: of those, it must have one to use. */
const LARGE = 10_000;
const WHOLE_TABLE = 'Seq Scan';

export function createScanFinder(db: Db, kind: DatabaseConfig['kind'], tables: Map<string, number>) {
  return (statement: Statement): Promise<Scan[]> => (kind === 'sqlite' ? scansOnSqlite(db, statement, tables) : scansOnPostgres(db, statement, tables));
}

async function scansOnSqlite(db: Db, { query }: Statement, tables: Map<string, number>): Promise<Scan[]> {
  const { rows } = await db.executeQuery<Step>(CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]));
  const isLimited = /\blimit\b/iu.test(query.sql);
  return rows.flatMap(({ detail }) => {
    const [, name = '', index] = /^SCAN (\w+)\b(?: USING (?:COVERING )?(INDEX))?/u.exec(detail) ?? [];
    const table = tables.has(name) ? name : (new RegExp(`"(\\w+)" as "${name}"`, 'u').exec(query.sql)?.[1] ?? '');
    return tables.has(table) && !(index && isLimited) ? [{ table, how: detail }] : [];
  });
}

async function scansOnPostgres(db: Db, { query }: Statement, tables: Map<string, number>): Promise<Scan[]> {
  const chosen = await planOf(db, query, true);
  const possible = await planOf(db, query, false);
  const isLarge = ({ table }: Scan): boolean => (tables.get(table) ?? 0) >= LARGE;
  const ofSmall = scansIn(possible, false).filter((scan) => !isLarge(scan) && scan.how.startsWith(WHOLE_TABLE));
  return [...scansIn(chosen, false).filter(isLarge), ...ofSmall];
}

function planOf(db: Db, query: RunQuery, isFree: boolean): Promise<Plan[]> {
  return db.transaction().execute(async (tx) => {
    if (!isFree) await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await tx.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(CompiledQuery.raw(`explain (format json) ${query.sql}`, [...query.parameters]));
    return rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan: plan }) => plan));
  });
}

function scansIn(plans: Plan[], isLimited: boolean): Scan[] {
  return plans.flatMap((plan) => {
    const type = plan['Node Type'];
    const table = plan['Relation Name'] ?? '';
    const isWholeIndex = /^Index (?:Only )?Scan$/u.test(type) && plan['Index Cond'] === undefined && !isLimited;
    const own = type === WHOLE_TABLE || isWholeIndex ? [{ table, how: `${type} ${table}` }] : [];
    return [...own, ...scansIn(plan.Plans ?? [], isLimited || type === 'Limit')];
  });
}

/** How many rows each table has. */
export async function countRows(db: Db): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { name, isView } of await db.introspection.getTables()) {
    if (isView) continue;
    const { rows } = await sql<{ count: number | string }>`select count(*) as count from ${sql.table(name)}`.execute(db);
    counts.set(name, Number(rows[0]?.count ?? 0));
  }
  return counts;
}
