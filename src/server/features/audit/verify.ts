import type { AuditValues } from '#contract/audit.ts';
import type { Db } from '../../db/tables.ts';
import { BEGINNING, type Head, sealOf } from './entry.ts';
import { digestOf } from './forget-queries.ts';
import { findEntry, findSealed } from './queries.ts';
import { countWaiting } from './seal-queries.ts';

/** What is wrong with the first row that does not hold: it is gone, it says something else than when it was sealed, it does not follow the row before, or it is not the one that was written down. */
export type Break = { number: number; id: string | null; why: 'missing' | 'changed' | 'not_following' | 'not_as_written_down' };

export type Verdict = { head: Head; waiting: number; waitingSince: number | null; broken: Break | null };

const BATCH = 1000;

/**
 * Walks the whole chain from its beginning. `known`: a head that was written down elsewhere, which the chain has to pass through; without one, rows
 * that were cut off at the end are not noticed.
 */
export const verifyAudit = async (db: Db, known: Head | null = null): Promise<Verdict> => {
  const { count: waiting, since: waitingSince } = await countWaiting(db);
  let head: Head = { number: 0, hash: BEGINNING };
  const redacted: Redacted = new Map();
  const verdict = (broken: Break | null): Verdict => ({ head, waiting, waitingSince, broken });
  for (let after: number | null = null; ; after = head.number) {
    const rows = await findSealed(db, after, BATCH);
    for (const row of rows) {
      const { number, previous, hash } = row;
      if (number !== head.number + 1) return verdict({ number: head.number + 1, id: null, why: 'missing' });
      const seal = sealOf({ ...row, number, previous: previous ?? '' });
      if (hash !== seal && row.redacted_by === null) return verdict({ number, id: row.id, why: 'changed' });
      if (hash !== seal && row.redacted_by !== null) redacted.set(row.redacted_by, [...(redacted.get(row.redacted_by) ?? []), { number, id: row.id, seal }]);
      if (previous !== head.hash) return verdict({ number, id: row.id, why: 'not_following' });
      if (known?.number === number && known.hash !== hash) return verdict({ number, id: row.id, why: 'not_as_written_down' });
      head = { number, hash: hash ?? '' };
    }
    if (rows.length < BATCH) break;
  }
  const changed = await findUnaccounted(db, redacted);
  if (changed) return verdict(changed);
  return verdict(known && known.number > head.number ? { number: head.number + 1, id: null, why: 'missing' } : null);
};

/** Rows that words were taken out of, by the row that says what they say since. */
type Redacted = Map<string, { number: number; id: string; seal: string }[]>;

/** The first row that words are missing from, and that says something else than the row which accounts for it. */
async function findUnaccounted(db: Db, redacted: Redacted): Promise<Break | null> {
  for (const [by, rows] of redacted) {
    const entry = await findEntry(db, by);
    // Only ever written as JSON of such values.
    const input = entry?.act === 'account_erased' && entry.after !== null ? (JSON.parse(entry.after) as AuditValues) : {};
    const isAccounted = input.forgotten === rows.length && input.saying === digestOf(rows.map(({ seal }) => seal));
    if (!isAccounted && rows[0]) return { number: rows[0].number, id: rows[0].id, why: 'changed' };
  }
  return null;
}
