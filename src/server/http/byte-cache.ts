import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { ChangeFeed } from '../db/change-feed.ts';
import type { Change } from '../db/changes.ts';

/** What a reply shows; it is cached until any of that changes. `lists` is everything on sale, `wanted` all wanted ads. */
export type Scope = 'lists' | 'wanted' | `listing:${string}` | `brand:${string}` | `seller:${string}`;

export type Encoding = 'br' | 'gzip' | 'identity';

/** A reply as it is sent. */
export type CachedReply = {
  /** Without those that differ per request. */
  headers: [string, string][];
  etag: string;
  body: Buffer;
  scopes: readonly Scope[];
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
   * Caches a reply whose data was read since `began` (0: don't cache) if its address was requested before and nothing it shows has changed since.
   * Returns the reply either way.
   */
  put(key: string, began: number, reply: Pick<CachedReply, 'headers' | 'body' | 'scopes' | 'route'>): CachedReply;
  size(): { entries: number; bytes: number };
};

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
/** A larger window allocates megabytes per compressed body, which puts pressure on the garbage collector. */
const BROTLI_WINDOW_BITS = 18;
/** For replies used once, lower quality takes less than half the time and an eighth more bytes. */
const BROTLI_QUALITY = { cached: 5, once: 3 };
const GZIP_LEVEL = { cached: 6, once: 1 };
/** How long a reply is cached at most: pages also depend on the time a little, such as on what counts as new. */
export const CACHED_MS = 60_000;
/** Shorter bodies cost more to compress than they save. */
const MIN_COMPRESSED = 1024;
const MAX_ENDED = 10_000;

const REFUSED_WEIGHT = /^q=0(?:\.0*)?$/u;
const ENCODINGS = ['br', 'gzip'] as const;

/** How many requested addresses are remembered. */
const REMEMBERED = 5000;

/** A body in the client's encoding, compressed once. */
export function compress({ body, compressed, isCached }: Pick<CachedReply, 'body' | 'compressed' | 'isCached'>, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity' || body.length < MIN_COMPRESSED) return Promise.resolve(body);
  const use = isCached ? 'cached' : 'once';
  compressed[encoding] ??= encoding === 'br' ? compressBrotli(body, BROTLI_QUALITY[use]) : deflate(body, { level: GZIP_LEVEL[use] });
  return compressed[encoding];
}

function compressBrotli(body: Buffer, quality: number): Promise<Buffer> {
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

/** Whether the client already has the version with this tag. */
export function isSameTag(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((one) => one.trim().replace(/^W\//u, '') === etag.slice(2) || one.trim() === '*');
}

/** The best encoding the client accepts; `identity` for short bodies. */
export function encodingFor(accepted: string | undefined, { body }: Pick<CachedReply, 'body'>): Encoding {
  if (accepted === undefined || body.length < MIN_COMPRESSED) return 'identity';
  const taken = accepted.split(',').flatMap((part) => {
    const [name = '', weight = ''] = part.split(';', 2);
    return REFUSED_WEIGHT.test(weight.trim()) ? [] : [name.trim()];
  });
  return ENCODINGS.find((encoding) => taken.includes(encoding)) ?? 'identity';
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
  const asked = new LRUCache<string, true>({ max: REMEMBERED });
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
    put(key, began, { headers, body, scopes, route }) {
      const etag = `W/"${hash('sha1', body, 'base64url')}"`;
      const reply: CachedReply = { headers, body, scopes, route, etag, compressed: {}, isCached: false };
      const isStale = began === 0 || began < forgotten || scopes.some((scope) => (ended.get(scope) ?? 0) > began);
      const wasAsked = asked.has(key);
      asked.set(key, true);
      if (!wasAsked || isStale) return reply;
      cached.set(key, reply);
      if (!cached.has(key)) return reply;
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
  if (topic !== null) return topic === 'wanted' ? ['wanted'] : [];
  return [
    'lists',
    ...(listing_id === null ? [] : [`listing:${listing_id}` as const]),
    ...(category_id === null ? [] : [`brand:${category_id}` as const]),
    ...(seller_id === null ? [] : [`seller:${seller_id}` as const]),
  ];
}
