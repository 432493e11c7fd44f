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
  const seals: string[] = [];
  for (const number of [null, 0]) {
    // Those that wait for their seal first: one that is sealed at this moment is found among the sealed.
    for (let rows = await findRows(tx, personId, number); rows.length > 0; rows = await findRows(tx, personId, number)) {
      for (const row of rows) {
        const without = { ...row, before: withoutWords(row.before), after: withoutWords(row.after) };
        await tx
          .updateTable('audit_log')
          .set({ before: without.before, after: without.after, redacted_by: id })
          .where('id', '=', row.id)
          .where('number', row.number === null ? 'is' : '=', row.number)
          .execute();
        if (row.number !== null) seals.push(sealOf({ ...without, number: row.number, previous: row.previous ?? '' }));
      }
    }
  }
  return { id, after: { forgotten: seals.length, saying: digestOf(seals) } };
}

/** One hash over the seals that redacted rows would have now, in the order of their numbers. */
export function digestOf(seals: string[]): string {
  return createHash('sha256').update(seals.join('\n')).digest('hex');
}

/** Rows about the person, their listings and orders and what they reported, that still hold free words; sealed or not. */
function findRows(tx: Db, personId: string, sealed: number | null): Promise<AuditLogRow[]> {
  const listings = tx.selectFrom('listings').select('id').where('seller_id', '=', personId);
  const reported = tx.selectFrom('reports').select('listing_id as id').where('reporter_id', '=', personId);
  const orders = tx
    .selectFrom('orders')
    .select('id')
    .where((eb) => eb.or([eb('buyer_id', '=', personId), eb('seller_id', '=', personId)]));
  const lost = tx.selectFrom('lost_phones').select('id').where('reporter_id', '=', personId);
  return tx
    .selectFrom('audit_log')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('subject_id', '=', personId),
        eb('subject_id', 'in', listings),
        eb('subject_id', 'in', reported),
        eb('subject_id', 'in', orders),
        eb('subject_id', 'in', lost),
        eb('actor_id', '=', personId),
      ]),
    )
    .where('number', sealed === null ? 'is' : 'is not', null)
    .where('redacted_by', 'is', null)
    .where((eb) => eb.or(FREE_TEXTS.flatMap((name) => [eb('before', 'like', `%"${name}":"%`), eb('after', 'like', `%"${name}":"%`)])))
    .orderBy('number')
    .orderBy('id')
    .limit(BATCH)
    .execute();
}

function withoutWords(json: string | null): string | null {
  if (json === null) return null;
  // Only ever written as JSON of such values.
  const entries = Object.entries(JSON.parse(json) as AuditValues);
  return JSON.stringify(Object.fromEntries(entries.map(([name, value]) => [name, FREE_TEXTS.includes(name) && typeof value === 'string' ? FORGOTTEN : value])));
}
