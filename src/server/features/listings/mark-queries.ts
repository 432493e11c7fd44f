import type { Db } from '../../db/tables.ts';

/** Says that a listing has open reports, since `now`; null: none any more. */
export async function markReported(tx: Db, id: string, now: number | null): Promise<void> {
  await tx.updateTable('listings').set({ reported_at: now }).where('id', '=', id).execute();
}

/** Gives a listing its proof-of-possession badge. */
export async function markPossessionProven(tx: Db, id: string, now: number): Promise<void> {
  await tx.updateTable('listings').set({ possession_proven_at: now }).where('id', '=', id).execute();
}

/** Says when a phone's listings were last known not to be reported lost (null: not any more); returns their ids. */
export async function markImeiChecked(tx: Db, imeiHash: string, checkedAt: number | null): Promise<string[]> {
  const rows = await tx.updateTable('listings').set({ imei_checked_at: checkedAt }).where('imei_hash', '=', imeiHash).returning('id').execute();
  return rows.map(({ id }) => id);
}
