import type { ErrorCode, ErrorReply } from '#contract/shared/errors.ts';
import { LOG_IN_FIRST } from '#contract/shared/log-in-first.ts';

type Refusal = { status: number; code: ErrorCode; message: string };

export const PASSKEY_REFUSED = 'We can’t accept this passkey. Log in another way, then check your security page.';

/** The shop's refusals for better-auth's error codes. */
const REFUSALS: Record<string, Refusal> = {
  INVALID_EMAIL_OR_PASSWORD: { status: 401, code: 'wrong_credentials', message: 'Wrong email or password.' },
  USER_ALREADY_EXISTS: { status: 409, code: 'account_exists', message: 'There’s already an account with this email. Log in instead.' },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: {
    status: 409,
    code: 'account_exists',
    message: 'There’s already an account with this email. Log in instead.',
  },
  // Two people signed up with one address at the same moment: the database keeps only the first.
  FAILED_TO_CREATE_USER: { status: 409, code: 'account_exists', message: 'There’s already an account with this email. Log in instead.' },
  INVALID_EMAIL: { status: 422, code: 'invalid', message: 'Enter a valid email address.' },
  INVALID_PASSWORD: { status: 401, code: 'wrong_credentials', message: 'Wrong password.' },
  EMAIL_ALREADY_VERIFIED: { status: 409, code: 'conflict', message: 'Your email address is already verified.' },
  INVALID_TOKEN: { status: 422, code: 'invalid', message: 'This link has expired or was already used. Request a new one.' },
  TOKEN_EXPIRED: { status: 422, code: 'invalid', message: 'This link has expired or was already used. Request a new one.' },
  INVALID_ORIGIN: { status: 403, code: 'not_allowed', message: 'This request comes from another site.' },
  MISSING_OR_NULL_ORIGIN: { status: 403, code: 'not_allowed', message: 'This request doesn’t say which site it comes from.' },
  CHALLENGE_NOT_FOUND: { status: 422, code: 'invalid', message: 'This took too long or was already done. Please try again.' },
  // Must not reveal whether the shop knows a passkey.
  PASSKEY_NOT_FOUND: { status: 401, code: 'wrong_credentials', message: PASSKEY_REFUSED },
  AUTHENTICATION_FAILED: { status: 401, code: 'wrong_credentials', message: PASSKEY_REFUSED },
  PROVIDER_NOT_FOUND: { status: 404, code: 'not_found', message: 'This way of logging in isn’t available here.' },
};

const BY_STATUS: Record<number, Refusal> = {
  400: { status: 422, code: 'invalid', message: 'Something here isn’t valid. Check your entries.' },
  401: { status: 401, code: 'not_signed_in', message: LOG_IN_FIRST },
  403: { status: 403, code: 'not_allowed', message: 'You aren’t allowed to do this.' },
  404: { status: 404, code: 'not_found', message: 'We couldn’t find this.' },
  413: { status: 413, code: 'too_large', message: 'This is too large to send at once.' },
  422: { status: 422, code: 'invalid', message: 'Something here isn’t valid. Check your entries.' },
  429: { status: 429, code: 'too_many', message: 'Too many attempts. Wait a minute and try again.' },
};

const INTERNAL: Refusal = { status: 500, code: 'internal', message: 'Something went wrong on our side, and nothing was lost. Please try again.' };

/** Turns a refusal of better-auth's into the shop's shape. */
export async function toOurRefusal(response: Response): Promise<Response> {
  const reply = (await response.json().catch(() => null)) as { code?: string } | null;
  const { status, code, message } = refusalFor(response.status, reply?.code ?? '');
  return refusalResponse(status, { message, code }, response.headers);
}

function refusalFor(status: number, code: string): Refusal {
  const known = REFUSALS[code] ?? BY_STATUS[status];
  if (known) return known;
  return status < 500 ? { status, code: 'invalid', message: 'We couldn’t do this.' } : INTERNAL;
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
