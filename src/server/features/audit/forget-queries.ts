import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { AuditValues } from '#contract/audit.ts';
import type { AuditLogRow } from '../../db/tables/operations.ts';
import type { Db } from '../../db/tables.ts';
import { sealOf } from './entry.ts';
import { FREE_TEXTS } from './write-queries.ts';

/** Replaces texts by people who deleted their accounts. */
const FORGOTTEN = '(deleted with the account)';
const BATCH = 500;

/** The audit entry about redacted rows: how many there are, and a hash of their new contents. */
export type Forgotten = { id: string; after: AuditValues };

type Sealed = AuditLogRow & { number: number };

/**
 * Redacts free text about a person. Sealed rows keep their seals although their text is gone: a later row vouches for the new contents, and the
 * caller must write it with the returned id and values, in the transaction that deletes the account.
 */
export async function forgetWordsAbout(tx: Db, personId: string): Promise<Forgotten> {
  const id = uuid();
  const subjects = await findSubjects(tx, personId);
  // Unsealed rows first: one that is sealed meanwhile is then found among the sealed ones.
  for (const row of await findRows(tx, personId, subjects)) if (row.number === null) await redact(tx, row, id);
  const sealed = (await findRows(tx, personId, subjects)).filter(isSealed).toSorted((a, b) => a.number - b.number);
  const seals: string[] = [];
  for (const row of sealed) seals.push(sealOf({ ...(await redact(tx, row, id)), number: row.number, previous: row.previous ?? '' }));
  return { id, after: { forgotten: seals.length, saying: digestOf(seals) } };
}

/** The subjects that concern a person: themselves, listings of theirs or that they reported, their orders and sales, and phones they lost. */
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

/** Rows about these subjects or by the person that still contain free text. */
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

/** Redacts a row, unless it was sealed since it was read. */
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
  // Only ever written as JSON of these values.
  const entries = Object.entries(JSON.parse(json) as AuditValues);
  return JSON.stringify(Object.fromEntries(entries.map(([name, value]) => [name, FREE_TEXTS.includes(name) && typeof value === 'string' ? FORGOTTEN : value])));
}

function isSealed(row: AuditLogRow): row is Sealed {
  return row.number !== null;
}

/** A hash of the seals that redacted rows would have now, in order of their numbers. */
export function digestOf(seals: string[]): string {
  return createHash('sha256').update(seals.join('\n')).digest('hex');
}
