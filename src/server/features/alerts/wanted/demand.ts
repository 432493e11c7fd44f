import { monthAt } from '#contract/shared/updates.ts';
import type { Services } from '../../../services.ts';
import { openListing, type SingleListing } from '../../search/index.ts';
import type { SavedSearches } from '../searches.ts';
import { findAnswerable, MOST_MET } from './queries.ts';

export type Needs = Pick<Services, 'db' | 'clock'> & { savedSearches: SavedSearches };
export type MetRow = Awaited<ReturnType<typeof findAnswerable>>[number];

type Asked = { sellerId: string; cents: number | null };

/**
 * The open ads that a seller's phone meets at its price in cents (null: any price), and those that it would meet only at a lower one: at most 500 of
 * each, the highest top prices first, since each is a row to read.
 */
export async function findDemand(
  { db, clock, savedSearches }: Needs,
  listing: SingleListing,
  { sellerId, cents }: Asked,
): Promise<{ met: MetRow[]; below: MetRow[] }> {
  const now = clock.now();
  const matching = (await savedSearches.open()).matchAds(listing, monthAt(now), now).sort((one, other) => other.topCents - one.topCents);
  const price = cents ?? 0;
  const read = async (ads: typeof matching): Promise<MetRow[]> => {
    const ids = ads.slice(0, MOST_MET).map(({ id }) => id);
    const rows = ids.length === 0 ? [] : await findAnswerable(db, ids, { sellerId, now });
    return rows.sort((one, other) => (other.wanted_cents ?? 0) - (one.wanted_cents ?? 0) || (other.wanted_at ?? 0) - (one.wanted_at ?? 0));
  };
  const met = await read(matching.filter(({ topCents }) => topCents >= price));
  const below = await read(matching.filter(({ topCents }) => topCents < price));
  return { met, below };
}

/** The open ads that a seller's own listing meets; none while it isn't on sale. */
export async function findMet(needs: Needs, { id, seller_id, price_cents }: { id: string; seller_id: string; price_cents: number }): Promise<MetRow[]> {
  const listing = await openListing(needs.db, id);
  return listing ? (await findDemand(needs, listing, { sellerId: seller_id, cents: price_cents })).met : [];
}
