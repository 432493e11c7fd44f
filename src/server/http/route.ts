import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import { type CallName, type Calls, calls } from '#contract/calls.ts';
import type { Access, Endpoint, ReplyOf, RequestOf } from '#contract/shared/endpoint.ts';
import { PRICES } from '#contract/shared/limits.ts';
import { InvalidError, MalformedError } from '../errors.ts';
import type { FindAddress } from '../security/client-network.ts';
import { siteOf } from '../security/client-network.ts';
import type { Admit, Asking, CallerOf } from './access.ts';
import type { Allocate } from './buffer-pool.ts';
import type { ByteCache } from './byte-cache.ts';
import type { CallLimits } from './call-limits.ts';
import type { CrossOrigin } from './cross-origin.ts';
import { EventReply, type EventStreams } from './event-stream.ts';
import { issueSentence } from './issue-sentence.ts';
import type { PublicCalls } from './public-calls.ts';
import { type Doer, withinScope } from './request-scope.ts';
import type { Scope } from './scoped-cache.ts';

/** A reply computed when needed: as values, or as the same values in JSON. */
export class Lazily<T> {
  readonly make: () => T;
  readonly write: (allocate: Allocate) => Buffer;

  constructor(make: () => T, write: (allocate: Allocate) => Buffer) {
    this.make = make;
    this.write = write;
  }
}

/** A reply for each reader, made of what was read for the first of them. */
export class ForReaders<T> {
  readonly make: (asking: Asking) => Promise<T | Lazily<T>>;

  constructor(make: (asking: Asking) => Promise<T | Lazily<T>>) {
    this.make = make;
  }

  /** The same for all. */
  static alike<T>(reply: T): ForReaders<T> {
    return new ForReaders(async () => reply);
  }
}

/** A reply that is a file, streamed while it is generated. */
export class FileReply {
  readonly name: string;
  readonly pieces: AsyncIterable<string>;

  constructor(name: string, pieces: AsyncIterable<string>) {
    this.name = name;
    this.pieces = pieces;
  }
}

/** A handler's result: the body, the status unless it is 200, and the next page's cursor, if there is one. */
export type Answer<T> = {
  reply: T | Lazily<T> | ForReaders<T> | FileReply | EventReply;
  status?: 200 | 201;
  next?: string | null;
  /** What the reply shows; if given, it is cached for strangers until any of that changes, and people who are logged in share what `ForReaders` has read. */
  shows?: readonly Scope[];
};

export type CallContext<N extends CallName> = RequestOf<Calls[N]> & { caller: CallerOf<Calls[N]['access']> } & (IsPublic<N> extends true
    ? { request: Parameters<FindAddress>[0] }
    : { request: FastifyRequest; response: FastifyReply });

/** Such calls are also made without the web framework, so their handlers get no request of it. */
type IsPublic<N extends CallName> = N extends `GET ${string}` ? (Calls[N]['access'] extends 'anyone' ? true : false) : false;

type Handler<N extends CallName> = (context: CallContext<N>) => Promise<Answer<ReplyOf<Calls[N]>>>;

/** Serves one call of the contract below `/api`: checks access, validates, handles, replies. */
export type ServeCall = <N extends CallName>(name: N, handle: Handler<N>) => void;

export const JSON_TYPE = 'application/json; charset=utf-8';

type Options = {
  admit: Admit;
  limits: CallLimits;
  checkReplies: boolean;
  cache: Pick<ByteCache, 'begin'>;
  publicCalls: PublicCalls;
  crossOrigin: CrossOrigin;
  streams: EventStreams;
};

