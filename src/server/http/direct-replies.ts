import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { PRICES } from '#contract/shared/limits.ts';
import type { Viewer } from './access.ts';
import { hasBody } from './bodies.ts';
import type { CachedReply } from './byte-cache.ts';
import type { PublicCalls, PublicReply } from './public-calls.ts';
import { JSON_TYPE, Lazily, nextLink } from './route.ts';
import type { SharedReads, SharedReply } from './shared-reads.ts';
import { type Exchange, send } from './write-reply.ts';

/** Replies to a request, or leaves it to the web framework. */
type Reply = (exchange: Exchange, leave: () => void) => void;

/** Replies to public calls without the web framework, which takes longer than most of them. */
export type DirectReplies = {
  /** How to reply to a request; null when it is the framework's. */
  find(request: IncomingMessage): Reply | null;
  /** Begins, once the calls are known. */
  begin(needs: Needs): void;
};

type Needs = {
  app: FastifyInstance;
  /** The person behind an `Authorization` header, if it proves one. */
  recognize(authorization: string | undefined): Promise<Viewer | null>;
  /** What a reply that strangers share differs by. */
  vary: string;
};

type Found = NonNullable<ReturnType<PublicCalls['find']>>;

/** Longer addresses are the framework's. */
const MAX_URL = 600;
const API = '/api';
/** Levels at which requests are logged. */
const TALKATIVE = new Set(['info', 'debug', 'trace']);

export function createDirectReplies(sharedReads: SharedReads): DirectReplies {
  let needs: Needs | null = null;
  return {
    begin(given) {
      needs = given;
    },
    find(request) {
      const { method, url = '' } = request;
      if (needs === null || method !== 'GET' || url.length > MAX_URL || !url.startsWith(`${API}/`) || url.includes('#') || hasBody(request)) return null;
      const found = needs.app.publicCalls.find(url.slice(API.length));
      return found && createReply({ ...needs, sharedReads }, found);
    },
  };
}

function createReply({ app, sharedReads, recognize, vary }: Needs & { sharedReads: SharedReads }, { call, raw }: Found): Reply {
  return async (exchange, leave) => {
    const { request } = exchange;
    const [arrived, began] = [performance.now(), app.cached.begin()];
    let caller: Viewer | null = null;
    let reply: CachedReply;
    try {
      app.limits.countAddress(request, 'GET', call.endpoint);
      caller = await recognize(request.headers.authorization);
      app.limits.countPerson(caller, 'GET', call.endpoint);
      const asking = { caller, request };
      const answer = () => call.answer(raw, asking);
      const answered: SharedReply = await app.costs.inTurn(request, caller, () =>
        caller === null ? answer() : sharedReads.answer(request.url ?? '', asking, answer),
      );
      const body = bodyOf(app, exchange, answered);
      answered.share?.(body.length);
      const shared = caller === null && answered.shows !== null ? { began, scopes: answered.shows } : null;
      reply = app.cached.put(request.url ?? '', shared?.began ?? null, {
        headers: headersOf(app, exchange, { answered, vary: shared && vary }),
        body,
        scopes: shared?.scopes ?? [],
        route: call.route,
        isShared: shared !== null,
      });
      app.costs.charge(app.findNetwork(request), PRICES.read);
      log(app, exchange, arrived);
    } catch (error) {
      app.publicCalls.failures.set(request, { error, caller });
      return leave();
    }
    send(exchange, reply, leave);
  };
}

/** `vary` is null for replies that nobody else gets. */
function headersOf(app: FastifyInstance, { request }: Exchange, { answered: { next }, vary }: { answered: PublicReply; vary: string | null }) {
  const headers: [name: string, value: string][] = [
    ['content-type', JSON_TYPE],
    ['cache-control', vary === null ? 'no-store' : 'no-cache'],
    ['vary', vary ?? 'accept-encoding'],
  ];
  if (next !== null) headers.push(['link', nextLink(request.url ?? '', next)]);
  return [...headers, ...app.secureHeaders];
}

const bodyOf = (app: FastifyInstance, { response }: Exchange, { reply }: PublicReply): Buffer =>
  reply instanceof Lazily ? reply.write(app.bufferPool.allocateFor(response)) : Buffer.from(JSON.stringify(reply));

/** The same two lines as for any other request; a failed one is logged by the framework. */
function log({ log }: FastifyInstance, { request: { method, url }, response, id }: Exchange, arrived: number): void {
  if (!TALKATIVE.has(log.level)) return;
  log.info({ reqId: id, req: { method, url } }, 'incoming request');
  response.once('finish', () => log.info({ reqId: id, res: response, responseTime: performance.now() - arrived }, 'request completed'));
}
