import type { Db } from '../../../db/tables.ts';
import { UnavailableError } from '../../../errors.ts';
import type { FetchHandler } from '../../../http/fetch-handler.ts';
import type { Clock } from '../../../ports/clock.ts';
import * as accounts from './accounts.ts';
import { readBody } from './body.ts';
import * as disputes from './disputes.ts';
import { type Form, readForm, textAt } from './form.ts';
import { hmac, isSameSecret, newId } from './ids.ts';
import { type Reader, toIntentObject } from './objects.ts';
import { cancel, confirm, create, list, listAllRefunds, refund, retrieve, retrieveRefund } from './operations.ts';
import { findIntent, inTransaction } from './queries.ts';
import { missing, noSuch, noSuchCall, RestRefusal, wrongKey } from './refusals.ts';
import { doOnce, readKey } from './replays.ts';
import type { Operation, RestCall } from './rest-call.ts';
import * as transfers from './transfers.ts';

export type Keys = { publishableKey: string; secretKey: string };
/** `funds`: the shop's own money in cents, for transfers that don't come from a payment; unlimited when absent. */
export type Books = { db: Db; clock: Clock; funds?: (() => number) | undefined };

type Route = { method: 'GET' | 'POST' | 'DELETE'; path: RegExp; serve: Operation; browsers?: true };

/** Every call of the REST API. `browsers` may also make it with the publishable key and the intent's secret. */
const routesOf = (keys: Keys, funds: Books['funds']): readonly Route[] => [
  { method: 'POST', path: /^\/payment_intents$/u, serve: create },
  { method: 'GET', path: /^\/payment_intents$/u, serve: list },
  { method: 'GET', path: /^\/payment_intents\/(\w+)$/u, serve: retrieve, browsers: true },
  { method: 'POST', path: /^\/payment_intents\/(\w+)\/confirm$/u, serve: confirm, browsers: true },
  { method: 'POST', path: /^\/payment_intents\/(\w+)\/cancel$/u, serve: cancel },
  { method: 'POST', path: /^\/refunds$/u, serve: refund },
  { method: 'GET', path: /^\/refunds$/u, serve: listAllRefunds },
  { method: 'GET', path: /^\/refunds\/(\w+)$/u, serve: retrieveRefund },
  { method: 'POST', path: /^\/disputes$/u, serve: disputes.create },
  { method: 'GET', path: /^\/disputes$/u, serve: disputes.list },
  { method: 'GET', path: /^\/disputes\/(\w+)$/u, serve: disputes.retrieve },
  { method: 'POST', path: /^\/disputes\/(\w+)$/u, serve: disputes.update },
  { method: 'POST', path: /^\/disputes\/(\w+)\/close$/u, serve: disputes.close },
  { method: 'POST', path: /^\/accounts$/u, serve: accounts.create },
  { method: 'GET', path: /^\/accounts\/(\w+)$/u, serve: accounts.retrieve },
  { method: 'DELETE', path: /^\/accounts\/(\w+)$/u, serve: accounts.remove },
  { method: 'POST', path: /^\/account_links$/u, serve: accounts.createLink(keys.secretKey) },
  { method: 'POST', path: /^\/transfers$/u, serve: transfers.create(funds) },
  { method: 'GET', path: /^\/transfers$/u, serve: transfers.list },
  { method: 'GET', path: /^\/transfers\/(\w+)$/u, serve: transfers.retrieve },
  { method: 'POST', path: /^\/transfers\/(\w+)\/reversals$/u, serve: transfers.reverse },
  { method: 'GET', path: /^\/transfers\/(\w+)\/reversals$/u, serve: transfers.listReversalsOf },
];

const PREFIX = '/practice-cards/v1';

type Asked = { route: Route; path: string; key: string | null; call: RestCall };

/**
 * Implements Stripe's REST API for payment intents, refunds, disputes, accounts and transfers below `/practice-cards/v1`; `onChange` is called after every call that may
 * have changed something.
 */
export function createRest(books: Books, keys: Keys, onChange: () => void): FetchHandler {
  const routes = routesOf(keys, books.funds);
  return async (request) => {
    let reader: Reader = 'publishable';
    try {
      const asked = await readCall(books, { keys, routes }, request);
      reader = asked.call.reader;
      const { status, body, replayed } = await serve(books, keys, asked);
      if (asked.route.method !== 'GET') onChange();
      const headers = { ...(asked.key !== null && { 'idempotency-key': asked.key }), ...(replayed && { 'idempotent-replayed': 'true' }) };
      return json(status, body, headers);
    } catch (error) {
      if (error instanceof RestRefusal) return refuse(error, reader, new URL(request.url).origin);
      if (error instanceof UnavailableError) return unavailable(error);
      throw error;
    }
  };
}

