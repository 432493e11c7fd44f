import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '#test/support/world/client.ts';
import { type Journal, READS, type Read } from './journal.ts';
import { noted } from './people.ts';

const PAUSE_MS = 100;
/** Lists of this many lengths are asked for, so that some are cached and some aren't. */
const LENGTHS = 20;

/** A visitor who isn't logged in, and reads one thing after another until told to stop. */
export async function browse({ url, journal, isOver }: { url: string; journal: Journal; isOver: () => boolean }): Promise<void> {
  const visitor = createClient(url);
  for (let turn = 0; !isOver(); turn += 1) {
    const kind = READS[turn % READS.length] ?? 'list';
    const listingId = [...journal.listings][turn % journal.listings.size];
    if (listingId !== undefined) await noted(journal, kind, () => visitor.call('GET', pathOf(kind, { turn, listingId })));
    await wait(PAUSE_MS);
  }
}

function pathOf(kind: Read, { turn, listingId }: { turn: number; listingId: string }): string {
  const length = 1 + (turn % LENGTHS);
  const paths: Record<Read, string> = {
    'home page': '/',
    'brand page': `/category/samsung?limit=${length}`,
    list: `/api/products?name=samsung&limit=${length}`,
    listing: `/api/selectedItem/${listingId}`,
    search: `/api/searchProducts?search=galaxy&limit=${length}`,
  };
  return paths[kind];
}