export function createServeCall(app: FastifyInstance, { admit, limits, checkReplies, cache, publicCalls, crossOrigin, streams }: Options): ServeCall {
  return (name, handle) => {
    const endpoint: Endpoint = calls[name];
    const [method, path] = name.split(' ') as [HTTPMethods, string];
    const answer = async (raw: { params: unknown; query: unknown; body: unknown }, around: object) => {
      // The schemas belong to this call, so their output is what its handler accepts.
      const context = {
        params: parseAddress(endpoint.params, raw.params),
        query: parseAddress(endpoint.query, raw.query),
        body: endpoint.bytes === undefined ? parseBody(endpoint.body, raw.body) : requireBytes(raw.body),
        ...around,
      } as unknown as CallContext<typeof name>;
      const given = await handle(context);
      const forReaders = given.reply instanceof ForReaders ? given.reply : null;
      const answered = { ...given, reply: given.reply instanceof ForReaders ? await given.reply.make(context as unknown as Asking) : given.reply, forReaders };
      if (answered.reply instanceof FileReply !== (endpoint.file !== undefined))
        throw new Error(`${name} must return a file if, and only if, its contract says so`);
      if (answered.reply instanceof EventReply && endpoint.events === undefined) throw new Error(`${name} sends events that its contract doesn’t name`);
      if (checkReplies && endpoint.file === undefined) assertReply(name, endpoint, answered.reply);
      return answered;
    };
    if (isPublic(method, endpoint))
      publicCalls.add(path, {
        endpoint,
        async answer(raw, asking) {
          const { reply, next = null, shows = null, forReaders } = await answer({ ...raw, body: undefined }, asking);
          return { reply, next, shows, forReaders };
        },
      });
    app.route({
      method,
      url: `/api${path}`,
      // Signatures cover the raw bytes.
      config: { rawBody: endpoint.access === 'provider', byteBody: endpoint.bytes !== undefined, ...(endpoint.file !== undefined && { price: PRICES.file }) },
      ...((endpoint.bytes ?? endpoint.bodyBytes) !== undefined && { bodyLimit: endpoint.bytes ?? endpoint.bodyBytes }),
      handler: async (request, response) => {
        const failure = publicCalls.failures.get(request.raw);
        if (failure) {
          if (failure.caller) request.person = failure.caller.userId;
          throw failure.error;
        }
        const began = cache.begin();
        limits.countAddress(request, method, endpoint);
        const caller = await admit(request, endpoint);
        if (request.person !== undefined) response.log = request.log.child({ person: request.person });
        limits.countPerson(caller, method, endpoint);
        const { params, query } = request;
        const isAbroad = crossOrigin.of(request.headers) !== null;
        const body = isAbroad ? crossOrigin.toOwn(request.body) : request.body;
        const make = () => answer({ params, query, body }, { caller, request, response });
        const work = () => (method === 'GET' ? app.costs[endpoint.access === 'anyone' ? 'inTurn' : 'measure'](request, caller, make) : make());
        const scope = () => ({ by: doerOf(caller, endpoint.access), network: siteOf(app.findAddress(request)), requestId: request.id });
        const { reply, status = 200, next, shows } = await (method === 'GET' && endpoint.access === 'anyone' ? work() : withinScope(scope(), work));
        if (reply instanceof EventReply) return streams.begin(reply, { request, response, isAllowed: () => admit(request, endpoint) });
        if (shows && caller === null) request.shown = { scopes: shows, began };
        else response.header('cache-control', 'no-store');
        if (next) response.header('link', nextLink(request.url, next));
        response.status(status);
        if (reply instanceof FileReply) {
          response.type(`${endpoint.file}; charset=utf-8`).header('content-disposition', `attachment; filename="${reply.name}"`);
          return response.send(Readable.from(reply.pieces));
        }
        if (isAbroad) return response.send(crossOrigin.toWhole(toValue(reply)));
        return reply instanceof Lazily ? response.type(JSON_TYPE).send(reply.write(app.bufferPool.allocateFor(response.raw))) : response.send(reply);
      },
    });
  };
}

/** Anybody may make it, and its reply is JSON that only its address and its caller decide. */
const isPublic = (method: HTTPMethods, { access, cookie, file, events }: Endpoint): boolean =>
  method === 'GET' && access === 'anyone' && !cookie && file === undefined && !events;

const SENTENCES = { error: issueSentence };

function parseAddress(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value, SENTENCES);
  if (parsed.success) return parsed.data;
  throw new MalformedError(parsed.error.issues[0]?.message ?? 'This address can’t be read.', fieldsOf(parsed.error));
}

/** Maps field names (`specification.SIM`) to their first message. */
function fieldsOf(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const name = issue.path.join('.');
    if (name && !(name in fields)) fields[name] = issue.message;
  }
  return fields;
}

function parseBody(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new MalformedError('Send a JSON object.');
  const parsed = schema.safeParse(value, SENTENCES);
  if (parsed.success) return parsed.data;
  const fields = fieldsOf(parsed.error);
  const [first, ...others] = Object.values(fields);
  // Without a field, the sentence is about the whole.
  const sentence = first ?? parsed.error.issues[0]?.message ?? 'This request can’t be read.';
  throw new InvalidError(others.length === 0 ? sentence : `${others.length + 1} fields need attention.`, fields);
}

function requireBytes(body: unknown): Uint8Array {
  if (body instanceof Uint8Array && body.length > 0) return body;
  throw new MalformedError('Send this part’s bytes as application/octet-stream.');
}

/** Throws unless a reply has exactly the contract's fields and survives JSON unchanged. */
function assertReply(name: CallName, endpoint: Endpoint, given: unknown): void {
  if (given instanceof FileReply || given instanceof EventReply) return;
  const reply = toValue(given);
  if (given instanceof Lazily && !isDeepStrictEqual(JSON.parse(given.write(Buffer.allocUnsafe).toString()), reply))
    throw new Error(`${name} has a stringified reply that differs from its reply`);
  const parsed = endpoint.reply.parse(reply);
  if (!isDeepStrictEqual(parsed, reply)) throw new Error(`${name} returns fields that its contract doesn’t name`);
}

export const toValue = (reply: unknown): unknown => (reply instanceof Lazily ? reply.make() : reply);

/** The actor: the person, somebody known only to the identity service so far, or the card provider. */
function doerOf(caller: CallerOf<Access>, access: Access): Doer {
  if (access === 'provider') return { role: 'provider', id: null };
  return caller !== null && 'userId' in caller ? { role: caller.role, id: caller.userId } : { role: 'visitor', id: null };
}

const PLAIN = /^[\w/?&=.%+-]+$/u;
const CURSOR = /([?&]cursor=)[^&]*/u;

/** The address of the next page. */
export function nextLink(url: string, cursor: string): string {
  // An address that any parser leaves as it is doesn't need one, which takes as long as reading the list.
  const cursors = PLAIN.test(url) && PLAIN.test(cursor) ? url.split('cursor=').length - 1 : Number.POSITIVE_INFINITY;
  if (cursors === 0) return `<${url}${url.includes('?') ? '&' : '?'}cursor=${cursor}>; rel="next"`;
  if (cursors === 1 && CURSOR.test(url)) return `<${url.replace(CURSOR, (_all, start: string) => start + cursor)}>; rel="next"`;
  const address = new URL(url, 'http://shop');
  address.searchParams.set('cursor', cursor);
  return `<${address.pathname}${address.search}>; rel="next"`;
}
