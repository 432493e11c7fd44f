import type { Db } from '../../db/tables.ts';
import { type ContactView, findViews, insertViews } from './queries.ts';

/** What a person or network saw on a day, as far as this process has cached it. */
export type Seen = { day: number; sellers: Set<string>; next: number };

const MAX_CACHED = 4000;

/** Caches the sellers whose contact details people and networks have seen today. */
export function createSeenSellers(db: Db) {
  const cached = new Map<string, Seen>();

  async function load(userId: string, network: string, day: number): Promise<[Seen, Seen]> {
    const missing = [userId, network].filter((spender) => cached.get(spender)?.day !== day);
    if (missing.length > 0) {
      const views = await findViews(db, missing, day);
      for (const spender of missing) {
        // Another request may have loaded it and recorded more since.
        if (cached.get(spender)?.day === day) continue;
        const theirs = views.filter((view) => view.spender === spender);
        remember(spender, { day, sellers: new Set(theirs.map(({ seller_id }) => seller_id)), next: Math.max(-1, ...theirs.map(({ slot }) => slot)) + 1 });
      }
    }
    const nothing: Seen = { day, sellers: new Set(), next: Number.MAX_SAFE_INTEGER };
    return [cached.get(userId) ?? nothing, cached.get(network) ?? nothing];
  }

  /** Returns whether all views were recorded. If not, another process was faster and the cache is outdated. */
  async function record(views: ContactView[], { userId, network, mine }: { userId: string; network: string; mine: Seen }): Promise<boolean> {
    // If the database can't be written, no further contacts are shown, but the page still loads.
    const noted = await insertViews(db, views).catch(() => []);
    if (noted.length < views.length) {
      cached.delete(userId);
      cached.delete(network);
      return false;
    }
    for (const { spender, seller_id } of noted) {
      if (spender !== userId) continue;
      mine.sellers.add(seller_id);
      mine.next += 1;
    }
    return true;
  }

  function remember(spender: string, seen: Seen): void {
    cached.delete(spender);
    cached.set(spender, seen);
    for (const oldest of cached.keys()) {
      if (cached.size <= MAX_CACHED) break;
      cached.delete(oldest);
    }
  }

  return { load, record, find: (spender: string): Seen | undefined => cached.get(spender) };
}
