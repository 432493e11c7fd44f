import { days } from '#contract/shared/durations.ts';
import type { Db } from '../../db/tables.ts';
import { type FullListingRow, selectListings } from '../listings/index.ts';

export type AssessedRow = FullListingRow & { seller_since: number };

export type Circumstances = { listedInADay: number; claimedBy: number; otherModel: boolean; reports: number };

/** Each seller's standing warnings and removals of listings. */
export async function findRecords(db: Db, sellerIds: string[]): Promise<Map<string, { warnings: number; removals: number }>> {
  const records = new Map(sellerIds.map((id) => [id, { warnings: 0, removals: 0 }]));
  if (sellerIds.length === 0) return records;
  const rows = await db
    .selectFrom('decisions')
    .select((eb) => [
      'seller_id',
      eb.fn.countAll<number>().filterWhere('kind', '=', 'warning').as('warnings'),
      eb.fn.countAll<number>().filterWhere('kind', '=', 'removal').filterWhere('review_id', 'is', null).as('removals'),
    ])
    .where('seller_id', 'in', sellerIds)
    .where('undone_at', 'is', null)
    .groupBy('seller_id')
    .execute();
  for (const { seller_id, warnings, removals } of rows) records.set(seller_id, { warnings: Number(warnings), removals: Number(removals) });
  return records;
}

/** How many phones each seller has on sale and has sold. */
export async function findTrades(db: Db, sellerIds: string[]): Promise<Map<string, { offers: number; sold: number }>> {
  const trades = new Map(sellerIds.map((id) => [id, { offers: 0, sold: 0 }]));
  if (sellerIds.length === 0) return trades;
  const rows = await db
    .selectFrom('listings')
    .select((eb) => [
      'seller_id',
      eb.fn.countAll<number>().filterWhere('sold_at', 'is', null).as('offers'),
      eb.fn.countAll<number>().filterWhere('sold_at', 'is not', null).as('sold'),
    ])
    .where('seller_id', 'in', sellerIds)
    .where('removed_at', 'is', null)
    .groupBy('seller_id')
    .execute();
  for (const { seller_id, offers, sold } of rows) trades.set(seller_id, { offers: Number(offers), sold: Number(sold) });
  return trades;
}

/** A listing to assess, removed or not. */
export function findAssessed(db: Db, id: string): Promise<AssessedRow | undefined> {
  return selectListings(db).select('users.created_at as seller_since').where('listings.id', '=', id).executeTakeFirst();
}

/** How many phones the seller listed within a day before or after this one, the questions about its IMEI, and its open reports. */
export async function findCircumstances(db: Db, { id, seller_id, created_at }: AssessedRow): Promise<Circumstances> {
  const questions = (kind: 'claimed_twice' | 'other_model') =>
    db
      .selectFrom('imei_questions')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('listing_id', '=', id)
      .where('kind', '=', kind)
      .where('closed_at', 'is', null)
      .executeTakeFirstOrThrow();
  const [listed, claims, models, reports] = await Promise.all([
    db
      .selectFrom('listings')
      .select((eb) => [
        eb.fn.countAll<number>().filterWhere('created_at', '<=', created_at).as('before'),
        eb.fn.countAll<number>().filterWhere('created_at', '>=', created_at).as('after'),
      ])
      .where('seller_id', '=', seller_id)
      .where('removed_at', 'is', null)
      .where('created_at', '>', created_at - days(1))
      .where('created_at', '<', created_at + days(1))
      .executeTakeFirstOrThrow(),
    questions('claimed_twice'),
    questions('other_model'),
    db
      .selectFrom('reports')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('listing_id', '=', id)
      .where('closed_at', 'is', null)
      .executeTakeFirstOrThrow(),
  ]);
  return {
    listedInADay: Math.max(Number(listed.before), Number(listed.after)),
    claimedBy: Number(claims.count),
    otherModel: Number(models.count) > 0,
    reports: Number(reports.count),
  };
}
