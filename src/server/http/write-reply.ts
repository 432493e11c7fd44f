import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CachedReply } from './byte-cache.ts';
import { isSameTag } from './byte-cache.ts';
import { compress, type Encoding, encodingFor } from './compression.ts';
import { readingHeaders } from './cross-origin.ts';

/** `reader`: the allowed origin, other than the shop's own, whose page makes the request. */
export type Exchange = { request: IncomingMessage; response: ServerResponse; id: string; reader: string | null; written(reply: CachedReply): void };

const headerLists = new WeakMap<CachedReply, Partial<Record<Encoding | 'none', string[]>>>();

/** Sends a reply's bytes, compressed as the client takes them, without the web framework. */
export function send(exchange: Exchange, reply: CachedReply, failed: () => void): void {
  const { request, written } = exchange;
  const encoding = encodingFor(request.headers['accept-encoding'] as string | undefined, reply);
  const finish = (body: Buffer): void => {
    write(exchange, reply, encoding, body);
    written(reply);
  };
  if (encoding === 'identity') finish(reply.body);
  else compress(reply, encoding).then(finish, failed);
}

function write({ request, response, id, reader }: Exchange, reply: CachedReply, encoding: Encoding, body: Buffer): void {
  const own = ['x-request-id', id, ...(reader === null ? [] : readingHeaders(reader).flat())];
  const known = reply.isShared ? request.headers['if-none-match'] : undefined;
  // Whoever asks first has nothing to revalidate with, and computing a tag takes as long as a twentieth of a list.
  const tag = reply.isCached || known !== undefined ? ['etag', reply.etag] : [];
  if (known !== undefined && isSameTag(known, reply.etag)) {
    response.writeHead(304, [...headersOf(reply, 'none', 0), ...tag, ...own]).end();
    return;
  }
  response.writeHead(200, [...headersOf(reply, encoding, body.length), ...tag, ...own]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** A reply's headers in Node's fastest form: a flat list of names and values. */
function headersOf(reply: CachedReply, encoding: Encoding | 'none', length: number): string[] {
  if (!reply.isCached) return listHeaders(reply, encoding, length);
  const lists = headerLists.get(reply) ?? {};
  headerLists.set(reply, lists);
  lists[encoding] ??= listHeaders(reply, encoding, length);
  return lists[encoding];
}

const listHeaders = ({ headers }: CachedReply, encoding: Encoding | 'none', length: number): string[] => [
  ...headers.flat(),
  ...(encoding === 'none' ? [] : ['content-length', String(length)]),
  ...(encoding === 'none' || encoding === 'identity' ? [] : ['content-encoding', encoding]),
];
