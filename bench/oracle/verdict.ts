import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Db } from '../../src/server/db/tables.ts';
import type { Visit } from '../load/visits.ts';
import type { Written } from '../writing.ts';
import type { Check } from './checks.ts';
import type { Oracle } from './oracle.ts';
import type { Seen } from './witness.ts';

/** How many replies were checked, how many of them were wrong, and what is wrong with the first. */
export type Checked = { replies: number; wrong: number; first: string | null };

const IDS_AT_ONCE = 500;

export const UNCHECKED: Checked = { replies: 0, wrong: 0, first: null };

/** Checks the bodies stored while a row was measured. */
export function checkAll(oracle: Oracle, visits: Visit[], { seen, check }: { seen: Seen[]; check: Check }): Checked {
  const checked = { ...UNCHECKED };
  for (const one of seen) {
    const visit = visits[one.visit];
    if (!visit) continue;
    checked.replies += one.times;
    const fault = faultIn(() => check(oracle, visit, textOf(one)));
    if (fault === null) continue;
    checked.wrong += one.times;
    checked.first ??= `${visit.path}: ${fault}`;
  }
  return checked;
}

/** Looks up in the database what each reply acknowledged. */
export async function checkWritten(db: Db, seen: Seen[], { table, idIn }: Written): Promise<Checked> {
  const ids = seen.map((one) => idIn(textOf(one)));
  const found = new Set<string>();
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('id', 'in', ids.slice(at, at + IDS_AT_ONCE))
      .execute();
    for (const { id } of rows) found.add(id);
  }
  const lost = ids.filter((id) => !found.has(id));
  const repeated = ids.length - new Set(ids).size;
  const first = lost.length > 0 ? `${table} lacks ${lost[0]}` : repeated > 0 ? `${table} has one row for two replies` : null;
  return { replies: ids.length, wrong: lost.length + repeated, first };
}

function faultIn(check: () => string | null): string | null {
  try {
    return check();
  } catch (error) {
    return `it can’t be read (${String(error).slice(0, 100)})`;
  }
}

function textOf({ encoding, body }: Pick<Seen, 'encoding' | 'body'>): string {
  if (encoding === 'br') return brotliDecompressSync(body).toString();
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString();
}
