import { LRUCache } from 'lru-cache';
import { forEachKey, MASKED_KEYS, type MaskedKey } from '#contract/listing-fields.ts';
import type { ChangeFeed } from '../../db/change-feed.ts';
import { createFollowedCache } from '../../db/followed-cache.ts';
import type { Db } from '../../db/tables.ts';
import { toAscii } from './ascii.ts';
import { MASK } from './listing.ts';
import { type AskedPart, isOfOtherVersion, type Presentation, readPresentation, writePresentation } from './presentation.ts';
import { findUnshownRows } from './presentation-queries.ts';
import type { createPresentationStore } from './presentation-store.ts';
import { findListedByIds, type ListedRow } from './queries.ts';
import { createBrandTexts, createSellerTexts, type SellerTexts } from './shared-texts.ts';

/** What lists show of a listing on sale. */
export type Card = {
  id: string;
  sellerId: string;
  categoryId: string;
  priceCents: number;
  /** ASCII JSON that is complete but for the price verdict and the closing brace, for people who don't see the seller's contacts. */
  masked: string;
  /** How much of it is the same for those who do, and from what the rest is made for them. */
  ownLength: number;
  contacts: Contacts;
  seller: SellerTexts;
  brand: string;
  /** What follows `ownLength` for people who see the seller's contacts, once it was made. */
  shownRest: string | null;
  /** What the price verdict needs. */
  asked: AskedPart;
  /** The JSON of the last verdict, and the version of verdicts that it is of. */
  judged: { version: number; end: string } | null;
};

type Contacts = Pick<ListedRow, MaskedKey>;

type Options = {
  /** The database itself, where `db` may read from a replica meanwhile: only lists read from it are made of cached cards. */
  primary: Db;
  store: ReturnType<typeof createPresentationStore>;
  /** Gets the ids of listings whose stored presentation is damaged or old. */
  onUnreadable(ids: string[]): void;
  /** Called once: an update makes all of them be written again. */
  onOtherVersion(id: string): void;
};

/** Some 10,000 cards, of a byte a character. */
const MOST_CHARACTERS = 32_000_000;
/** What the price verdict needs, strings, the map's entry and the object. */
const OVERHEAD = 800;
const ASKED = 65_536;
const ASCII_MASK = toAscii(MASK);

/** Caches the cards of listings until they or their sellers change in any process. */
export function createCards(db: Db, feed: ChangeFeed, { primary, store, onUnreadable, onOtherVersion }: Options) {
  let hasOtherVersions = false;
  const sellers = createSellerTexts(db, feed);
  const brands = createBrandTexts(db);
  const askedLately = createAskedLately();
  const stored = new LRUCache<string, Card>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ masked }) => masked.length + OVERHEAD,
  });
  const known = createFollowedCache<Card>(feed, stored, ({ listing_id, topic }) => {
    if (listing_id !== null) return { key: listing_id };
    // A seller changed, or the shop.
    return topic === null ? 'all' : null;
  });

  /** `isStored` says which of the cards stay in memory for longer. */
  async function build(rows: ListedRow[], isStored: (id: string) => boolean): Promise<Card[]> {
    const [presentations, sellerTexts] = await Promise.all([readAll(rows), sellers.load(rows), brands.load(rows)]);
    return rows.flatMap((row) => {
      const own = presentations.get(row.id);
      const seller = sellerTexts.get(row.seller_id);
      // Deleted since it was found.
      if (own === undefined || seller === undefined) return [];
      const { id, seller_id: sellerId, category_id: categoryId, price_cents: priceCents } = row;
      const contacts = forEachKey(MASKED_KEYS, (key) => row[key]);
      const brand = brands.textOf(categoryId);
      const texts = [own.json, toMaskedText(contacts, false), seller.masked, brand];
      // Joined, it is one flat text. Concatenated, which is quicker, it is a tree of texts that keeps the whole stored presentation in memory.
      const masked = isStored(id) ? texts.join('') : texts.reduce((all, text) => all + text);
      // Only ever written as JSON of what `toAskedPart` returns.
      const asked = JSON.parse(own.asked) as AskedPart;
      return [{ id, sellerId, categoryId, priceCents, masked, ownLength: own.json.length, contacts, seller, brand, shownRest: null, asked, judged: null }];
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
      if (from !== primary) return build(await findListedByIds(from, ids), () => false);
      await known.keepUp();
      const began = known.begin();
      const cards = ids.map((id) => known.get(id));
      const missing = ids.filter((_id, at) => cards[at] === undefined);
      if (missing.length === 0) return cards as Card[];
      const again = new Set(missing.filter(askedLately));
      const built = new Map<string, Card>();
      for (const card of await build(await findListedByIds(db, missing), (id) => again.has(id))) {
        built.set(card.id, card);
        if (again.has(card.id)) known.set(began, card.id, card);
      }
      return ids.flatMap((id, at) => cards[at] ?? built.get(id) ?? []);
    },
    /** The card of a listing on sale that was just read; undefined if it was deleted meanwhile. */
    async of(row: ListedRow): Promise<Card | undefined> {
      return (await build([row], () => false))[0];
    },
    brandOf: (categoryId: string): string => brands.nameOf(categoryId),
  };
}

/** A card's text for people who see the seller's contacts, in two parts: joined, it would be copied once more before it is sent. */
export function toShownTexts(card: Card): [own: string, rest: string] {
  const { masked, ownLength, contacts, seller, brand } = card;
  card.shownRest ??= [toMaskedText(contacts, true), seller.shown, brand].join('');
  return [masked.slice(0, ownLength), card.shownRest];
}

/** The JSON of the texts that are masked for strangers. */
const toMaskedText = (contacts: Contacts, isShown: boolean): string =>
  MASKED_KEYS.map((key) => `,"${key}":${isShown ? toAscii(JSON.stringify(contacts[key])) : `"${ASCII_MASK.repeat([...contacts[key]].length)}"`}`).join('');

/**
 * Tells whether a listing was asked for before, among the last few tens of thousands; the answer may be wrong. Cards that are asked for only once would
 * push out others and become garbage that is slow to collect.
 */
function createAskedLately(): (id: string) => boolean {
  // Two places each, so that two listings that share one don't hide each other.
  const byLow = new Uint32Array(ASKED);
  const byHigh = new Uint32Array(ASKED);
  return (id) => {
    // The end of a UUID is random.
    const end = Number.parseInt(id.slice(-8), 16);
    const low = end % ASKED;
    const high = Math.floor(end / ASKED);
    const wasAsked = byLow[low] === end || byHigh[high] === end;
    byLow[low] = end;
    byHigh[high] = end;
    return wasAsked;
  };
}
