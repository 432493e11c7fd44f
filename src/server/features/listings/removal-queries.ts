import type { ExpressionBuilder } from 'kysely';
import { isOwed } from '../../db/phones.ts';
import { HIDDEN } from '../../db/risks.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { givenBack, isStanding } from './pause-queries.ts';

/**
 * `sold`: also removes a sold listing. `suspended`: also one that is under review or whose seller is suspended. `goneFor`: also one that is gone for this
 * reason. `unreservedAt`: only if nobody has it reserved at that time (epoch ms).
 */
export type RemovalReach = { sold?: boolean; suspended?: boolean; goneFor?: GoneFor; unreservedAt?: number };

/** Why a seller's listings are gone together: until a suspension is lifted, or the seller is restored. */
export type GoneFor = 'suspended' | 'seller_removed';

const REMOVED = { advertised_at: null, reported_at: null, reserved_by: null, reserved_until: null };

/** Marks a listing as removed, no longer advertised, reported or reserved; returns whether it changed. */
export async function markRemoved(
  tx: Db,
  id: string,
  { reason, now }: { reason: string; now: number },
  { sold = false, suspended = false, goneFor, unreservedAt }: RemovalReach = {},
): Promise<boolean> {
  const reasons = [...(suspended ? HIDDEN : ['paused' as const]), ...(goneFor === undefined ? [] : [goneFor])];
  const { numUpdatedRows } = await tx
    .updateTable('listings')
    .set({ ...REMOVED, removed_at: now, removed_reason: reason })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('removed_at', 'is', null), eb('removed_reason', 'in', reasons)]))
    .$if(!sold, (query) => query.where('sold_at', 'is', null))
    .$if(unreservedAt !== undefined, (query) => query.where((eb) => eb.or([eb('reserved_by', 'is', null), eb('reserved_until', '<=', unreservedAt ?? 0)])))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Marks everything a seller has on sale or paused as removed; returns the listings' ids. Should they be restored, their presentations are written again:
 * they may still say that they are advertised or reported.
 */
export async function markRemovedOf(tx: Db, sellerId: string, { reason, now }: { reason: string; now: number }): Promise<string[]> {
  const rows = await tx
    .updateTable('listings')
    .set((eb) => ({ ...REMOVED, removed_at: now, removed_reason: reason, shown: null, shown_turn: eb('shown_turn', '+', 1) }))
    .where('seller_id', '=', sellerId)
    .where(isStanding)
    .where('sold_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Restores a removed listing, paused if it was; returns whether it changed. One that is hidden is not restored this way. */
export async function markRestored(tx: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('listings')
    .set(givenBack)
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
    .where('removed_reason', 'not in', HIDDEN)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Restores a seller's listings that were removed for this reason, paused if they were. Not restored are phones on sale that are listed again, sold with an
 * order that hasn't ended, or reported lost by now; the paused ones aren't checked until they are resumed. Returns the ids of those restored.
 */
export async function markRestoredOf(tx: Db, sellerId: string, reason: GoneFor): Promise<string[]> {
  const rows = await tx
    .updateTable('listings')
    .set(givenBack)
    .where('seller_id', '=', sellerId)
    .where('removed_reason', '=', reason)
    .where((eb) => eb.or([eb('paused_at', 'is not', null), eb.not(eb.or([eb.exists(isListedAgain(eb, sellerId, reason)), eb.exists(isLost(eb))]))]))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

function isListedAgain(eb: ExpressionBuilder<Tables, 'listings'>, sellerId: string, reason: string) {
  return eb
    .selectFrom('listings as other')
    .select('other.id')
    .whereRef('other.imei_hash', '=', 'listings.imei_hash')
    .whereRef('other.id', '!=', 'listings.id')
    .where((of) =>
      of.or([
        isOwed('other.id'),
        of.and([of('other.sold_at', 'is', null), of('other.removed_at', 'is', null)]),
        // If a phone was listed twice, only the later listing is restored.
        of.and([
          of('other.sold_at', 'is', null),
          of('other.seller_id', '=', sellerId),
          of('other.removed_reason', '=', reason),
          of('other.paused_at', 'is', null),
          of('other.id', '>', of.ref('listings.id')),
        ]),
      ]),
    );
}

function isLost(eb: ExpressionBuilder<Tables, 'listings'>) {
  return eb
    .selectFrom('lost_phones')
    .select('lost_phones.id')
    .whereRef('lost_phones.imei_hash', '=', 'listings.imei_hash')
    .where('lost_phones.state', '=', 'accepted');
}

/** A seller's listings that were removed for one of these reasons, with their phones' hashes. */
export function findRemovedOf(tx: Db, sellerId: string, reasons: string[]): Promise<{ id: string; imei_hash: string | null }[]> {
  return tx.selectFrom('listings').select(['id', 'imei_hash']).where('seller_id', '=', sellerId).where('removed_reason', 'in', reasons).execute();
}
