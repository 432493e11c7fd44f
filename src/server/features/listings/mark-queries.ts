import type { Db } from '../../db/tables.ts';

/** Marks a listing as having open reports since `now`; null: none anymore. */
export async function markReported(tx: Db, id: string, now: number | null): Promise<void> {
  await tx.updateTable('listings').set({ reported_at: now }).where('id', '=', id).execute();
}

/** Gives a listing its proof-of-possession badge. */
export async function markPossessionProven(tx: Db, id: string, now: number): Promise<void> {
  await tx.updateTable('listings').set({ possession_proven_at: now }).where('id', '=', id).execute();
}

/** Marks a listing as showing a test that its phone passed since `now`; null: it shows none, or another. */
export async function markTested(tx: Db, id: string, now: number | null): Promise<void> {
  await tx.updateTable('listings').set({ tested_at: now }).where('id', '=', id).execute();
}

/** Records when a phone's listings were last checked against the register of lost phones (null: no longer clear); returns their ids. */
export async function markImeiChecked(tx: Db, imeiHash: string, checkedAt: number | null): Promise<string[]> {
  const rows = await tx.updateTable('listings').set({ imei_checked_at: checkedAt }).where('imei_hash', '=', imeiHash).returning('id').execute();
  return rows.map(({ id }) => id);
}
