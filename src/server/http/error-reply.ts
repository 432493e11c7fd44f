import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorReply } from '#contract/shared/errors.ts';
import { escapeHtml } from '#contract/shared/escape.ts';
import { HttpError, MalformedError, NotFoundError, TooLargeError, UnavailableError } from '../errors.ts';
import { plainPage } from './plain-page.ts';

const FASTIFY_SENTENCES: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'This content type isn’t supported here. Send JSON.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The request’s length doesn’t match its Content-Length header.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The JSON in this request can’t be read.',
  FST_ERR_BAD_URL: 'This address can’t be read.',
};

/** What a program asked of a file that the file can't meet, by status: such a program knows what to do about each. */
const UNMET: Record<number, string> = {
  412: 'This file isn’t the version that the request names.',
  416: 'This file doesn’t have the part that the request names.',
};

const INTERNAL: ErrorReply = { message: 'Something went wrong on our side, and nothing was lost. Please try again.', code: 'internal' };

/** Turns every error into a reply. Logs unexpected errors once and never shows their details. */
export function replyWithError(error: FastifyError | HttpError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = error instanceof HttpError ? error : fromFastify(error as FastifyError);
  request.server.metrics.refused(refused?.code ?? INTERNAL.code);
  // Caches in front of the shop may keep a 404 that doesn't forbid it: for minutes, a new process's script or a restored listing would be missing.
  reply.header('cache-control', 'no-store');
  removeHeadersOfFile(reply);
  if (!refused) {
    request.log.error({ err: error }, 'unexpected error');
    return reply.status(500).send(INTERNAL);
  }
  // The metrics count refusals under load, which have no other cause; a log line for each would make it worse.
  const isBusy = refused.code === 'unavailable' && refused.cause === undefined && !(refused instanceof UnavailableError);
  if (refused.status >= 500 && !isBusy) request.log.warn({ err: refused }, refused instanceof UnavailableError ? 'the database failed' : 'a provider failed');
  const { retryAfterSeconds } = refused.details;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))));
  if ((refused.status === 503 || refused.status === 429) && isAtPage(request)) {
    void replyWithPlainPage(reply, refused.status, {
      title: refused.status === 429 ? 'Too many requests' : 'Something went wrong',
      sentence: refused.message,
    });
    return reply;
  }
  return reply.status(refused.status).send(refused.toReply());
}

/** A file that fails before its first bytes has been compressed so far: its headers would make the error unreadable, or a download. */
function removeHeadersOfFile(reply: FastifyReply): void {
  for (const name of ['content-type', 'content-encoding', 'content-disposition']) {
    reply.removeHeader(name);
    // Fastify has also set a stream's headers here.
    reply.raw.removeHeader(name);
  }
}

/** Converts Fastify's own errors, such as unreadable bodies and files that are too large; null for other errors. */
function fromFastify(error: FastifyError): HttpError | null {
  const status = error.statusCode ?? 500;
  if (status === 413) return new TooLargeError('This is too large to send at once.');
  if (status === 404) return new NotFoundError();
  const unmet = UNMET[status];
  if (unmet !== undefined) return new HttpError(status, 'malformed', unmet);
  if (status >= 400 && status < 500) return new MalformedError(FASTIFY_SENTENCES[error.code] ?? 'This request can’t be read.');
  return null;
}

/** The person is on a page outside the browser app, such as the practice bank's. */
const isAtPage = (request: FastifyRequest): boolean => !request.url.startsWith('/api/') && (request.headers.accept ?? '').includes('text/html');

/** Sends a small page with the message; it depends on nothing that could be down too. */
export async function replyWithPlainPage(reply: FastifyReply, status: number, { title, sentence }: { title: string; sentence: string }): Promise<FastifyReply> {
  const body = `<h1>This page isn’t available right now</h1><p>${escapeHtml(sentence)}</p><a class="button" href="/">Back to Home Page</a>`;
  const page = plainPage(title, body, { status });
  for (const [name, value] of page.headers) reply.header(name, value);
  return reply.status(status).send(await page.text());
}
