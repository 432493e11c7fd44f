import type { Db } from '../../db/tables.ts';
import { nextTurn } from '../../turns.ts';
import { BEGINNING, type Head, sealOf } from './entry.ts';

const BATCH = 100;

/** Another process sealed the same rows first. */
class SealedElsewhere extends Error {}

/** Seals all waiting rows; returns the new head, or null when there was nothing to seal. */
export async function sealAudit(db: Db): Promise<Head | null> {
  let last: Head | null = null;
  // Usually there is nothing to seal, and this costs one small read.
  while ((await findWaiting(db, 1)).length > 0) {
    last = (await sealBatch(db)).head;
    await nextTurn();
  }
  return last;
}

function findWaiting(db: Db, limit: number) {
  return db.selectFrom('audit_log').selectAll().where('number', 'is', null).orderBy('at').orderBy('id').limit(limit).execute();
}

/**
 * Seals a batch of rows in one transaction. If another process does the same concurrently, they collide on a row or a number and one of them is
 * rolled back, so the chain never forks.
 */
function sealBatch(db: Db): Promise<{ head: Head; sealed: number }> {
  return db.transaction().execute(async (tx) => {
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
        // It may have been redacted since it was read.
        .where('redacted_by', row.redacted_by === null ? 'is' : '=', row.redacted_by)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new SealedElsewhere();
    }
    return { head, sealed: rows.length };
  });
}

/** The last sealed row; number 0 before the first. */
export async function findHead(db: Db): Promise<Head> {
  const row = await db.selectFrom('audit_log').select(['number', 'hash']).where('number', 'is not', null).orderBy('number', 'desc').limit(1).executeTakeFirst();
  return { number: row?.number ?? 0, hash: row?.hash ?? BEGINNING };
}

/** How many rows are unsealed, and since when (epoch ms; null if none). */
export async function countWaiting(db: Db): Promise<{ count: number; since: number | null }> {
  const { count, since } = await db
    .selectFrom('audit_log')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<number | null>('at').as('since')])
    .where('number', 'is', null)
    .executeTakeFirstOrThrow();
  return { count: Number(count), since };
}
