import type { NewListingRow } from '../../src/server/db/tables.ts';
import type { ListingSource } from '../shop/listings.ts';

/** What only a look at every listing on sale tells. */
export type Survey = {
  /** The names of all models, with their brands, in lower case. */
  names: Set<string>;
  /** All prices of a category from the lowest to the highest, in cents, by the category's id. */
  prices: Map<string, Float64Array>;
};

export const isOnSale = ({ sold_at, removed_at }: Pick<NewListingRow, 'sold_at' | 'removed_at'>): boolean => sold_at === null && removed_at === null;

/** Goes through all listings, which takes some 20 s for a million. */
export function surveyAll({ size, rowAt }: ListingSource): Survey {
  const names = new Set<string>();
  const prices = new Map<string, number[]>();
  for (let at = 0; at < size; at += 1) {
    const row = rowAt(at);
    if (!isOnSale(row)) continue;
    names.add(`${row.brand} ${row.model_name}`.toLowerCase());
    const ofCategory = prices.get(row.category_id) ?? [];
    if (ofCategory.length === 0) prices.set(row.category_id, ofCategory);
    ofCategory.push(row.price_cents);
  }
  return { names, prices: new Map([...prices].map(([category, all]) => [category, Float64Array.from(all).sort()])) };
}
