import type { ErrorCode, ErrorReply } from '#contract/shared/errors.ts';

type Refusal = { status: number; code: ErrorCode; message: string };

export const PASSKEY_REFUSED = 'The shop can’t take this passkey. Log in another way, and look at your security page.';

/** better-auth's words for what went wrong, in ours. */
const REFUSALS: Record<string, Refusal> = {
  INVALID_EMAIL_OR_PASSWORD: { status: 401, code: 'wrong_credentials', message: 'The e-mail address or the password is wrong.' },
  USER_ALREADY_EXISTS: { status: 409, code: 'account_exists', message: 'There is an account with this e-mail address already. Log in instead.' },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: {
    status: 409,
    code: 'account_exists',
    message: 'There is an account with this e-mail address already. Log in instead.',
  },
  // Two sign-ups with one address at the same moment: the database keeps one of them.
  FAILED_TO_CREATE_USER: { status: 409, code: 'account_exists', message: 'There is an account with this e-mail address already. Log in instead.' },
  INVALID_EMAIL: { status: 422, code: 'invalid', message: 'Enter a valid email address.' },
  INVALID_PASSWORD: { status: 401, code: 'wrong_credentials', message: 'The password is wrong.' },
  EMAIL_ALREADY_VERIFIED: { status: 409, code: 'conflict', message: 'Your address is verified already.' },
  INVALID_TOKEN: { status: 422, code: 'invalid', message: 'This link was used already, or has run out. Ask for a new one.' },
  TOKEN_EXPIRED: { status: 422, code: 'invalid', message: 'This link was used already, or has run out. Ask for a new one.' },
  INVALID_ORIGIN: { status: 403, code: 'not_allowed', message: 'This request comes from another site.' },
  MISSING_OR_NULL_ORIGIN: { status: 403, code: 'not_allowed', message: 'This request does not say which site it comes from.' },
  CHALLENGE_NOT_FOUND: { status: 422, code: 'invalid', message: 'This took too long, or was done already. Try again.' },
  // Whether the shop knows a passkey is nobody's business but its owner's.
  PASSKEY_NOT_FOUND: { status: 401, code: 'wrong_credentials', message: PASSKEY_REFUSED },
  AUTHENTICATION_FAILED: { status: 401, code: 'wrong_credentials', message: PASSKEY_REFUSED },
  PROVIDER_NOT_FOUND: { status: 404, code: 'not_found', message: 'This way to sign in is not set up here.' },
};

const BY_STATUS: Record<number, Refusal> = {
  400: { status: 422, code: 'invalid', message: 'Some of this can’t be used as it is. Check what you typed.' },
  401: { status: 401, code: 'not_signed_in', message: 'Please sign in first.' },
  403: { status: 403, code: 'not_allowed', message: 'This is not allowed.' },
  404: { status: 404, code: 'not_found', message: 'There is nothing here.' },
  413: { status: 413, code: 'too_large', message: 'This is more than the shop takes at once.' },
  422: { status: 422, code: 'invalid', message: 'Some of this can’t be used as it is. Check what you typed.' },
  429: { status: 429, code: 'too_many', message: 'Too many tries in a short time. Wait a minute and try again.' },
};

const INTERNAL: Refusal = { status: 500, code: 'internal', message: 'Something went wrong on our side. Nothing was lost; please try again.' };

/** One of better-auth's refusals in the shop's shape. */
export async function toOurRefusal(response: Response): Promise<Response> {
  const input = (await response.json().catch(() => null)) as { code?: string } | null;
  const { status, code, message } = refusalFor(response.status, input?.code ?? '');
  return refusalResponse(status, { message, code }, response.headers);
}

function refusalFor(status: number, code: string): Refusal {
  const known = REFUSALS[code] ?? BY_STATUS[status];
  if (known) return known;
  return status < 500 ? { status, code: 'invalid', message: 'This can’t be done as it is.' } : INTERNAL;
}

export function refusalResponse(status: number, reply: ErrorReply, headers?: Headers): Response {
  const all = new Headers(headers);
  all.set('content-type', 'application/json; charset=utf-8');
  all.delete('content-length');
  return new Response(JSON.stringify(reply), { status, headers: all });
}

export function tooManyResponse(message: string, seconds: number): Response {
  return refusalResponse(429, { message, code: 'too_many' }, new Headers({ 'retry-after': String(Math.max(1, seconds)) }));
}
