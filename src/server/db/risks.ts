import type { Db } from './tables.ts';

/** Why a listing is hidden without being removed: it is under review, or its seller is suspended. It comes back unchanged. */
const SUSPENDED = ['on_hold', 'suspended'] as const;
/** The same, and paused by its seller. */
export const HIDDEN = [...SUSPENDED, 'paused'] as const;

const BATCH = 500;

/** Schedules the risk assessment of listings; call it in the transaction that lists, changes or reports them. `now`: epoch ms. */
export async function assessLater(tx: Db, listingIds: string | string[], now: number): Promise<void> {
  const rows = [listingIds].flat().map((listing_id) => ({ listing_id, score: 0, signals: '[]', due_at: now, assessed_at: null, cleared_score: null }));
  for (let at = 0; at < rows.length; at += BATCH)
    await tx
      .insertInto('listing_risks')
      .values(rows.slice(at, at + BATCH))
      .onConflict((conflict) => conflict.column('listing_id').doUpdateSet({ due_at: now }))
      .execute();
}
