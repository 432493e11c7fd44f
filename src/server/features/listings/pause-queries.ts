import type { ExpressionBuilder } from 'kysely';
import type { Db, Tables } from '../../db/tables.ts';

/** Hides a listing on sale that nobody has reserved; returns whether it changed. */
export async function markPaused(tx: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('listings')
    .set({ removed_at: now, removed_reason: 'paused', paused_at: now, reserved_by: null, reserved_until: null })
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
    .set({ removed_at: null, removed_reason: null, paused_at: null })
    .where('id', '=', id)
    .where('removed_reason', '=', 'paused')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The columns of a listing that the shop gives back: it is on sale or, if its seller had paused it, paused. */
export const givenBack = (eb: ExpressionBuilder<Tables, 'listings'>) => ({
  removed_at: eb.ref('paused_at'),
  removed_reason: eb.case().when('paused_at', 'is', null).then(null).else('paused').end(),
});

/** Not removed and not hidden by the shop: on sale, sold or paused. */
export const isStanding = (eb: ExpressionBuilder<Tables, 'listings'>) =>
  eb.or([eb('listings.removed_at', 'is', null), eb('listings.removed_reason', '=', 'paused')]);
