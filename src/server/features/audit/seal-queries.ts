import type { Db } from '../../db/tables.ts';
import { BEGINNING, type Head, sealOf } from './entry.ts';

const BATCH = 500;

/** Another process was at it at the same moment. */
class SealedElsewhere extends Error {}

/** The last sealed row; number 0 before the first. */
export const findHead = async (db: Db): Promise<Head> => {
  const row = await db.selectFrom('audit_log').select(['number', 'hash']).where('number', 'is not', null).orderBy('number', 'desc').limit(1).executeTakeFirst();
  return { number: row?.number ?? 0, hash: row?.hash ?? BEGINNING };
};

const findWaiting = (db: Db, limit: number) =>
  db.selectFrom('audit_log').selectAll().where('number', 'is', null).orderBy('at').orderBy('id').limit(limit).execute();

/**
 * Gives the rows that wait their numbers and seals, up to so many, in one transaction. Whoever else does the same at this moment meets the same row
 * or the same number, and one of the two has done nothing: the chain never forks.
 */
const sealBatch = (db: Db): Promise<{ head: Head; sealed: number }> =>
  db.transaction().execute(async (tx) => {
    const rows = await findWaiting(tx, BATCH);
    let head = await findHead(tx);
    for (const row of rows) {
      const chained = { ...row, number: head.number + 1, previous: head.hash };
      head = { number: chained.number, hash: sealOf(chained) };
      const { numUpdatedRows } = await tx
        .updateTable('audit_log')
        .set({ number: head.number, previous: chained.previous, hash: head.hash })
        .where('id', '=', row.id)
        .where('number', 'is', null)
        // Words may have been taken out of it since it was read.
        .where('redacted_by', row.redacted_by === null ? 'is' : '=', row.redacted_by)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new SealedElsewhere();
    }
    return { head, sealed: rows.length };
  });

/** Seals every row that waits; the new head, or null when there was nothing to seal. One process at a time does it. */
export const sealAudit = async (db: Db): Promise<Head | null> => {
  let last: Head | null = null;
  // Most looks find nothing, and cost one small read.
  while ((await findWaiting(db, 1)).length > 0) last = (await sealBatch(db)).head;
  return last;
};

/** How many rows wait for their seal, and since when (epoch ms; null: none does). */
export const countWaiting = async (db: Db): Promise<{ count: number; since: number | null }> => {
  const { count, since } = await db
    .selectFrom('audit_log')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<number | null>('at').as('since')])
    .where('number', 'is', null)
    .executeTakeFirstOrThrow();
  return { count: Number(count), since };
};
