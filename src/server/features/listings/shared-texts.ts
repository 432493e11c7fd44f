import type { ChangeFeed } from '../../db/change-feed.ts';
import { createFollowedCache } from '../../db/followed-cache.ts';
import type { Db } from '../../db/tables.ts';
import { createLru } from '../../lru.ts';
import { findBrandNames } from '../catalog/index.ts';
import { toAscii } from './ascii.ts';
import { toSellerPart } from './listing.ts';
import { findSellerColumns } from './presentation-queries.ts';

/** What all listings of a seller show of them, to people who don't see their contacts and to those who do. */
export type SellerTexts = { masked: string; shown: string };

const MOST_SELLERS = 20_000;

/** The JSON that all listings of a seller share, cached until the seller changes in any process. */
export function createSellerTexts(db: Db, feed: ChangeFeed) {
  const known = createFollowedCache(feed, createLru<SellerTexts>(MOST_SELLERS), ({ listing_id, seller_id, topic }) => {
    if (listing_id !== null || topic !== null) return null;
    return seller_id === null ? 'all' : { key: seller_id };
  });
  return {
    /** Reads those of the rows' sellers that aren't known. Returns their texts by id. */
    async load(rows: { seller_id: string }[]): Promise<Map<string, SellerTexts>> {
      await known.keepUp();
      const began = known.begin();
      const ids = [...new Set(rows.map(({ seller_id }) => seller_id))];
      const texts = new Map<string, SellerTexts>();
      const unknown: string[] = [];
      for (const id of ids) {
        const text = known.get(id);
        if (text) texts.set(id, text);
        else unknown.push(id);
      }
      for (const seller of unknown.length === 0 ? [] : await findSellerColumns(db, unknown)) {
        const text = { masked: toText(toSellerPart(seller, false)), shown: toText(toSellerPart(seller, true)) };
        texts.set(seller.seller_id, text);
        known.set(began, seller.seller_id, text);
      }
      return texts;
    },
  };
}

/** The JSON that all listings of a brand share. Brands are only ever added. */
export function createBrandTexts(db: Db) {
  let names = new Map<string, string>();
  let texts = new Map<string, string>();
  return {
    /** Reads the brands again if one of the rows has an unknown one. */
    async load(rows: { category_id: string }[]): Promise<void> {
      if (rows.every(({ category_id }) => names.has(category_id))) return;
      names = await findBrandNames(db);
      texts = new Map([...names].map(([id, name]) => [id, toText({ name })]));
    },
    nameOf: (id: string): string => names.get(id) ?? '',
    textOf: (id: string): string => texts.get(id) ?? '',
  };
}

/** A part as it is appended to an object in JSON. */
const toText = (part: object): string => toAscii(`,${JSON.stringify(part).slice(1, -1)}`);
