import type { Db } from './tables.ts';

/** Why a listing is hidden without being removed: it is under review, or its seller is suspended. It comes back unchanged. */
const SUSPENDED = ['on_hold', 'suspended'] as const;
/** The same, and paused by its seller. */
export const HIDDEN = [...SUSPENDED, 'paused'] as const;

/** Schedules a listing's risk assessment; call it in the transaction that lists, changes or reports it. `now`: epoch ms. */
export async function assessLater(tx: Db, listingId: string, now: number): Promise<void> {
  await tx
    .insertInto('listing_risks')
    .values({ listing_id: listingId, score: 0, signals: '[]', due_at: now, assessed_at: null, cleared_score: null })
    .onConflict((conflict) => conflict.column('listing_id').doUpdateSet({ due_at: now }))
    .execute();
}
