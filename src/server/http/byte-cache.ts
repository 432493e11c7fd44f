import { hash } from 'node:crypto';
import type { ChangeFeed } from '../db/change-feed.ts';
import type { Encoding } from './compression.ts';
import { createScopedCache, type Scope, type ScopedCache } from './scoped-cache.ts';

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

/** Replies by address, each until something it shows changes. */
export type ByteCache = Omit<ScopedCache<CachedReply>, 'put'> & {
  /**
   * Caches a reply whose data was read since `began` (null: don't cache) if its address was requested before and nothing it shows has changed since.
   * Returns the reply either way.
   */
  put(key: string, began: number | null, reply: Pick<CachedReply, 'headers' | 'body' | 'scopes' | 'route' | 'isShared'>): CachedReply;
};

/** Whether the client already has the version with this tag. */
export function isSameTag(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((one) => one.trim().replace(/^W\//u, '') === etag.slice(2) || one.trim() === '*');
}

/** Caches replies requested more than once until something they show changes in any process; evicts the least recently used beyond `maxBytes`. */
export function createByteCache(feed: ChangeFeed, maxBytes: number): ByteCache {
  const cached = createScopedCache<CachedReply>(feed, { maxBytes, sizeOf });
  return {
    ...cached,
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
      if (began === null || !cached.put(key, began, reply)) return reply;
      // The memory of what is sent once is used again.
      reply.body = Buffer.from(body);
      reply.isCached = true;
      return reply;
    },
  };
}

/** Twice the body: its compressed forms, headers and bookkeeping together take less than the body itself. */
const sizeOf = ({ body }: Pick<CachedReply, 'body'>): number => body.length * 2 + 2000;
