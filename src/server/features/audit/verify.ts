import type { Db } from '../../db/tables.ts';
import { BEGINNING, type Head, sealOf } from './entry.ts';
import { findSealed } from './queries.ts';
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
  const verdict = (broken: Break | null): Verdict => ({ head, waiting, waitingSince, broken });
  for (let after: number | null = null; ; after = head.number) {
    const rows = await findSealed(db, after, BATCH);
    for (const row of rows) {
      const { number, previous, hash } = row;
      if (number !== head.number + 1) return verdict({ number: head.number + 1, id: null, why: 'missing' });
      if (hash !== sealOf({ ...row, number, previous: previous ?? '' })) return verdict({ number, id: row.id, why: 'changed' });
      if (previous !== head.hash) return verdict({ number, id: row.id, why: 'not_following' });
      if (known?.number === number && known.hash !== hash) return verdict({ number, id: row.id, why: 'not_as_written_down' });
      head = { number, hash };
    }
    if (rows.length < BATCH) break;
  }
  return verdict(known && known.number > head.number ? { number: head.number + 1, id: null, why: 'missing' } : null);
};
