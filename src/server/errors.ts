import type { ErrorCode, ErrorReply } from '#contract/shared/errors.ts';
import { LOG_IN_FIRST } from '#contract/shared/log-in-first.ts';

type Details = { fields?: Record<string, string>; retryAfterSeconds?: number; current?: unknown };

/** An expected error whose message is a sentence to show to the user. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(status: number, code: ErrorCode, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }

  toReply(): ErrorReply {
    const { fields, current } = this.details;
    return { message: this.message, code: this.code, ...(fields && { fields }), ...(current !== undefined && { current }) };
  }
}

/** 400: the request can't be read. */
export class MalformedError extends HttpError {
  constructor(message: string, fields?: Record<string, string>) {
    super(400, 'malformed', message, { fields });
  }
}

/** 401: not logged in, or no longer. */
export class NotSignedInError extends HttpError {
  constructor(message = LOG_IN_FIRST) {
    super(401, 'not_signed_in', message);
  }
}

/** 403: this person may not do that. */
export class ForbiddenError extends HttpError {
  constructor(message: string, code: ErrorCode = 'not_allowed') {
    super(403, code, message);
  }
}

/** 404: it doesn't exist, or the caller may not see it. */
export class NotFoundError extends HttpError {
  constructor(message = 'We couldn’t find this.') {
    super(404, 'not_found', message);
  }
}

/** 409: the current state doesn't allow it. */
export class ConflictError extends HttpError {
  constructor(code: ErrorCode, message: string, retryAfterSeconds?: number) {
    super(409, code, message, { retryAfterSeconds });
  }
}

/** 413: more than we take. */
export class TooLargeError extends HttpError {
  constructor(message: string) {
    super(413, 'too_large', message);
  }
}

/** 421: the request is for a host that is not this shop's. */
export class MisdirectedError extends HttpError {
  constructor(message: string) {
    super(421, 'misdirected', message);
  }
}

/** 422: well-formed, but not acceptable. */
export class InvalidError extends HttpError {
  constructor(message: string, fields?: Record<string, string>) {
    super(422, 'invalid', message, { fields });
  }
}

/** How long to wait, as text. */
export function describeWait(seconds: number): string {
  if (seconds > 7200) return `${Math.ceil(seconds / 3600)} hours`;
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? 'a second' : `${seconds} seconds`;
}

/** The same of ms, in minutes at least: when somebody else may be done. */
export function inMinutes(ms: number): string {
  const count = Math.max(1, Math.ceil(ms / 60_000));
  if (count === 1) return 'in a minute';
  return count < 120 ? `in ${count} minutes` : `in ${Math.ceil(count / 60)} hours`;
}

/** 429: over a rate limit. */
export class TooManyError extends HttpError {
  constructor(what: string, retryAfterSeconds: number) {
    super(429, 'too_many', `Too many ${what} in a short time. Wait ${describeWait(retryAfterSeconds)}, then try again.`, { retryAfterSeconds });
  }
}

/** 503: the database is slow, full, locked or unreachable. */
export class UnavailableError extends HttpError {
  constructor(retryAfterSeconds: number) {
    super(503, 'unavailable', 'The shop’s database isn’t available right now. Please try again in a moment.', { retryAfterSeconds });
  }
}

/** 503: what this takes doesn't work right now, as the sentence says; `cause` is only logged. */
export function unavailableError(message: string, { cause, retryAfterSeconds }: { cause: unknown; retryAfterSeconds: number }): HttpError {
  return Object.assign(new HttpError(503, 'unavailable', message, { retryAfterSeconds }), { cause });
}

/** How an outside service failed: no response, an error of its own, or a refusal of this particular request, which retrying won't change. */
export type ProviderFailure = 'unreachable' | 'troubled' | 'refused';

/** 502: an outside service failed. */
export class ProviderError extends HttpError {
  readonly how: ProviderFailure;

  constructor(message: string, how: ProviderFailure = 'unreachable') {
    super(502, 'provider_failed', message);
    this.how = how;
  }
}

/** What an operator can mend; the message is for them, in whole sentences. */
export class OperatorFault extends Error {}
