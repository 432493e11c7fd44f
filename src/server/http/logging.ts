import type { FastifyRequest } from 'fastify';
import { hideCardNumbers } from '../card-numbers.ts';

const ADDRESS = /[^\s"'<>(),;:=/&?]+(?:@|%40)[^\s"'<>(),;:=/&?]+/giu;
const BEARER = /\bBearer\s+\S+/giu;
const TOKEN = /\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/gu;
const PHONE = /(?<![\w.-])\+?\d[\d ()-]{6,}\d(?![\w-])/gu;
const QUERY = /\?[\w%.~-]+=[^\s"'<>]*/gu;
/** Files of stack traces keep their lines, moments and ids keep their form. */
const QUICK_LOOK = /[@%?]|Bearer|eyJ|\d[\d ()-]{6}/u;

/** Text in which no address, number, token or query of a person is left: for whatever goes into a log. */
export const hidePersons = (text: string): string =>
  QUICK_LOOK.test(text)
    ? hideCardNumbers(text.replace(QUERY, '?…').replace(BEARER, 'Bearer …').replace(TOKEN, '…').replace(ADDRESS, '…')).replace(PHONE, '…')
    : text;

/** What a log line says of a request: never a query or a token, which may hold addresses and secrets. */
export const toLoggedRequest = (request: FastifyRequest) => ({
  method: request.method,
  path: hideCardNumbers(request.url.split('?')[0] ?? '')
    .replace(/\/reset-password\/.+/u, '/reset-password/…')
    .replace(/[^/]+@[^/]+|[^/]+%40[^/]+/giu, '…'),
});

type LoggedError = { type: string; code?: string; message: string; stack: string; cause?: LoggedError };

const MAX_CAUSES = 4;

/** Where it happened, without the message, which stands before it. */
const framesOf = (stack: string | undefined): string =>
  (stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /u.test(line))
    .join('\n');

const describe = (error: unknown, depth: number): LoggedError => {
  // Libraries hand over all sorts of things; what they hold is nobody's to read.
  if (!(error instanceof Error)) return { type: typeof error, message: typeof error === 'string' ? hidePersons(error) : '…', stack: '' };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    ...(typeof code === 'string' && { code: hidePersons(code) }),
    message: hidePersons(error.message),
    stack: framesOf(error.stack),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: describe(error.cause, depth + 1) }),
  };
};

/** What a log line says of a failure: nothing that a provider or the database attached to it, such as the row that it was about. */
export const toLoggedError = (error: unknown): LoggedError => describe(error, 0);

type Log = (...given: unknown[]) => void;

/** How the shop logs: JSON lines in which no person stands, whoever writes them. */
export const loggerOptions = (level: string) => ({
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
});
