import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ChangeFeed } from '../db/change-feed.ts';
import type { Change } from '../db/changes.ts';
import { createLru } from '../lru.ts';
import type { Encoding } from './compression.ts';

/** What a reply shows; it is cached until any of that changes. `lists` is everything on sale, `wanted` all wanted ads. */
export type Scope = 'lists' | 'wanted' | `listing:${string}` | `brand:${string}` | `seller:${string}` | `passport:${string}`;

/** A reply as it is sent. */
export type CachedReply = {
  /** Without those that differ per request. */
  headers: [string, string][];
  /** Computed on first use, which takes as long as a twentieth of a list. */
  readonly etag: string;
  body: Buffer;
  scopes: readonly Scope[];
  /** Whether strangers may get it, too. */
  isShared: boolean;
  /** The route pattern, for metrics. */
  route: string;
  /** The body per encoding, compressed on first use. */
  compressed: Partial<Record<Encoding, Promise<Buffer>>>;
  /** Whether it will be reused for other requests. */
  isCached: boolean;
};

export type ByteCache = {
  /** A cached reply, or null if there is none. */
  find(key: string): CachedReply | null;
  /** Polls for changes if that is due; `find` is then up to date for a while. */
  keepUp(): Promise<void>;
  isUpToDate(): boolean;
  /** Empties the cache: something other than a listing changed. */
  endEverything(): void;
  /** Call before reading a reply's data; the result goes to `put`. */
  begin(): number;
  /**
   * Caches a reply whose data was read since `began` (null: don't cache) if its address was requested before and nothing it shows has changed since.
   * Returns the reply either way.
   */
  put(key: string, began: number | null, reply: Pick<CachedReply, 'headers' | 'body' | 'scopes' | 'route' | 'isShared'>): CachedReply;
  size(): { entries: number; bytes: number };
};

/** How long a reply is cached at most: pages also depend on the time a little, such as on what counts as new. */
export const CACHED_MS = 60_000;
const MAX_ENDED = 10_000;

/** How many requested addresses are remembered. */
const REMEMBERED = 5000;

/** Whether the client already has the version with this tag. */
export function isSameTag(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((one) => one.trim().replace(/^W\//u, '') === etag.slice(2) || one.trim() === '*');
}

/** Caches replies requested more than once until something they show changes in any process; evicts the least recently used beyond `maxBytes`. */
export function createByteCache(feed: ChangeFeed, maxBytes: number): ByteCache {
  const cached = new LRUCache<string, CachedReply>({
    maxSize: Math.max(1, maxBytes),
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 8)),
    sizeCalculation: sizeOf,
    ttl: CACHED_MS,
    dispose: (reply, key) => forgetScopes(key, reply),
  });
  /** Recently requested addresses: a reply requested only once isn't worth caching. */
  const asked = createLru<true>(REMEMBERED);
  const keysOf = new Map<Scope, Set<string>>();
  /** The generation in which each scope last changed; before `forgotten`, this is unknown. */
  const ended = new Map<Scope, number>();
  let [generation, forgotten] = [1, 0];

  const forgetScopes = (key: string, { scopes }: CachedReply): void => {
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
    put(key, began, { headers, body, scopes, route, isShared }) {
      let tag: string | null = null;
      const reply: CachedReply = {
        headers,
        body,
        scopes,
        route,
        isShared,
        compressed: {},
        isCached: false,
        get etag() {
          tag ??= `W/"${hash('sha1', reply.body, 'base64url')}"`;
          return tag;
        },
      };
      if (began === null) return reply;
      const isStale = began < forgotten || scopes.some((scope) => (ended.get(scope) ?? 0) > began);
      const wasAsked = asked.has(key);
      asked.set(key, true);
      if (!wasAsked || isStale) return reply;
      cached.set(key, reply);
      if (!cached.has(key)) return reply;
      // The memory of what is sent once is used again.
      reply.body = Buffer.from(body);
      reply.isCached = true;
      for (const scope of scopes) {
        const keys = keysOf.get(scope) ?? new Set();
        keys.add(key);
        keysOf.set(scope, keys);
      }
      return reply;
    },
  };
}

/** Twice the body: its compressed forms, headers and bookkeeping together take less than the body itself. */
const sizeOf = ({ body }: Pick<CachedReply, 'body'>): number => body.length * 2 + 2000;

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
