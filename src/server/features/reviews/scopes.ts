import type { Db } from '../../db/tables.ts';
import { CACHED_MS, type Scope } from '../../http/scoped-cache.ts';
import { findComingReview } from './queries.ts';

/** The scope of a reply that shows a seller's reviews; null when one of them becomes visible so soon that a cached reply would be without it. */
export async function scopesOf(db: Db, sellerId: string, now: number): Promise<Scope[] | null> {
  return (await findComingReview(db, sellerId, { from: now, to: now + CACHED_MS })) ? null : [`seller:${sellerId}`];
}
