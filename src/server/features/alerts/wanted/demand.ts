import { monthAt } from '#contract/shared/updates.ts';
import type { Db } from '../../../db/tables.ts';
import type { Services } from '../../../services.ts';
import { openListing, type SingleListing } from '../../search/index.ts';
import type { Matcher } from '../matcher.ts';
import type { SavedSearches } from '../searches.ts';
import { findAnswerable, findStored, MOST_MET } from './queries.ts';

export type Needs = Pick<Services, 'db' | 'clock'> & { savedSearches: SavedSearches };
export type MetRow = Awaited<ReturnType<typeof findAnswerable>>[number];

type Asked = { sellerId: string; cents: number | null };
type Matching = { id: string; topCents: number };

/** How many ads one question looks at, with those that nobody can answer, such as of suspended people. */
const LOOKED_AT = 10 * MOST_MET;

/**
 * The open ads that a seller's phone meets at its price in cents (null: any price), and those that it would meet only at a lower one: at most 500 of
 * each, the highest top prices first, since each is a row to read.
 */
export async function findDemand(needs: Needs, listing: SingleListing, { sellerId, cents }: Asked): Promise<{ met: MetRow[]; below: MetRow[] }> {
  const now = needs.clock.now();
  const matcher = await needs.savedSearches.open();
  const matching = matcher.matchAds(listing, monthAt(now), now).sort((one, other) => other.topCents - one.topCents);
  const price = cents ?? 0;
  const read = (ads: Matching[]): Promise<MetRow[]> => readAnswerable(needs.db, matcher, ads, { sellerId, now });
  const met = await read(matching.filter(({ topCents }) => topCents >= price));
  const below = await read(matching.filter(({ topCents }) => topCents < price));
  return { met, below };
}

/** Reads ads until there are 500 that the seller can answer. Those whose searches were deleted are forgotten. */
async function readAnswerable(db: Db, matcher: Matcher, ads: Matching[], seller: { sellerId: string; now: number }): Promise<MetRow[]> {
  const found: MetRow[] = [];
  for (let at = 0; at < Math.min(ads.length, LOOKED_AT) && found.length < MOST_MET; at += MOST_MET) {
    const ids = ads.slice(at, at + MOST_MET).map(({ id }) => id);
    const rows = await findAnswerable(db, ids, seller);
    const read = new Set(rows.map(({ id }) => id));
    const others = ids.filter((id) => !read.has(id));
    const stored = await findStored(db, others);
    for (const id of others) if (!stored.has(id)) matcher.deleteAd(id);
    found.push(...rows);
  }
  const sorted = found.sort((one, other) => (other.wanted_cents ?? 0) - (one.wanted_cents ?? 0) || (other.wanted_at ?? 0) - (one.wanted_at ?? 0));
  return sorted.slice(0, MOST_MET);
}

/** The open ads that a seller's own listing meets; none while it isn't on sale. */
export async function findMet(needs: Needs, { id, seller_id, price_cents }: { id: string; seller_id: string; price_cents: number }): Promise<MetRow[]> {
  const listing = await openListing(needs.db, id);
  return listing ? (await findDemand(needs, listing, { sellerId: seller_id, cents: price_cents })).met : [];
}
