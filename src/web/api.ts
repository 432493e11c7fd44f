import type { CallName, Calls } from '#contract/calls.ts';
import type { ReplyOf, RequestTo } from '#contract/shared/endpoint.ts';
import type { ErrorReply } from '#contract/shared/errors.ts';

/** An error from the shop's API, or no response at all (`status` 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorReply['code'] | 'offline';
  readonly fields: Record<string, string>;
  /** As in `ErrorReply`. */
  readonly current: unknown;

  constructor(status: number, reply: { message: string; code: ErrorReply['code'] | 'offline'; fields?: Record<string, string>; current?: unknown }) {
    super(reply.message);
    this.current = reply.current;
    this.status = status;
    this.code = reply.code;
    this.fields = reply.fields ?? {};
  }
}

type Values = Record<string, string | number | string[] | undefined>;
type Parts = { params?: Values; query?: Values; body?: unknown; signal?: AbortSignal };

/** One page of a list and the cursor of the next; null on the last page. */
export type Page<T> = { items: T; next: string | null };

/** The parts of a reply that are read. */
export type Sent = Pick<Response, 'ok' | 'status' | 'json'> & { headers: Pick<Headers, 'get'>; blob?: Response['blob'] };

/** Sends one API request; uses `fetch` in a browser, and calls the app directly while rendering on the server. */
export type Send = (path: string, init: { method: string; headers: Record<string, string>; body?: BodyInit; signal?: AbortSignal }) => Promise<Sent>;

/** Provides a call's access token, and a replacement when the server rejects it. */
export type TokenSource = {
  /** Returns a token valid for at least a few seconds, renewed if necessary; null when nobody is logged in. */
  current(): Promise<string | null>;
  /** Returns a replacement for a token the server rejected with 401; null when the session has ended. */
  renew(refused: string): Promise<string | null>;
};

const NOBODY: TokenSource = { current: async () => null, renew: async () => null };
const OFFLINE = { message: 'We couldn’t connect. Check your connection and try again.', code: 'offline' as const };
export type Api = ReturnType<typeof createApi>;

/** Whether a retry is pointless, because the request's target doesn't exist or can't exist. */
export const isNowhere = (error: unknown): error is ApiError => error instanceof ApiError && [400, 404, 422].includes(error.status);

/** The typed client of the shop's API. Throws `ApiError` for every error; `confirm` asks the user to confirm their identity where a call requires it. */
export function createApi(send: Send, tokens: TokenSource = NOBODY, confirm: () => Promise<boolean> = async () => false) {
  const trySend = async (name: string, parts: Parts, token: string | null, by: Send): Promise<Sent> => {
    const headers: Record<string, string> = { accept: 'application/json' };
    if (token) headers.authorization = `Bearer ${token}`;
    const { body, type } = toBody(parts.body);
    if (type) headers['content-type'] = type;
    try {
      return await by(addressOf(name, parts), { method: name.slice(0, name.indexOf(' ')), headers, body, signal: parts.signal });
    } catch {
      throw new ApiError(0, OFFLINE);
    }
  };

  const request = async (name: string, parts: Parts, by: Send): Promise<Sent> => {
    const token = await tokens.current();
    const response = await trySend(name, parts, token, by);
    if (response.status !== 401 || token === null) return response;
    const renewed = await tokens.renew(token);
    return renewed === null ? response : trySend(name, parts, renewed, by);
  };

  const answered = async (name: string, parts: Parts, by = send): Promise<Sent> => {
    const response = await request(name, parts, by);
    if (response.ok) return response;
    const error = await readError(response);
    if (error.code !== 'proof_needed' || !(await confirm())) throw error;
    const again = await request(name, parts, by);
    if (!again.ok) throw await readError(again);
    return again;
  };

  return {
    /** Makes one call of the contract, such as `call(name, { params, query, body })`; `signal` cancels it. */
    async call<N extends CallName>(name: N, parts: RequestTo<Calls[N]> & { signal?: AbortSignal }): Promise<ReplyOf<Calls[N]>> {
      // The server replies as the contract says; tests enforce it.
      return (await (await answered(name, parts as Parts)).json()) as ReplyOf<Calls[N]>;
    },
    /** Like `call`, for one page of a list. */
    async page<N extends CallName>(name: N, parts: RequestTo<Calls[N]>): Promise<Page<ReplyOf<Calls[N]>>> {
      const response = await answered(name, parts as Parts);
      return { items: (await response.json()) as ReplyOf<Calls[N]>, next: nextCursor(response) };
    },
    /** Like `call`, for a call that returns a file. */
    async file<N extends CallName>(name: N, parts: RequestTo<Calls[N]>): Promise<Blob> {
      const response = await answered(name, parts as Parts);
      if (!response.blob) throw new Error('files can only be read in a browser');
      return response.blob();
    },
    /** Like `call`, sent with `by`, for example to report upload progress; the body may be a form. */
    async callBy<N extends CallName>(by: Send, name: N, parts: RequestTo<Calls[N]> | { body: FormData }): Promise<ReplyOf<Calls[N]>> {
      return (await (await answered(name, parts as Parts, by)).json()) as ReplyOf<Calls[N]>;
    },
  };
}

/** A form sets its own content type. */
function toBody(value: unknown): { body?: BodyInit; type?: string } {
  if (value === undefined) return {};
  if (value instanceof FormData) return { body: value };
  return value instanceof Blob ? { body: value, type: 'application/octet-stream' } : { body: JSON.stringify(value), type: 'application/json' };
}

function addressOf(name: string, parts: Parts): string {
  const path = name.slice(name.indexOf(' ') + 1).replace(/:(\w+)/gu, (_, key: string) => encodeURIComponent(String(parts.params?.[key] ?? '')));
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parts.query ?? {})) for (const one of [value].flat()) if (one !== undefined) query.append(key, String(one));
  return query.size > 0 ? `${path}?${query}` : path;
}

async function readError(response: Sent): Promise<ApiError> {
  const reply = (await response.json().catch(() => null)) as ErrorReply | null;
  if (reply && typeof reply.message === 'string') return new ApiError(response.status, reply);
  return new ApiError(response.status, { message: 'Something went wrong on our side. Please try again.', code: 'internal' });
}

function nextCursor(response: Sent): string | null {
  const address = /<([^<>]+)>; rel="next"/u.exec(response.headers.get('link') ?? '')?.[1];
  return address ? new URL(address, 'http://shop').searchParams.get('cursor') : null;
}
