import { z } from 'zod';
import { Password, PersonName } from '#contract/accounts.ts';
import { Email } from '#contract/text.ts';
import { PasskeyAssertion } from '#contract/webauthn.ts';
import { comesFromElsewhere, toOwnPath } from '../../http/own-pages.ts';
import { refusalResponse } from './refusals.ts';

const MAX_NESTING = 20;

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Every text in a body can be kept by a database, and nothing is nested deeper than we take. */
const isAcceptable = (value: unknown, depth = 0): boolean => {
  if (depth > MAX_NESTING) return false;
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isAcceptable(inner, depth + 1));
};

/** What the shop asks of a body beyond better-auth's own rules. */
const BODIES: Record<string, z.ZodType> = {
  '/sign-up/email': z.looseObject({ name: PersonName, email: Email, password: Password }),
  '/sign-in/email': z.looseObject({
    email: z.string('Email Address is required').trim().toLowerCase().min(1, 'Email Address is required').max(254),
    password: z.string('Password is required').min(1, 'Password is required').max(1000),
    code: z.string('Type the code of your app, or a recovery code.').trim().max(100, 'Type the code of your app, or a recovery code.').optional(),
    passkey: PasskeyAssertion.optional(),
  }),
  '/passkey/verify-authentication': z.object({ response: PasskeyAssertion }),
  // Nothing of what better-auth would take besides: scopes, parameters for the provider, tokens in place of a visit there.
  '/sign-in/social': z.object({
    provider: z.string('Say which provider to sign in with.').max(40),
    callbackURL: z.string().max(2000).optional(),
    errorCallbackURL: z.string().max(2000).optional(),
  }),
  '/request-password-reset': z.looseObject({ email: Email }),
  '/reset-password': z.looseObject({ newPassword: Password }),
  '/change-password': z.looseObject({ newPassword: Password }),
};

const malformed = (message: string): Response => refusalResponse(400, { message, code: 'malformed' });

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const refuseFields = (error: z.ZodError): Response => {
  const fields: Record<string, string> = Object.fromEntries(error.issues.map((issue) => [issue.path.join('.'), issue.message] as const).reverse());
  const message = Object.values(fields)[0] ?? 'Check what you typed.';
  return refusalResponse(422, { message, code: 'invalid', fields });
};

/** What the library takes for an address to send somebody to, or to write into a mail, however it is spelled. */
const LEADS_ON = /^(?:new_?user_?|error_?)?(?:callback|redirect|return)_?(?:url|uri|to)?$/iu;
const MAX_NAME = 40;

const LEADS_AWAY = 'This leads out of the shop. Name a page of the shop, such as /login.';

/** The first name whose value leads anywhere else than to a page of the shop. */
const findWayOut = (named: Iterable<[string, unknown]>, ownOrigin: string): string | null => {
  for (const [name, value] of named) {
    if (name.length > MAX_NAME || !LEADS_ON.test(name) || value === '' || value === undefined || value === null) continue;
    if (typeof value !== 'string' || toOwnPath(value, ownOrigin) === null) return name;
  }
  return null;
};

const refuseWayOut = (name: string): Response => refusalResponse(422, { message: LEADS_AWAY, code: 'invalid', fields: { [name]: LEADS_AWAY } });

const withBody = (request: Request, body: unknown, ownOrigin: string): Request => {
  const headers = new Headers(request.headers);
  headers.set('origin', ownOrigin);
  headers.delete('content-length');
  headers.set('content-type', 'application/json');
  return new Request(request.url, { method: request.method, headers, body: JSON.stringify(body) });
};

export type Door = { basePath: string /** The shop's own origin, as the person reaches it. */; ownOrigin: string };

/** Reads a request to built-in identity: the request to pass on, or a refusal. The password rule holds here, for sign-up, reset and change. */
export const checkAtDoor = async (request: Request, { basePath, ownOrigin }: Door): Promise<Request | Response> => {
  if (!URL.canParse(request.url)) return malformed('This address can’t be read.');
  const { pathname, search, searchParams } = new URL(request.url);
  if (/%00/iu.test(pathname + search)) return malformed('This address can’t be read.');
  const wayOut = findWayOut(searchParams, ownOrigin);
  if (wayOut !== null) return refuseWayOut(wayOut);
  if (request.method === 'GET' || request.method === 'HEAD') return request;
  if (comesFromElsewhere(request.headers, ownOrigin)) return refusalResponse(403, { message: 'This request comes from another site.', code: 'not_allowed' });
  const text = await request.text();
  // A form of another site can't send JSON by this name without asking first.
  if (text !== '' && !/^application\/json\b/iu.test(request.headers.get('content-type') ?? ''))
    return malformed('This kind of content is not understood here. Send JSON.');
  if (text === '') return withBody(request, {}, ownOrigin);
  const body = parseJson(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return malformed('A JSON object is expected.');
  if (!isAcceptable(body)) return malformed('This request holds something that cannot be kept.');
  const bodysWayOut = findWayOut(Object.entries(body), ownOrigin);
  if (bodysWayOut !== null) return refuseWayOut(bodysWayOut);
  const schema = BODIES[pathname.slice(basePath.length)];
  const parsed = schema?.safeParse(body);
  if (parsed && !parsed.success) return refuseFields(parsed.error);
  return withBody(request, parsed?.data ?? body, ownOrigin);
};
