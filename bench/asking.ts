import { writeCursor } from '../src/server/db/paging.ts';
import type { NewListingRow } from '../src/server/db/tables.ts';
import { type Chance, createChance } from '../test/model/chance.ts';
import { createClient } from '../test/support/world/client.ts';
import { PASSWORD } from '../test/support/world/values.ts';
import type { Visit } from './load/visits.ts';
import type { Shop } from './shop/ingredients.ts';
import { createListingSource, type ListingSource } from './shop/listings.ts';
import { buyerEmail } from './shop/people.ts';

/** The site's page size. */
export const LIMIT = 24;
const DAY_MS = 86_400_000;
const SIGN_INS_AT_ONCE = 4;

/** Derives requests from a shop's own listings with a seeded random generator. */
export type Asker = {
  shop: Shop;
  source: ListingSource;
  chance: Chance;
  url: string;
  /** How many different visits to generate. */
  count: number;
  /** Who has logged in, in the order of the buyers. */
  people: Reader[];
};

/** Somebody who is logged in: what their browser sends with calls, and with pages. */
export type Reader = { token: string; cookie: string };

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

export function createAsker(shop: Shop, { url, seed, count }: { url: string; seed: number; count: number }): Asker {
  return {
    shop,
    source: createListingSource({ ...shop, images: ['/images/none/1280.webp'] }),
    chance: createChance(seed),
    url,
    count,
    people: [],
  };
}

/** This many buyers, logged in on first use, several at once: hashing a password takes long. */
export async function signedIn({ url, people }: Asker, count: number): Promise<Reader[]> {
  while (people.length < count) {
    const missing = Math.min(SIGN_INS_AT_ONCE, count - people.length);
    people.push(...(await Promise.all(Array.from({ length: missing }, (_, nth) => logIn(url, people.length + nth)))));
  }
  return people.slice(0, count);
}

async function logIn(url: string, nth: number): Promise<Reader> {
  const client = createClient(url);
  const token = await client.signIn(buyerEmail(nth), PASSWORD);
  return { token, cookie: client.cookie };
}

/** Up to `count` different listings on sale, from all over the shop, in random order. */
export function listingsOnSale({ source, chance, count }: Asker): NewListingRow[] {
  // A step without a common factor with any size in use visits every index once.
  const STEP = 7_368_787;
  const start = chance.below(source.size);
  const found: NewListingRow[] = [];
  for (let at = 0; at < source.size && found.length < count; at += 1) {
    const row = source.rowAt((start + at * STEP) % source.size);
    if (isOnSale(row)) found.push(row);
  }
  return found;
}

const isOnSale = ({ sold_at, removed_at }: NewListingRow): boolean => sold_at === null && removed_at === null;

/** The newest listings on sale, in the order of a list, after the first `skip`. */
export function newestOnSale({ source }: Pick<Asker, 'source'>, skip: number, count: number): NewListingRow[] {
  const found: NewListingRow[] = [];
  let passed = 0;
  for (let at = source.size - 1; at >= 0 && found.length < count; at -= 1) {
    const row = source.rowAt(at);
    if (!isOnSale(row)) continue;
    passed += 1;
    if (passed > skip) found.push(row);
  }
  return found;
}

export function toAddress(path: string, query: Record<string, string | number>): Visit {
  return {
    path: `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`,
  };
}

/** A random position in the newest-first list that hasn't been requested; it needs no listing. */
export function randomCursor({ shop, chance }: Asker): string {
  return cursorAfter({ created_at: shop.end - chance.below(700 * DAY_MS), id: shop.sellers[chance.below(shop.sellers.length)]?.id ?? '' });
}

/** The cursor of the newest-first list after this listing. */
export const cursorAfter = ({ created_at, id }: Pick<NewListingRow, 'created_at' | 'id'>): string => writeCursor('sale default', { key: created_at, id }) ?? '';

/** The same text in random case, so that hardly two requests are equal and results of earlier searches can't be reused. */
export function varyCase(chance: Chance, text: string): string {
  return [...text].map((letter) => (chance.percent(50) ? letter.toUpperCase() : letter.toLowerCase())).join('');
}

/** A typo: a letter left out, doubled, swapped with the next, or replaced. Short words and numbers stay. */
export function misspell(chance: Chance, text: string): string {
  const words = text.split(' ');
  const long = words.flatMap((word, at) => (/^\p{L}{4,}$/u.test(word) ? at : []));
  const which = chance.pickOf(long) ?? -1;
  return words
    .map((word, at) => {
      if (at !== which) return word;
      const place = 1 + chance.below(word.length - 2);
      const [before, letter, after] = [word.slice(0, place), word.slice(place, place + 1), word.slice(place + 1)];
      const slips = [
        before + after,
        before + letter + letter + after,
        before + after.slice(0, 1) + letter + after.slice(1),
        before + (LETTERS[chance.below(26)] ?? '') + after,
      ];
      return chance.pickOf(slips) ?? word;
    })
    .join(' ');
}
