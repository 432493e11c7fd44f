import { LRUCache } from 'lru-cache';
import { MASKED_KEYS } from '#contract/listing-fields.ts';
import type { ChangeFeed } from '../../db/change-feed.ts';
import type { Db } from '../../db/tables.ts';
import { toAscii } from './ascii.ts';
import { MASK } from './listing.ts';
import { isOfOtherVersion, type Presentation, readPresentation, writePresentation } from './presentation.ts';
import { findUnshownRows } from './presentation-queries.ts';
import type { createPresentationStore } from './presentation-store.ts';
import { findListedByIds, type ListedRow } from './queries.ts';
import { createBrandTexts, createSellerTexts } from './shared-texts.ts';

/** What lists show of a listing on sale: ASCII JSON that is complete but for the price verdict and the closing brace. */
export type Card = {
  id: string;
  sellerId: string;
  categoryId: string;
  priceCents: number;
  own: string;
  /** What the price verdict needs, in JSON. */
  asked: string;
  /** What follows for people who don't see the seller's contacts, and for those who do. */
  masked: string;
  shown: string;
};

type Options = {
  /** The database itself, where `db` may read from a replica meanwhile: only lists read from it are made of cached cards. */
  primary: Db;
  store: ReturnType<typeof createPresentationStore>;
  /** Gets the ids of listings whose stored presentation is damaged or old. */
  onUnreadable(ids: string[]): void;
  /** Called once: an update makes all of them be written again. */
  onOtherVersion(id: string): void;
};

/** Some 6,000 cards, of a byte a character. */
const MOST_CHARACTERS = 16_000_000;
/** Strings, the map's entry and the object. */
const OVERHEAD = 400;
const ASCII_MASK = toAscii(MASK);

/** Caches the cards of listings until they or their sellers change in any process. */
export function createCards(db: Db, feed: ChangeFeed, { primary, store, onUnreadable, onOtherVersion }: Options) {
  let hasOtherVersions = false;
  const sellers = createSellerTexts(db, feed);
  const brands = createBrandTexts(db);
  const known = new LRUCache<string, Card>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ own, asked, masked, shown }) => own.length + asked.length + masked.length + shown.length + OVERHEAD,
  });
  /** Counts the changes: what was read before one may be old. */
  let turn = 0;
  const forget = (drop: () => void): void => {
    turn += 1;
    drop();
  };
  feed.listen({
    onChanges(changes) {
      for (const { listing_id, topic } of changes)
        if (listing_id !== null) forget(() => known.delete(listing_id));
        // A seller changed.
        else if (topic === null) forget(() => known.clear());
    },
    onLost: () => forget(() => known.clear()),
  });

  async function build(rows: ListedRow[]): Promise<Card[]> {
    const [presentations, sellerTexts] = await Promise.all([readAll(rows), sellers.load(rows), brands.load(rows)]);
    return rows.flatMap((row) => {
      const own = presentations.get(row.id);
      const seller = sellerTexts.get(row.seller_id);
      // Deleted since it was found.
      if (own === undefined || seller === undefined) return [];
      const { id, seller_id: sellerId, category_id: categoryId, price_cents: priceCents } = row;
      const brand = brands.textOf(categoryId);
      const [masked, shown] = [`${toMaskedText(row, false)}${seller.masked}${brand}`, `${toMaskedText(row, true)}${seller.shown}${brand}`];
      return [{ id, sellerId, categoryId, priceCents, own: own.json, asked: own.asked, masked, shown }];
    });
  }

  /** The presentations of the rows, written again where none is stored. */
  async function readAll(rows: ListedRow[]): Promise<Map<string, Presentation>> {
    const found = new Map<string, Presentation>();
    const unreadable: string[] = [];
    for (const { id, shown, shown_turn } of rows) {
      if (shown === null) continue;
      const read = readPresentation(shown, { id, shown_turn });
      if (read !== null) found.set(id, read);
      else if (!isOfOtherVersion(shown)) unreadable.push(id);
      else if (!hasOtherVersions) {
        hasOtherVersions = true;
        onOtherVersion(id);
      }
    }
    if (unreadable.length > 0) onUnreadable(unreadable);
    const missing = rows.flatMap(({ id }) => (found.has(id) ? [] : [id]));
    for (const row of missing.length === 0 ? [] : await findUnshownRows(db, missing)) {
      const shown = writePresentation(row);
      const written = readPresentation(shown, row);
      if (written) found.set(row.id, written);
      store.add({ id: row.id, shown, turn: row.shown_turn });
    }
    return found;
  }

  return {
    /** The cards of those of these listings that are on sale, in this order. From a replica, which may be behind, they are read each time. */
    async load(from: Db, ids: string[]): Promise<Card[]> {
      if (from !== primary) return build(await findListedByIds(from, ids));
      await feed.keepUp();
      const began = turn;
      const found = new Map(ids.map((id) => [id, known.get(id)]));
      const missing = ids.filter((id) => found.get(id) === undefined);
      for (const card of missing.length === 0 ? [] : await build(await findListedByIds(db, missing))) {
        found.set(card.id, card);
        if (turn === began) known.set(card.id, card);
      }
      return ids.flatMap((id) => found.get(id) ?? []);
    },
    brandOf: (categoryId: string): string => brands.nameOf(categoryId),
  };
}

/** The JSON of the texts that are masked for strangers. */
const toMaskedText = (row: ListedRow, isShown: boolean): string =>
  MASKED_KEYS.map((key) => `,"${key}":${isShown ? toAscii(JSON.stringify(row[key])) : `"${ASCII_MASK.repeat([...row[key]].length)}"`}`).join('');
