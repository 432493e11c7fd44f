import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { ChangeFeed } from '../db/change-feed.ts';
import type { Change } from '../db/changes.ts';

/** What a reply shows; it is kept until any of that changes. `shelf` is everything on sale. */
export type Scope = 'lists' | `listing:${string}` | `brand:${string}` | `seller:${string}`;

export type Encoding = 'br' | 'gzip' | 'identity';

/** A reply as it goes over the wire. */
export type CachedReply = {
  /** Without those that differ from request to request. */
  headers: [string, string][];
  etag: string;
  body: Buffer;
  scopes: readonly Scope[];
  /** The pattern of the addresses that are answered so, to count it by. */
  route: string;
  /** The body packed, once somebody asked for it so. */
  compressed: Partial<Record<Encoding, Promise<Buffer>>>;
  /** Others will be answered with it, too. */
  isCached: boolean;
};

export type ByteCache = {
  /** A kept reply; null when there is none, or when it was too long since anybody looked whether something changed. */
  find(key: string): CachedReply | null;
  /** Hears of changes if that is due: then `find` answers for a while. */
  keepUp(): Promise<void>;
  isUpToDate(): boolean;
  /** Keeps nothing of what was kept: something changed that is no listing. */
  endEverything(): void;
  /** To be asked before a reply's data is read. */
  begin(): number;
  /** Keeps a reply whose data was read since `began` (0: not at all), if its address was asked for before, unless what it shows changed meanwhile; answers it either way. */
  put(key: string, began: number, reply: Pick<CachedReply, 'headers' | 'body' | 'scopes' | 'route'>): CachedReply;
  size(): { entries: number; bytes: number };
};

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
/** A larger window would take megabytes for each body that is packed, which the garbage collector is told of. */
const BROTLI_WINDOW_BITS = 18;
/** What only one person gets is packed in less than half the time, into an eighth more bytes. */
const BROTLI_QUALITY = { cached: 5, once: 3 };
const GZIP_LEVEL = { cached: 6, once: 1 };
/** What is shown also depends on the time a little: what counts as new. */
const KEEP_MS = 60_000;
/** Shorter bodies cost more to pack than they save. */
const MIN_COMPRESSED = 1024;
const MAX_ENDED = 10_000;

const REFUSED_WEIGHT = /^q=0(?:\.0*)?$/u;
const ENCODINGS = ['br', 'gzip'] as const;

/** How many addresses are remembered as asked for. */
const REMEMBERED = 5000;

/** A body as a client takes it, packed once. */
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

/** Whether a client has what this tag names already. */
export function isSameTag(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((one) => one.trim().replace(/^W\//u, '') === etag.slice(2) || one.trim() === '*');
}

/** The encoding in which a body is sent to a client that says this; a short one as it is. */
export function encodingFor(accepted: string | undefined, { body }: Pick<CachedReply, 'body'>): Encoding {
  if (accepted === undefined || body.length < MIN_COMPRESSED) return 'identity';
  const taken = accepted.split(',').flatMap((part) => {
    const [name = '', weight = ''] = part.split(';', 2);
    return REFUSED_WEIGHT.test(weight.trim()) ? [] : [name.trim()];
  });
  return ENCODINGS.find((encoding) => taken.includes(encoding)) ?? 'identity';
}

/** Keeps whole replies that are asked for more than once, the most lately used of them within `maxBytes`, until what they show changes, in whichever process. */
export function createByteCache(feed: ChangeFeed, maxBytes: number): ByteCache {
  const cached = new LRUCache<string, CachedReply>({
    maxSize: maxBytes,
    maxEntrySize: Math.floor(maxBytes / 8),
    sizeCalculation: sizeOf,
    ttl: KEEP_MS,
    dispose: (reply, key) => forgetScopes(key, reply),
  });
  /** Addresses that were asked for lately: what is asked for once is not worth its memory. */
  const asked = new LRUCache<string, true>({ max: REMEMBERED });
  const keysOf = new Map<Scope, Set<string>>();
  /** When each scope last changed, counted in changes; before `forgotten` nobody knows any more. */
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
      // A seller's own change is seen on all their listings, of whatever brand.
      if (changes.some(({ listing_id }) => listing_id === null)) return endEverything();
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

/** Twice the body: what it is packed into, its headers and the bookkeeping take less than it itself. */
const sizeOf = ({ body }: Pick<CachedReply, 'body'>): number => body.length * 2 + 2000;

function scopesOf({ listing_id, category_id, seller_id }: Change): Scope[] {
  return [
    'lists',
    ...(listing_id === null ? [] : [`listing:${listing_id}` as const]),
    ...(category_id === null ? [] : [`brand:${category_id}` as const]),
    ...(seller_id === null ? [] : [`seller:${seller_id}` as const]),
  ];
}
