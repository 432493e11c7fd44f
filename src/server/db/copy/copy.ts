import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { OperatorFault } from '../../errors.ts';
import { openDatabase } from '../database.ts';
import { migrate, UNFINISHED_COPY } from '../migrate.ts';
import { lockDataDirectory } from '../sqlite.ts';
import type { Db } from '../tables.ts';
import { type Comparison, compareTable, isSame } from './compare.ts';
import { fillTable, findWhatIsThere } from './fill.ts';
import { findFilledTable, hasTable, readShape } from './shape.ts';

type Sides = { source: Db; target: Db };
type Say = (line: string) => void;

/** The shop's data directory, the URL of the target database, and where progress is reported. */
export type CopyOptions = { dataDir: string; url: string; say: Say };

/** Enough for work that nobody waits for. */
const CONNECTIONS = 4;

/**
 * Copies a SQLite shop's whole database into an empty PostgreSQL database, or resumes an interrupted copy, then compares both. Returns whether they
 * are the same. Throws `OperatorFault` when there is nothing to copy, a shop is running on it, or the target has other data.
 */
export function copyShop(options: CopyOptions): Promise<boolean> {
  return withSides(options, async (sides) => {
    await migrate(sides.source, 'sqlite');
    const isBegun = await hasTable(sides.target, UNFINISHED_COPY);
    const filled = isBegun ? null : await findFilledTable(sides.source, sides.target);
    return filled === null ? copyAll(sides, options.say) : compareOnly(sides, filled, options.say);
  });
}

async function withSides<T>({ dataDir, url }: CopyOptions, work: (sides: Sides) => Promise<T>): Promise<T> {
  const file = join(dataDir, 'redial.db');
  if (!existsSync(file)) throw new OperatorFault(`There is no shop in ${dataDir}: it has no redial.db. Set DATA_DIR to the shop’s data directory.`);
  const lock = lockDataDirectory(join(dataDir, 'lock'));
  if (!lock) throw new OperatorFault(`A shop is running on ${dataDir}. Stop it first, or what it writes meanwhile could be lost. Nothing was copied.`);
  const source = openDatabase({ kind: 'sqlite', file });
  const target = openDatabase({ kind: 'postgres', url, pool: CONNECTIONS }, { isPatient: true });
  try {
    return await work({ source, target });
  } finally {
    await Promise.all([source.destroy(), target.destroy()]);
    lock.release();
  }
}

async function copyAll(sides: Sides, say: Say): Promise<boolean> {
  const { target } = sides;
  await migrate(target, 'postgres', { isCopying: true });
  await sql`create table if not exists ${sql.table(UNFINISHED_COPY)} (nothing text)`.execute(target);
  await fillAll(sides, say);
  const different = await compareAll(sides, say);
  if (different.length === 0) await sql`drop table ${sql.table(UNFINISHED_COPY)}`.execute(target);
  return different.length === 0;
}

/** Copies what the target lacks; nothing when it has rows that the source doesn't have. */
async function fillAll({ source, target }: Sides, say: Say): Promise<void> {
  const shape = await readShape(source, target);
  const found = new Map<string, Awaited<ReturnType<typeof findWhatIsThere>>>();
  for (const table of shape) {
    const there = await findWhatIsThere(source, target, table);
    if (there.strangers > 0) throw otherData(table.name);
    found.set(table.name, there);
  }
  for (const table of shape) await fillTable(source, target, table, { found: found.get(table.name) ?? { before: null, skipped: 0, strangers: 0 }, say });
}

function otherData(table: string): OperatorFault {
  return new OperatorFault(
    `The database at DATABASE_URL already holds other data: its table ${table} has rows that this shop doesn’t have. Use an empty database. Nothing was changed.`,
  );
}

/** Compares table by table, reporting a line for each. Returns the tables that differ. */
async function compareAll({ source, target }: Sides, say: Say): Promise<Comparison[]> {
  const different: Comparison[] = [];
  for (const table of await readShape(source, target)) {
    const comparison = await compareTable(source, target, table);
    say(describe(comparison));
    if (!isSame(comparison)) different.push(comparison);
  }
  return different;
}

function describe({ table, source, target, firstDifference, strangers }: Comparison): string {
  const rows = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`;
  const difference = [firstDifference !== null && `the first is ${firstDifference}`, strangers > 0 && `${rows(strangers)} only in PostgreSQL`].filter(Boolean);
  if (difference.length === 0) return `${table}: ${rows(source.rows)}, checksum ${source.checksum} on both sides`;
  return `${table}: DIFFERENT (${difference.join(', ')}): SQLite has ${rows(source.rows)}, checksum ${source.checksum}; PostgreSQL ${rows(target.rows)}, checksum ${target.checksum}`;
}

/** A database with data but no copy under way may belong to a running shop, so it is only compared. */
async function compareOnly(sides: Sides, filled: string, say: Say): Promise<boolean> {
  if (!(await hasTable(sides.target, 'migrations'))) throw otherData(filled);
  say('This database already holds a shop, so it is only compared.');
  const different = await compareAll(sides, say);
  const stranger = different.find(({ strangers }) => strangers > 0);
  if (stranger) throw otherData(stranger.table);
  return different.length === 0;
}
