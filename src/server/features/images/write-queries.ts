import type { Db } from '../../db/tables.ts';

/** Marks a picture as unused, so that the sweep deletes it. */
export async function markImageUnused(tx: Db, id: string): Promise<void> {
  await tx.updateTable('images').set({ used_at: null }).where('id', '=', id).execute();
}

/** Stores the small grayscale copy by which a picture is compared; null when it can't be read anymore. */
export async function writeSmallImage(tx: Db, id: string, small: string | null, now: number): Promise<void> {
  await tx.updateTable('images').set({ small, hashed_at: now }).where('id', '=', id).execute();
}
