import type { FastifyRequest } from 'fastify';
import { hideCardNumbers } from '../security/card-numbers.ts';

/** The most characters logged of a text, and of a path. */
const MAX_LOGGED = 2000;
const MAX_PATH = 500;

/** Text between spaces and punctuation: an email address lies within one such run. */
const RUN = /[^\s"'<>(),;:=/&?]+/gu;
const ADDRESS = /@|%40/iu;
const BEARER = /\bBearer\s+\S+/giu;
const DIGITS = /(?<![\w.-])\+?\d+(?:[ ()-]+\d+)*/gu;
const LEAST_PHONE = 8;
const QUERY = /\?[^\s"'<>]+/gu;
/** A quick test for anything to hide. File and line numbers of stack traces, timestamps and ids stay unchanged. */
const QUICK_LOOK = /[@%?]|Bearer|eyJ|\d[\d ()-]{6}/iu;

type LoggedError = { type: string; code?: string; message: string; stack: string; cause?: LoggedError };

const MAX_CAUSES = 4;
const MAX_STACK = 10_000;

type Log = (...given: unknown[]) => void;

/** Logger options: JSON lines without personal data, whatever code writes them. */
export function loggerOptions(level: string) {
  return {
    level,
    serializers: { req: toLoggedRequest, err: toLoggedError },
    hooks: {
      logMethod(this: unknown, given: unknown[], method: Log): void {
        method.apply(
          this,
          given.map((one) => (typeof one === 'string' ? hidePersons(one) : one)),
        );
      },
    },
  };
}

/** A request in the log: no query and no token, since they may contain addresses and secrets. */
export const toLoggedRequest = (request: Pick<FastifyRequest, 'method' | 'url'>) => ({ method: request.method, path: toLoggedPath(request.url) });

function toLoggedPath(url: string): string {
  const path = url.slice(0, MAX_PATH + 1).split('?', 1)[0] ?? '';
  // The cut may go through the last part.
  const whole = path.length > MAX_PATH ? `${path.slice(0, path.lastIndexOf('/') + 1)}…` : path;
  const parts = hideCardNumbers(whole).split('/');
  const token = parts.indexOf('reset-password') + 1;
  const shown = token > 0 && token < parts.length ? [...parts.slice(0, token), '…'] : parts;
  return shown.map((part) => (ADDRESS.test(part) ? '…' : part)).join('/');
}

/** An error in the log, without anything that a provider or the database attached to it, such as the affected row. */
export const toLoggedError = (error: unknown): LoggedError => describe(error, 0);

function describe(error: unknown, depth: number): LoggedError {
  // Libraries throw all sorts of values, which may contain personal data.
  if (!(error instanceof Error)) return { type: typeof error, message: typeof error === 'string' ? hidePersons(error) : '…', stack: '' };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    ...(typeof code === 'string' && { code: hidePersons(code) }),
    message: hidePersons(error.message),
    stack: framesOf(error),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: describe(error.cause, depth + 1) }),
  };
}

/** Shortens a text and removes addresses, numbers, tokens and queries, so that it can be logged. */
export function hidePersons(text: string): string {
  const short = text.length > MAX_LOGGED ? cut(text, MAX_LOGGED) : text;
  if (!QUICK_LOOK.test(short)) return short;
  const hidden = short
    .replace(QUERY, '?…')
    .replace(BEARER, 'Bearer …')
    .replace(RUN, (run) => (ADDRESS.test(run) || isToken(run) ? '…' : run));
  return hideCardNumbers(hidden).replace(DIGITS, hidePhone);
}

/** The beginning of a text, ending before anything that may be half an address, token or number, which could no longer be recognized. */
function cut(text: string, length: number): string {
  const isPart = (at: number, part: RegExp): boolean => at > 0 && part.test(text.charAt(at - 1));
  let end = length;
  while (isPart(end, /\S/u)) end -= 1;
  while (isPart(end, /[\d\s()+-]/u)) end -= 1;
  return `${text.slice(0, end)} … (${text.length} characters)`;
}

/** A JWT: its first part starts with `eyJ`, and more parts follow after dots. */
const isToken = (run: string): boolean => run.includes('eyJ') && run.indexOf('.', run.indexOf('eyJ')) > 0;

/** Hides digits grouped like a phone number, unless they are too few or part of a word such as an id. */
function hidePhone(run: string, at: number, text: string): string {
  let end = run.length;
  if (/[\w-]/u.test(text.charAt(at + end))) while (end > 0 && !/^\d[ ()]/u.test(run.slice(end - 1, end + 1))) end -= 1;
  return end - (run.startsWith('+') ? 1 : 0) < LEAST_PHONE ? run : `…${run.slice(end)}`;
}

/** The stack frames without the message, which precedes them. */
function framesOf({ message, stack = '' }: Error): string {
  const at = stack.indexOf(message);
  const from = at < 0 ? 0 : at + message.length;
  const frames = stack.slice(from, from + MAX_STACK).split('\n');
  return frames.filter((line) => line.startsWith('    at ')).join('\n');
}
