import { LRUCache } from 'lru-cache';
import type { ChangeFeed } from '../db/change-feed.ts';
import type { Change } from '../db/changes.ts';
import { createLru } from '../lru.ts';

/** What a value shows; it is cached until any of that changes. `lists` is everything on sale, `wanted` all wanted ads. */
export type Scope = 'lists' | 'wanted' | `listing:${string}` | `brand:${string}` | `seller:${string}` | `passport:${string}`;

type Scoped = { scopes: readonly Scope[] };

/** Values read from the database, each until something it shows changes in any process. */
export type ScopedCache<T extends Scoped> = {
  /** A cached value, or null if there is none. */
  find(key: string): T | null;
  /** Polls for changes if that is due; `find` is then up to date for a while. */
  keepUp(): Promise<void>;
  isUpToDate(): boolean;
  /** Empties the cache: something other than a listing changed. */
  endEverything(): void;
  /** Call before reading what `put` gets. */
  begin(): number;
  /** Caches a value read since `began` if its key was asked for before and nothing it shows has changed since. Returns whether it did. */
  put(key: string, began: number, value: T): boolean;
  size(): { entries: number; bytes: number };
};

/** How long a value is cached at most: pages also depend on the time a little, such as on what counts as new. */
export const CACHED_MS = 60_000;
const MAX_ENDED = 10_000;

/** How many requested keys are remembered. */
const REMEMBERED = 5000;

/** Evicts the least recently used beyond `maxBytes`. */
export function createScopedCache<T extends Scoped>(feed: ChangeFeed, { maxBytes, sizeOf }: { maxBytes: number; sizeOf(value: T): number }): ScopedCache<T> {
  const cached = new LRUCache<string, T>({
    maxSize: Math.max(1, maxBytes),
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 8)),
    sizeCalculation: sizeOf,
    ttl: CACHED_MS,
    dispose: (value, key) => forgetScopes(key, value),
  });
  /** Recently requested keys: what is requested only once isn't worth caching. */
  const asked = createLru<true>(REMEMBERED);
  const keysOf = new Map<Scope, Set<string>>();
  /** The generation in which each scope last changed; before `forgotten`, this is unknown. */
  const ended = new Map<Scope, number>();
  let [generation, forgotten] = [1, 0];

  const forgetScopes = (key: string, { scopes }: Scoped): void => {
    for (const scope of scopes) {
      const keys = keysOf.get(scope);
      keys?.delete(key);
      if (keys?.size === 0) keysOf.delete(scope);
    }
  };

  const end = (scope: Scope): void => {
    ended.set(scope, generation);
    for (const key of [...(keysOf.get(scope) ?? [])]) cached.delete(key);
  };

  const endEverything = (): void => {
    generation += 1;
    forgotten = generation;
    ended.clear();
    cached.clear();
  };

  feed.listen({
    onChanges(changes) {
      // A seller's own change shows on all their listings, of whatever brand.
      if (changes.some(({ listing_id, topic }) => listing_id === null && topic === null)) return endEverything();
      generation += 1;
      for (const change of changes) for (const scope of scopesOf(change)) end(scope);
      if (ended.size > MAX_ENDED) {
        forgotten = generation;
        ended.clear();
      }
    },
    onLost: endEverything,
  });

  return {
    find: (key) => cached.get(key) ?? null,
    keepUp: () => feed.keepUp(),
    isUpToDate: () => feed.isUpToDate(),
    endEverything,
    begin: () => generation,
    size: () => ({ entries: cached.size, bytes: cached.calculatedSize }),
    put(key, began, value) {
      const isStale = began < forgotten || value.scopes.some((scope) => (ended.get(scope) ?? 0) > began);
      const wasAsked = asked.has(key);
      asked.set(key, true);
      if (!wasAsked || isStale) return false;
      cached.set(key, value);
      if (!cached.has(key)) return false;
      for (const scope of value.scopes) {
        const keys = keysOf.get(scope) ?? new Set();
        keys.add(key);
        keysOf.set(scope, keys);
      }
      return true;
    },
  };
}

function scopesOf({ listing_id, category_id, seller_id, topic }: Change): Scope[] {
  if (topic === 'wanted') return ['wanted'];
  if (topic !== null) return isPassport(topic) ? [topic] : [];
  return [
    'lists',
    ...(listing_id === null ? [] : [`listing:${listing_id}` as const]),
    ...(category_id === null ? [] : [`brand:${category_id}` as const]),
    ...(seller_id === null ? [] : [`seller:${seller_id}` as const]),
  ];
}

const isPassport = (topic: string): topic is `passport:${string}` => topic.startsWith('passport:');
