import { sql } from 'kysely';
import type { RiskSignal } from '#contract/risk.ts';
import type { Cursor } from '../../db/paging.ts';
import { assessLater } from '../../db/risks.ts';
import type { Db } from '../../db/tables.ts';
import { isStanding } from '../listings/index.ts';
import { scoreOf } from './signals.ts';

export type Assessment = { score: number; signals: RiskSignal[]; now: number };

/** Listings due for assessment and since when, longest due first. */
export async function findDue(db: Db, limit: number): Promise<{ listingId: string; dueAt: number }[]> {
  const rows = await db
    .selectFrom('listing_risks')
    .select(['listing_id', 'due_at'])
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .orderBy('listing_id')
    .limit(limit)
    .execute();
  return rows.map(({ listing_id, due_at }) => ({ listingId: listing_id, dueAt: due_at ?? 0 }));
}

/** Schedules the next reported listings that were never assessed; returns where to continue, null at the end. */
export async function noteUnassessed(tx: Db, { after, limit }: { after: Cursor | null; limit: number }, now: number): Promise<Cursor | null> {
  const rows = await tx
    .selectFrom('listings')
    .select((eb) => [
      'id',
      'reported_at',
      eb.exists(eb.selectFrom('listing_risks').select('listing_id').whereRef('listing_risks.listing_id', '=', 'listings.id')).as('is_known'),
    ])
    .where('reported_at', 'is not', null)
    .where('removed_at', 'is', null)
    .$if(after !== null, (query) => query.where((eb) => eb(eb.refTuple('reported_at', 'id'), '>', eb.tuple(after?.key ?? 0, after?.id ?? ''))))
    .orderBy('reported_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  for (const { id, is_known } of rows) if (!is_known) await assessLater(tx, id, now);
  const last = rows.at(-1);
  return last && rows.length === limit ? { key: last.reported_at ?? 0, id: last.id } : null;
}

/** Schedules the assessment of what a seller has on sale or paused, because warnings or removals of theirs have changed. */
export async function assessListingsOf(tx: Db, sellerId: string, now: number): Promise<void> {
  await tx
    .insertInto('listing_risks')
    .columns(['listing_id', 'score', 'signals', 'due_at'])
    .expression((eb) =>
      eb
        .selectFrom('listings')
        .select(['listings.id', sql<number>`0`.as('score'), sql<string>`'[]'`.as('signals'), sql<number>`cast(${now} as bigint)`.as('due_at')])
        .where('listings.seller_id', '=', sellerId)
        .where('listings.sold_at', 'is', null)
        .where(isStanding),
    )
    .onConflict((conflict) => conflict.column('listing_id').doUpdateSet({ due_at: now }))
    .execute();
}

/**
 * Stores an assessment, unless the listing has changed since and is due again. A risk that fell takes the cleared score down with it, so that the listing
 * is reviewed again when its risk rises.
 */
export async function saveAssessment(db: Db, { listingId, dueAt }: { listingId: string; dueAt: number }, { score, signals, now }: Assessment): Promise<void> {
  await db
    .updateTable('listing_risks')
    .set((eb) => ({
      score,
      signals: JSON.stringify(signals),
      due_at: null,
      assessed_at: now,
      cleared_score: eb.case().when('cleared_score', '>', score).then(score).else(eb.ref('cleared_score')).end(),
    }))
    .where('listing_id', '=', listingId)
    .where('due_at', '=', dueAt)
    .execute();
}

/** Deletes the assessment of a listing that needs no review, unless it has changed since or an admin cleared it. */
export async function forgetAssessment(db: Db, { listingId, dueAt }: { listingId: string; dueAt: number }): Promise<void> {
  await db.deleteFrom('listing_risks').where('listing_id', '=', listingId).where('due_at', '=', dueAt).where('cleared_score', 'is', null).execute();
}

/**
 * Clears a listing whose reports were closed, so that it is reviewed again only if the rest of its risk rises; returns whether that changed anything.
 * An assessment under way is made again, because it may have read the reports before they were closed.
 */
export async function markCleared(tx: Db, listingId: string, now: number): Promise<boolean> {
  const row = await lockAssessment(tx, listingId);
  if (!row) return false;
  // Only ever written as JSON of assessed signals.
  const signals = (JSON.parse(row.signals) as RiskSignal[]).filter(({ kind }) => kind !== 'reports');
  const score = scoreOf(signals);
  await tx
    .updateTable('listing_risks')
    .set({ score, signals: JSON.stringify(signals), cleared_score: score, due_at: row.due_at === null ? null : now })
    .where('listing_id', '=', listingId)
    .execute();
  return row.score !== score || row.cleared_score !== score;
}

function lockAssessment(tx: Db, listingId: string) {
  return tx
    .updateTable('listing_risks')
    .set((eb) => ({ score: eb.ref('score') }))
    .where('listing_id', '=', listingId)
    .returning(['score', 'signals', 'due_at', 'cleared_score'])
    .executeTakeFirst();
}

export async function forgetClearance(tx: Db, listingId: string): Promise<void> {
  await tx.updateTable('listing_risks').set({ cleared_score: null }).where('listing_id', '=', listingId).execute();
}