async function readCall({ db, clock }: Books, { keys, routes }: { keys: Keys; routes: readonly Route[] }, request: Request): Promise<Asked> {
  const address = new URL(request.url);
  const path = address.pathname.slice(PREFIX.length);
  const body = request.method === 'POST' ? await readBody(request) : address.search;
  const form = readForm(body);
  const reader = readerOf(keyOf(request, form), keys);
  form.delete('key');
  const { route, id } = findRoute(routes, request.method, path);
  if (reader === 'publishable') {
    if (!route.browsers) throw wrongKey('This call needs the secret key.', 'secret_key_required');
    await expectClientSecret(db, id, form);
  }
  const key = route.method === 'POST' ? readKey(request.headers) : null;
  return { route, path, key, call: { reader, origin: address.origin, now: clock.now(), id, form } };
}

function readerOf(key: string | null, keys: Keys): Reader {
  if (key === null) throw wrongKey('Send an API key, such as “Authorization: Bearer …”.');
  if (isSameSecret(key, keys.secretKey)) return 'secret';
  if (isSameSecret(key, keys.publishableKey)) return 'publishable';
  throw wrongKey('Invalid API Key provided.', 'api_key_invalid');
}

/** Returns a request's key: from a bearer token, a basic user name or, as browsers send it, the form. */
function keyOf(request: Request, form: Form): string | null {
  const [, scheme = '', value = ''] = /^(bearer|basic) +(\S+)$/iu.exec(request.headers.get('authorization') ?? '') ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() === 'basic') return Buffer.from(value, 'base64').toString('utf8').split(':', 1)[0] ?? null;
  return textAt(form, 'key');
}

function findRoute(routes: readonly Route[], method: string, path: string): { route: Route; id: string } {
  for (const route of routes) {
    const match = route.method === method ? route.path.exec(path) : null;
    if (match) return { route, id: match[1] ?? '' };
  }
  throw noSuchCall(method, path);
}

/** A browser may only see and pay an intent whose secret it has; any other gets a 404. */
async function expectClientSecret(db: Db, id: string, form: Form): Promise<void> {
  const given = textAt(form, 'client_secret');
  if (given === null) throw missing('client_secret');
  const intent = await findIntent(db, id);
  if (!intent || !isSameSecret(given, intent.clientSecret)) throw noSuch('payment_intent', id, 'intent');
}

async function serve({ db }: Books, keys: Keys, { route, path, key, call }: Asked) {
  const run: Parameters<typeof doOnce>[2] = (work) => route.serve(work, call);
  if (route.method === 'GET') {
    const answer = await inTransaction(db, run);
    return { status: answer.status, body: JSON.stringify(answer.body), replayed: false };
  }
  // Browsers' keys are scoped to their intent, so nobody can use up a key of the shop or of another buyer.
  const scope = call.reader === 'secret' ? 'secret' : `publishable ${call.id}`;
  const once = key === null ? null : { key: `${scope} ${key}`, fingerprint: fingerprintOf(keys, path, call.form), now: call.now };
  return doOnce(db, once, run);
}

/** Keyed, so that a card number can't be found by hashing candidates. */
function fingerprintOf(keys: Keys, path: string, form: Form): string {
  const plain = (node: Form): unknown[] => [...node].map(([name, value]) => [name, typeof value === 'string' ? value : plain(value)]);
  return hmac(keys.secretKey, JSON.stringify([path, plain(form)]));
}

function json(status: number, body: string, headers: Record<string, string> = {}): Response {
  return new Response(body, { status, headers: { 'content-type': 'application/json', 'cache-control': 'no-store', 'request-id': newId('req'), ...headers } });
}

function refuse({ status, error, intent }: RestRefusal, reader: Reader, origin: string): Response {
  return json(status, JSON.stringify({ error: { ...error, ...(intent && { payment_intent: toIntentObject(intent, reader, origin) }) } }));
}

/** Reports database trouble the way Stripe does: the same request may be sent again. */
function unavailable({ status, details: { retryAfterSeconds = 1 } }: UnavailableError): Response {
  return json(
    status,
    JSON.stringify({
      error: { type: 'api_error', message: 'The card service isn’t working right now. Please try again in a moment. You won’t be charged twice.' },
    }),
    {
      'retry-after': String(retryAfterSeconds),
    },
  );
}
