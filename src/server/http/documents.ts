import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type CachedReply, isSameTag } from './byte-cache.ts';
import { compress, encodingFor } from './compression.ts';

type Document = { body: string; type: string; headers?: Record<string, string> };

/** Sends this version of a document, which is the same for everybody. */
type SendDocument = (request: FastifyRequest, reply: FastifyReply, version: string) => Promise<FastifyReply>;

/** Versions of one document in memory: the shop has one at a time, and an address may name an older one. */
const MOST_VERSIONS = 8;

type Compressible = { reply: Pick<CachedReply, 'body' | 'compressed' | 'isCached' | 'etag'> };

/** Makes and compresses a document once per version, however often and with whatever query it is requested. */
export function createDocument(make: (version: string) => Document): SendDocument {
  const versions = new LRUCache<string, Document & Compressible>({ max: MOST_VERSIONS });
  const find = (version: string): Document & Compressible => {
    const known = versions.get(version);
    if (known) return known;
    const made = packable(make(version));
    versions.set(version, made);
    return made;
  };
  return async (request, reply, version) => {
    const { type, headers = {}, reply: cached } = find(version);
    reply.header('content-type', type).header('vary', 'accept-encoding').header('etag', cached.etag).headers(headers);
    if (isSameTag(request.headers['if-none-match'], cached.etag)) return reply.status(304).send();
    const encoding = encodingFor(request.headers['accept-encoding'] as string | undefined, cached);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.send(await compress(cached, encoding));
  };
}

function packable(document: Document): Document & Compressible {
  const body = Buffer.from(document.body);
  return { ...document, reply: { body, compressed: {}, isCached: true, etag: `W/"${hash('sha1', body, 'base64url')}"` } };
}
