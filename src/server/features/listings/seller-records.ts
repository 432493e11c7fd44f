import type { SellerRecord } from '#contract/listings.ts';
import type { ChangeFeed } from '../../db/change-feed.ts';
import { createFollowedCache } from '../../db/followed-cache.ts';
import type { Db } from '../../db/tables.ts';
import { createLru } from '../../lru.ts';
import type { Clock } from '../../ports/clock.ts';
import { toSellerRecord } from './listing.ts';
import { findSellerRecord } from './queries.ts';

/** Finds what all pages of a seller's phones say of the seller. */
export type SellerRecords = ReturnType<typeof createSellerRecords>;

const MOST_SELLERS = 10_000;

/**
 * Caches the records until something of their seller changes in any process, a review becomes visible with time, or the clock is set back. From a
 * replica, which may be behind, they are read each time.
 */
export function createSellerRecords(feed: ChangeFeed, { primary, clock }: { primary: Db; clock: Clock }) {
  const known = createFollowedCache(feed, createLru<{ record: SellerRecord; from: number; until: number }>(MOST_SELLERS), ({ seller_id, topic }) => {
    if (topic !== null) return null;
    return seller_id === null ? 'all' : { key: seller_id };
  });

  return async (from: Db, sellerId: string): Promise<SellerRecord> => {
    const now = clock.now();
    if (from !== primary) return toSellerRecord(await findSellerRecord(from, sellerId, now));
    await known.keepUp();
    const before = known.get(sellerId);
    if (before && before.from <= now && now < before.until) return before.record;
    const began = known.begin();
    const row = await findSellerRecord(primary, sellerId, now);
    const record = toSellerRecord(row);
    known.set(began, sellerId, { record, from: now, until: Number(row.next_review_at ?? Number.POSITIVE_INFINITY) });
    return record;
  };
}
