import type { ChangeFeed } from '../../db/change-feed.ts';
import { createFollowedCache } from '../../db/followed-cache.ts';
import type { Db, ListingRow } from '../../db/tables.ts';
import { createLru } from '../../lru.ts';
import { findCheapest, findLikely, type Likely, SIMILAR } from './similar-queries.ts';

/** Finds phones to show beside another. */
export type FindSimilar = ReturnType<typeof createFindSimilar>;

const MOST_BRANDS = 500;
const MOST_MODELS = 1000;

/**
 * Finds four other listings on sale at most: the same model first, then the same brand nearest in price. A model's cheapest are cached until anything of
 * its brand changes in any process; from a replica, which may be behind, they are read each time.
 */
export function createFindSimilar(feed: ChangeFeed, primary: Db) {
  const byBrand = createFollowedCache(feed, createLru<ReturnType<typeof createModels>>(MOST_BRANDS), ({ category_id, topic }) => {
    if (topic !== null) return null;
    // A seller's change may put all their phones on sale, or take them off.
    return category_id === null ? 'all' : { key: category_id };
  });

  async function cheapestOf(brand: string, model: string): Promise<Likely[]> {
    await byBrand.keepUp();
    const began = byBrand.begin();
    const models = byBrand.get(brand) ?? createModels();
    const known = models.get(model);
    if (known) return known;
    const found = await findCheapest(primary, { brand, model });
    // If the brand has changed meanwhile, nobody looks into these models anymore.
    models.set(model, found);
    byBrand.set(began, brand, models);
    return found;
  }

  return async (from: Db, listing: Likely & Pick<ListingRow, 'category_id'>): Promise<string[]> => {
    const cheapest = from === primary ? await cheapestOf(listing.category_id, listing.model_key) : [];
    const others = cheapest.filter(({ id }) => id !== listing.id).slice(0, SIMILAR);
    return nearest(others.length === SIMILAR ? others : await findLikely(from, listing), listing);
  };
}

const createModels = () => createLru<Likely[]>(MOST_MODELS);

function nearest(others: Likely[], { model_key, price_cents }: Likely): string[] {
  const rank = (row: Likely): [number, number] => [row.model_key === model_key ? 0 : 1, Math.abs(row.price_cents - price_cents)];
  return others
    .toSorted((one, other) => {
      const [model, price] = rank(one);
      const [otherModel, otherPrice] = rank(other);
      return model - otherModel || price - otherPrice || (one.id < other.id ? -1 : 1);
    })
    .slice(0, SIMILAR)
    .map(({ id }) => id);
}
