import { setTimeout as wait } from 'node:timers/promises';
import { type HttpError, ProviderError, unavailableError } from '../../errors.ts';

const BACKOFF_MS = 200;
const OPERATOR_SECONDS = 60;
/** Larger than any stored picture; a longer reply can't come from a picture store. */
const MAX_REPLY_BYTES = 20e6;

const AWAY = 'We can’t reach our picture storage right now. Nothing else was lost. Please try again in a moment.';
const UNWILLING = 'Our picture storage couldn’t do this right now. Nothing else was lost. Please try again in a moment.';
const SHUT = 'Our picture storage isn’t set up correctly. Please try again later.';

export type RemoteReply = { status: number; headers: Headers; bytes: Buffer };
export type Patience = {
  /** The longest time for one reply. */
  timeoutMs: number;
  /** How often a request is repeated that got no reply, or one that says to try again. */
  retries: number;
  /** Whether to repeat a request that may have arrived. */
  again: 'always' | 'when-answered';
};

/** A 503: the service refuses the shop's settings; `fault` names the ones to check. */
export function misconfiguredError(fault: string): HttpError {
  return unavailableError(SHUT, { cause: new Error(fault), retryAfterSeconds: OPERATOR_SECONDS });
}

/**
 * Sends a request to a service over HTTP, with retries where they may help. Throws a `ProviderError` when there is no reply, only a busy one, or an
 * HTML page.
 */
export async function askRemote(make: () => Promise<{ url: URL; init: RequestInit }>, { timeoutMs, retries, again }: Patience): Promise<RemoteReply> {
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt >= retries;
    try {
      const reply = await tryOnce(await make(), timeoutMs);
      if (reply.headers.get('content-type')?.startsWith('text/html')) throw new Error(`an HTML page with status ${reply.status} instead of an API response`);
      if (!isBusy(reply)) return reply;
      if (isLast) throw refusedError(`status ${reply.status}`);
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      if (isLast || again === 'when-answered') throw unreachableError(error instanceof Error ? error.message : 'no response', error);
    }
    await wait(BACKOFF_MS * 2 ** attempt * (0.5 + Math.random()));
  }
}

async function tryOnce(request: { url: URL; init: RequestInit }, timeoutMs: number): Promise<RemoteReply> {
  // A redirect must not take the request's credentials to another host.
  const response = await fetch(request.url, { ...request.init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  return { status: response.status, headers: response.headers, bytes: await readBounded(response) };
}

async function readBounded(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_REPLY_BYTES) throw new Error('the response is too long');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const isBusy = ({ status }: RemoteReply): boolean => status >= 500 || status === 429;

/** A 502: the service replied, but did not do it. */
export const refusedError = (detail: string): ProviderError => Object.assign(new ProviderError(UNWILLING, 'troubled'), { cause: new Error(detail) });

/** A 502: the service gave no reply, or reports trouble. `detail` is only logged. */
export function unreachableError(detail: string, cause?: unknown): ProviderError {
  return Object.assign(new ProviderError(AWAY, 'unreachable'), { cause: new Error(detail, { cause }) });
}
