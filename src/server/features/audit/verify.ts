import type { AuditValues } from '#contract/audit.ts';
import type { Db } from '../../db/tables.ts';
import { BEGINNING, type Head, sealOf } from './entry.ts';
import { digestOf } from './forget-queries.ts';
import { findEntry, findSealed } from './queries.ts';
import { countWaiting } from './seal-queries.ts';

/** Why the first invalid row is invalid: it is missing, it was changed after it was sealed, it doesn't follow the previous row, or it isn't the row noted elsewhere. */
export type Break = { number: number; id: string | null; why: 'missing' | 'changed' | 'not_following' | 'not_as_written_down' };

export type Verdict = { head: Head; waiting: number; waitingSince: number | null; broken: Break | null };

const BATCH = 1000;

/** Redacted rows, by the row that vouches for their new contents. */
type Redacted = Map<string, { number: number; id: string; seal: string }[]>;

/**
 * Verifies the whole chain. `known`: a head noted elsewhere, which the chain must contain. Without one, rows cut off at the end go unnoticed.
 */
export async function verifyAudit(db: Db, known: Head | null = null): Promise<Verdict> {
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
}

/** The first redacted row that differs from what the later row vouches for. */
async function findUnaccounted(db: Db, redacted: Redacted): Promise<Break | null> {
  for (const [by, rows] of redacted) {
    const entry = await findEntry(db, by);
    // Only ever written as JSON of these values.
    const input = entry?.act === 'account_erased' && entry.after !== null ? (JSON.parse(entry.after) as AuditValues) : {};
    const isAccounted = input.forgotten === rows.length && input.saying === digestOf(rows.map(({ seal }) => seal));
    if (!isAccounted && rows[0]) return { number: rows[0].number, id: rows[0].id, why: 'changed' };
  }
  return null;
}
