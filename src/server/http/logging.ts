import type { FastifyRequest } from 'fastify';
import { hideCardNumbers } from '../security/card-numbers.ts';

/** So many characters of a text are logged at the most, and so many of a path. */
const MAX_LOGGED = 2000;
const MAX_PATH = 500;

/** What stands between spaces and the marks around words: an address is in one such run, or in none. */
const RUN = /[^\s"'<>(),;:=/&?]+/gu;
const ADDRESS = /@|%40/iu;
const BEARER = /\bBearer\s+\S+/giu;
const DIGITS = /(?<![\w.-])\+?\d+(?:[ ()-]+\d+)*/gu;
const LEAST_PHONE = 8;
const QUERY = /\?[^\s"'<>]+/gu;
/** Files of stack traces keep their lines, moments and ids keep their form. */
const QUICK_LOOK = /[@%?]|Bearer|eyJ|\d[\d ()-]{6}/iu;

type LoggedError = { type: string; code?: string; message: string; stack: string; cause?: LoggedError };

const MAX_CAUSES = 4;
const MAX_STACK = 10_000;

type Log = (...given: unknown[]) => void;

/** How the shop logs: JSON lines in which no person stands, whoever writes them. */
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

/** What a log line says of a request: never a query or a token, which may hold addresses and secrets. */
export const toLoggedRequest = (request: Pick<FastifyRequest, 'method' | 'url'>) => ({ method: request.method, path: toLoggedPath(request.url) });

function toLoggedPath(url: string): string {
  const path = url.slice(0, MAX_PATH + 1).split('?', 1)[0] ?? '';
  // The last part may be cut in two.
  const whole = path.length > MAX_PATH ? `${path.slice(0, path.lastIndexOf('/') + 1)}…` : path;
  const parts = hideCardNumbers(whole).split('/');
  const token = parts.indexOf('reset-password') + 1;
  const shown = token > 0 && token < parts.length ? [...parts.slice(0, token), '…'] : parts;
  return shown.map((part) => (ADDRESS.test(part) ? '…' : part)).join('/');
}

/** What a log line says of a failure: nothing that a provider or the database attached to it, such as the row that it was about. */
export const toLoggedError = (error: unknown): LoggedError => describe(error, 0);

function describe(error: unknown, depth: number): LoggedError {
  // Libraries hand over all sorts of things; what they hold is nobody's to read.
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

/** Text in which no address, number, token or query of a person is left, and which is not long: for whatever goes into a log. */
export function hidePersons(text: string): string {
  const short = text.length > MAX_LOGGED ? cut(text, MAX_LOGGED) : text;
  if (!QUICK_LOOK.test(short)) return short;
  const hidden = short
    .replace(QUERY, '?…')
    .replace(BEARER, 'Bearer …')
    .replace(RUN, (run) => (ADDRESS.test(run) || isToken(run) ? '…' : run));
  return hideCardNumbers(hidden).replace(DIGITS, hidePhone);
}

/** The beginning of a text, which ends before what may be half an address, token or number, of which nobody could tell what it is. */
function cut(text: string, length: number): string {
  const isPart = (at: number, part: RegExp): boolean => at > 0 && part.test(text.charAt(at - 1));
  let end = length;
  while (isPart(end, /\S/u)) end -= 1;
  while (isPart(end, /[\d\s()+-]/u)) end -= 1;
  return `${text.slice(0, end)} … (${text.length} characters)`;
}

/** A signed token: its first part begins like this, and others follow behind dots. */
const isToken = (run: string): boolean => run.includes('eyJ') && run.indexOf('.', run.indexOf('eyJ')) > 0;

/** Digits as people group them in a telephone number, unless they are few, or belong to a word such as an id. */
function hidePhone(run: string, at: number, text: string): string {
  let end = run.length;
  if (/[\w-]/u.test(text.charAt(at + end))) while (end > 0 && !/^\d[ ()]/u.test(run.slice(end - 1, end + 1))) end -= 1;
  return end - (run.startsWith('+') ? 1 : 0) < LEAST_PHONE ? run : `…${run.slice(end)}`;
}

/** Where it happened, without the message, which stands before it. */
function framesOf({ message, stack = '' }: Error): string {
  const at = stack.indexOf(message);
  const from = at < 0 ? 0 : at + message.length;
  const frames = stack.slice(from, from + MAX_STACK).split('\n');
  return frames.filter((line) => line.startsWith('    at ')).join('\n');
}
