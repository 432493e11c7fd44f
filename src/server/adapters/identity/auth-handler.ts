import type { z } from 'zod';
import { parseJson } from '#contract/shared/parse-json.ts';
import { isStorable } from '#contract/shared/text.ts';
import { comesFromElsewhere, toOwnPath } from '../../http/own-pages.ts';
import { type AuthRoute, findAuthRoute } from './auth-routes.ts';
import { refusalResponse } from './refusals.ts';

/** The largest body accepted below `/api/auth`: far more than all its fields together. */
export const AUTH_BODY_BYTES = 16_384;
const MAX_COOKIES = 8192;
const MAX_QUERY = 8192;
/** A browser's user agent is stored with its session. */
const MAX_USER_AGENT = 300;

const UNREADABLE = 'This address can’t be read.';

export type AuthHandler = {
  basePath: string;
  /** The shop's own origin, as the client reaches it. */
  ownOrigin: string;
};

/** Parameter names, in every spelling, that the library reads as an address to redirect to or to put into an email. */
const LEADS_ON = /^(?:new_?user_?|error_?)?(?:callback|redirect|return)_?(?:url|uri|to)?$/iu;
const MAX_NAME = 40;

const LEADS_AWAY = 'This link leads to another site. Use a page of this shop, such as /login.';

/** Validates a request to built-in identity. Returns a request with only the fields that its route takes, or a refusal. */
export async function checkAuthRequest(request: Request, { basePath, ownOrigin }: AuthHandler): Promise<Request | Response> {
  if (!URL.canParse(request.url)) return malformed(UNREADABLE);
  const address = new URL(request.url);
  const route = findAuthRoute(request.method, address.pathname.slice(basePath.length));
  if (route === null) return refusalResponse(404, { message: 'We couldn’t find this.', code: 'not_found' });
  if (!hasReadableCookies(request.headers))
    return refusalResponse(413, {
      message: 'Your browser sent too many cookies. Delete this site’s cookies, then try again.',
      code: 'too_large',
    });
  const wayOut = findWayOut(address.searchParams, ownOrigin);
  if (wayOut !== null) return refuseWayOut(wayOut);
  const query = readQuery(address, route);
  if (query === null) return malformed(UNREADABLE);
  const target = { url: `${address.origin}${address.pathname}${query}`, headers: boundedHeaders(request.headers) };
  if (request.method === 'GET') return new Request(target.url, { headers: target.headers });
  if (comesFromElsewhere(request.headers, ownOrigin)) return refusalResponse(403, { message: 'This request comes from another site.', code: 'not_allowed' });
  const body = await readBody(request, route, ownOrigin);
  return body instanceof Response ? body : withBody(target, body, ownOrigin);
}

const malformed = (message: string): Response => refusalResponse(400, { message, code: 'malformed' });

/** Whether the cookie header is within the size limit. */
export const hasReadableCookies = (headers: Headers): boolean => (headers.get('cookie') ?? '').length <= MAX_COOKIES;

/** Returns the first field whose value leads anywhere but to a page of the shop. */
function findWayOut(named: Iterable<[string, unknown]>, ownOrigin: string): string | null {
  for (const [name, value] of named) if (leadsOn(name, value) && toPathWithin(value, ownOrigin) === null) return name;
  return null;
}

function leadsOn(name: string, value: unknown): boolean {
  return name.length <= MAX_NAME && LEADS_ON.test(name) && value !== '' && value !== undefined && value !== null;
}

const toPathWithin = (value: unknown, ownOrigin: string): string | null => (typeof value === 'string' ? toOwnPath(value, ownOrigin) : null);

const refuseWayOut = (name: string): Response => refusalResponse(422, { message: LEADS_AWAY, code: 'invalid', fields: { [name]: LEADS_AWAY } });

/** Rebuilds the query from the parameters that the route takes; null when it is too long or contains characters that can't be stored. */
function readQuery({ search, searchParams }: URL, { query }: AuthRoute): string | null {
  if (search.length > MAX_QUERY) return null;
  if (!query) return '';
  const given = Object.fromEntries(searchParams);
  if (!Object.values(given).every(isStorable)) return null;
  const parsed = query.safeParse(given);
  return parsed.success ? `?${new URLSearchParams(parsed.data as Record<string, string>).toString()}` : null;
}

function boundedHeaders(given: Headers): Headers {
  const headers = new Headers(given);
  headers.set('user-agent', (given.get('user-agent') ?? '').slice(0, MAX_USER_AGENT));
  return headers;
}

/** Parses the body to the fields that the route takes, or returns a refusal. The password rule applies here, for sign-up and reset alike. */
async function readBody(request: Request, { body: schema }: AuthRoute, ownOrigin: string): Promise<object | Response> {
  const text = await request.text();
  if (text.length > AUTH_BODY_BYTES) return refusalResponse(413, { message: 'This is too large to send at once.', code: 'too_large' });
  // A cross-site form can't send this content type without a CORS preflight.
  if (text !== '' && !/^application\/json\b/iu.test(request.headers.get('content-type') ?? ''))
    return malformed('This content type isn’t supported here. Send JSON.');
  const body = text === '' ? {} : parseJson(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return malformed('Send a JSON object.');
  const wayOut = findWayOut(Object.entries(body), ownOrigin);
  if (wayOut !== null) return refuseWayOut(wayOut);
  if (!schema) return {};
  const given = Object.entries(body).filter(([name]) => Object.hasOwn(schema.shape, name));
  if (given.some(([, value]) => typeof value === 'string' && !isStorable(value))) return malformed('This request contains a character that can’t be stored.');
  const parsed = schema.safeParse(Object.fromEntries(given));
  return parsed.success ? withPaths(parsed.data, ownOrigin) : refuseFields(parsed.error);
}

/** Reduces redirect addresses to paths: an email may be opened at another of the shop's addresses than the one it was requested from. */
function withPaths(body: object, ownOrigin: string): object {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, leadsOn(name, value) ? toPathWithin(value, ownOrigin) : value]));
}

function refuseFields(error: z.ZodError): Response {
  const fields: Record<string, string> = Object.fromEntries(error.issues.map((issue) => [issue.path.join('.'), issue.message] as const).reverse());
  const message = Object.values(fields)[0] ?? 'Check your entries.';
  return refusalResponse(422, { message, code: 'invalid', fields });
}

function withBody({ url, headers }: { url: string; headers: Headers }, body: object, ownOrigin: string): Request {
  headers.set('origin', ownOrigin);
  headers.delete('content-length');
  headers.set('content-type', 'application/json');
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(body) });
}
