import type { Db } from '../../db/tables.ts';

/** Hides a listing on sale that nobody has reserved; returns whether it changed. */
export async function markPaused(tx: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('listings')
    .set({ removed_at: now, removed_reason: 'paused', reserved_by: null, reserved_until: null })
    .where('id', '=', id)
    .where('sold_at', 'is', null)
    .where('removed_at', 'is', null)
    .where((eb) => eb.or([eb('reserved_by', 'is', null), eb('reserved_until', '<=', now)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Puts a paused listing on sale again; returns whether it changed. */
export async function markResumed(tx: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('listings')
    .set({ removed_at: null, removed_reason: null })
    .where('id', '=', id)
    .where('removed_reason', '=', 'paused')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
