import type { NewListingRow } from '../../src/server/db/tables.ts';
import type { Shop } from '../shop/ingredients.ts';
import { createListingSource } from '../shop/listings.ts';
import { isOnSale, type Survey, surveyAll } from './survey.ts';

/** What the shop has to answer, from the generated listings alone; it reads no database. */
export type Oracle = {
  shop: Shop;
  /** The listing with this id; null if there is none. */
  find(id: string): NewListingRow | null;
  /** The ids of the first listings on sale in order of age, beginning after a listing's moment if given. */
  inOrder(wanted: { category: string | null; direction: 'newest' | 'oldest'; after: number | null; limit: number }): string[];
  /** The prices of a category's cheapest or dearest listings on sale, in order, in cents. */
  pricesInOrder(wanted: { category: string; direction: 'lowest' | 'highest'; limit: number }): number[];
  /** Whether a phone on sale has these words in its brand and name. */
  isOffered(name: string): boolean;
};

const REMEMBERED = 5000;

export function createOracle(shop: Shop): Oracle {
  const source = createListingSource({ ...shop, images: ['/images/none/1280.webp'] });
  const known = new Map<number, NewListingRow>();
  const rowAt = (at: number): NewListingRow => {
    const row = known.get(at) ?? source.rowAt(at);
    if (known.size >= REMEMBERED) known.clear();
    known.set(at, row);
    return row;
  };
  let surveyed: Survey | null = null;
  const survey = (): Survey => {
    surveyed ??= surveyAll(source);
    return surveyed;
  };
  const isThere = (at: number): boolean => at >= 0 && at < source.size;

  return {
    shop,
    find(id) {
      const near = source.indexNear(momentOf(id));
      const at = [near, near - 1, near + 1].find((one) => isThere(one) && rowAt(one).id === id);
      return at === undefined ? null : rowAt(at);
    },
    inOrder({ category, direction, after, limit }) {
      const step = direction === 'newest' ? -1 : 1;
      const categoryId = category === null ? null : shop.categories.get(category as never);
      const isWanted = (row: NewListingRow): boolean => isOnSale(row) && (categoryId === null || row.category_id === categoryId);
      const isAfter = ({ created_at }: NewListingRow): boolean => after === null || (created_at - after) * step > 0;
      const found: string[] = [];
      const end = direction === 'newest' ? source.size - 1 : 0;
      // A listing is at most one place from where its moment says.
      const start = after === null ? end : Math.min(source.size - 1, Math.max(0, source.indexNear(after) - 2 * step));
      for (let at = start; isThere(at) && found.length < limit; at += step) {
        const row = rowAt(at);
        if (isWanted(row) && isAfter(row)) found.push(row.id);
      }
      return found;
    },
    pricesInOrder({ category, direction, limit }) {
      const prices = survey().prices.get(shop.categories.get(category as never) ?? '') ?? new Float64Array();
      return [...(direction === 'lowest' ? prices.subarray(0, limit) : prices.subarray(-limit).toReversed())];
    },
    isOffered: (name) => [...survey().names].some((one) => ` ${one} `.includes(` ${name} `)),
  };
}

/** The time at which an id was created, which its first 48 bits say. */
const momentOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
