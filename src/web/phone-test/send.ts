import type { ErrorReply } from '#contract/shared/errors.ts';
import { wait } from './wait.ts';

/** The shop understood the request and refuses it, for good. */
export class RefusedError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Request = { method: 'GET' | 'POST'; body?: unknown };

/** Called with a sentence while the shop can't be reached, and with null once it can. */
export type OnWaiting = (sentence: string | null) => void;

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;
const TIMEOUT_MS = 15_000;
const OFFLINE = 'No connection right now. We’ll keep trying, and nothing is lost.';
const BUSY = 'The shop is busy. We’ll try again in a moment, and nothing is lost.';

/** Sends a request until the shop answers it. Throws `RefusedError` when it refuses. */
export async function send<Reply>(path: string, { method, body }: Request, onWaiting: OnWaiting): Promise<Reply> {
  for (let pause = FIRST_WAIT_MS; ; pause = Math.min(2 * pause, LONGEST_WAIT_MS)) {
    const response = await ask(path, { method, body });
    if (response?.ok) {
      onWaiting(null);
      // The server replies as the contract says; tests enforce it.
      return (await response.json()) as Reply;
    }
    if (response && !isWorthAnotherTry(response.status)) {
      onWaiting(null);
      throw new RefusedError(response.status, await readSentence(response));
    }
    onWaiting(response ? BUSY : OFFLINE);
    await untilOnline(Math.max(pause, askedToWait(response)));
  }
}

async function ask(path: string, { method, body }: Request): Promise<Response | null> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  try {
    return await fetch(`/api${path}`, { method, headers, signal: AbortSignal.timeout(TIMEOUT_MS), ...(body !== undefined && { body: JSON.stringify(body) }) });
  } catch {
    return null;
  }
}

const isWorthAnotherTry = (status: number): boolean => status >= 500 || [408, 425, 429].includes(status);

const askedToWait = (response: Response | null): number => Math.min(LONGEST_WAIT_MS, 1000 * (Number(response?.headers.get('retry-after')) || 0));

async function readSentence(response: Response): Promise<string> {
  const reply = (await response.json().catch(() => null)) as ErrorReply | null;
  return typeof reply?.message === 'string' ? reply.message : 'Something went wrong on our side. Please try again.';
}

/** Waits, but no longer than until the connection is back. */
async function untilOnline(milliseconds: number): Promise<void> {
  const back = new AbortController();
  const online = new Promise<void>((resolve) => window.addEventListener('online', () => resolve(), { signal: back.signal }));
  await Promise.race([wait(milliseconds), online]);
  back.abort();
}
