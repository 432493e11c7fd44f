import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { AuditValues } from '#contract/audit.ts';
import type { AuditLogRow } from '../../db/tables/operations.ts';
import type { Db } from '../../db/tables.ts';
import { sealOf } from './entry.ts';
import { FREE_TEXTS } from './write-queries.ts';

/** What stands where somebody's words were. */
const FORGOTTEN = '(deleted with the account)';
const BATCH = 500;

/** What a row says about rows that words were taken out of: how many, and a hash over what they say since. */
export type Forgotten = { id: string; after: AuditValues };

/**
 * Takes out of the log what was written about a person in free words. Sealed rows keep their seals, which follow from words that are gone: what they say since is
 * in a row that is sealed later, and that is to be written with this id and these values. Call it in the transaction in which the person leaves.
 */
export async function forgetWordsAbout(tx: Db, personId: string): Promise<Forgotten> {
  const id = uuid();
  const subjects = await findSubjects(tx, personId);
  // Those that wait for their seal first: one that is sealed at this moment is found among the sealed.
  for (const row of await findRows(tx, personId, subjects)) if (row.number === null) await redact(tx, row, id);
  const sealed = (await findRows(tx, personId, subjects)).filter(isSealed).toSorted((a, b) => a.number - b.number);
  const seals: string[] = [];
  for (const row of sealed) seals.push(sealOf({ ...(await redact(tx, row, id)), number: row.number, previous: row.previous ?? '' }));
  return { id, after: { forgotten: seals.length, saying: digestOf(seals) } };
}

/** One hash over the seals that redacted rows would have now, in the order of their numbers. */
export function digestOf(seals: string[]): string {
  return createHash('sha256').update(seals.join('\n')).digest('hex');
}

type Sealed = AuditLogRow & { number: number };

function isSealed(row: AuditLogRow): row is Sealed {
  return row.number !== null;
}

/** What rows may be about the person: themselves, their listings and those that they reported, orders of either side, and phones that they lost. */
async function findSubjects(tx: Db, personId: string): Promise<string[]> {
  const theirs = tx.selectFrom('listings').select('id').where('seller_id', '=', personId);
  const found = await Promise.all([
    theirs.execute(),
    tx.selectFrom('reports').select('listing_id as id').where('reporter_id', '=', personId).execute(),
    tx.selectFrom('orders').select('id').where('buyer_id', '=', personId).execute(),
    tx.selectFrom('orders').select('id').where('listing_id', 'in', theirs).execute(),
    tx.selectFrom('lost_phones').select('id').where('reporter_id', '=', personId).execute(),
  ]);
  return [...new Set([personId, ...found.flat().map(({ id }) => id)])];
}

/** Rows about these, or by the person, that still hold free words. */
async function findRows(tx: Db, personId: string, subjects: string[]): Promise<AuditLogRow[]> {
  const withWords = tx
    .selectFrom('audit_log')
    .selectAll()
    .where('redacted_by', 'is', null)
    .where((eb) => eb.or(FREE_TEXTS.flatMap((name) => [eb('before', 'like', `%"${name}":"%`), eb('after', 'like', `%"${name}":"%`)])));
  const rows = await withWords.where('actor_id', '=', personId).execute();
  for (let at = 0; at < subjects.length; at += BATCH) rows.push(...(await withWords.where('subject_id', 'in', subjects.slice(at, at + BATCH)).execute()));
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** The row without its words, unless it was sealed since it was read. */
async function redact(tx: Db, row: AuditLogRow, id: string): Promise<AuditLogRow> {
  const without = { ...row, before: withoutWords(row.before), after: withoutWords(row.after) };
  await tx
    .updateTable('audit_log')
    .set({ before: without.before, after: without.after, redacted_by: id })
    .where('id', '=', row.id)
    .where('number', row.number === null ? 'is' : '=', row.number)
    .execute();
  return without;
}

function withoutWords(json: string | null): string | null {
  if (json === null) return null;
  // Only ever written as JSON of such values.
  const entries = Object.entries(JSON.parse(json) as AuditValues);
  return JSON.stringify(Object.fromEntries(entries.map(([name, value]) => [name, FREE_TEXTS.includes(name) && typeof value === 'string' ? FORGOTTEN : value])));
}
