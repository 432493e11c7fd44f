import type { z } from 'zod';
import type { LimitName } from './limits.ts';

/**
 * Who may make a call. `anyone` includes logged-in callers, who see more; `identity` needs the identity service's session cookie or ID token;
 * `provider` needs a webhook's signature; the others need an access token (`customer`: a buyer or seller).
 */
export type Access = 'anyone' | 'identity' | 'signed-in' | 'customer' | 'seller' | 'admin' | 'provider';

/**
 * Whose rows a call reads or changes, besides public ones.
 * - `none`: nobody's; what it creates is the caller's.
 * - `own`: the caller's, by id; 404 for another person's.
 * - `own-address`: the caller's, by email address; 403 for another address.
 * - `own-list`: the caller's; the request can't name another person's.
 * - `own-or-no`: true only for callers about themselves and for admins about anybody; otherwise false.
 * - `own-or-admin`: the caller's, by id; admins may name anybody's, others get 404.
 * - `any`: everybody's, for anyone who may make the call at all.
 */
export type Rows = 'none' | 'own' | 'own-address' | 'own-list' | 'own-or-no' | 'own-or-admin' | 'any';

type Fields = z.ZodObject;

/** One call of the API. Its key in `calls` is `METHOD /path`, with `:name` for each parameter. */
export type Endpoint = {
  summary: string;
  access: Access;
  rows: Rows;
  /** Accepts the identity service's session cookie instead of a token, for JSON from the shop's own pages only. */
  cookie?: true;
  /** The rate limit; by default `write` for calls that change something and none for reads. */
  limit?: LimitName | 'none';
  /**
   * `recent`: the caller must have logged in or confirmed their identity within `PROOF_MINUTES`. Default: `recent` for changes by admins, else
   * `none`.
   */
  proof?: 'recent' | 'none';
  params?: Fields;
  query?: Fields;
  body?: z.ZodType;
  /** The most bytes of a JSON body, where it is less than for other calls. */
  bodyBytes?: number;
  /** The body is a file upload with this field, not JSON. */
  upload?: string;
  /** The body is raw bytes (`application/octet-stream`), from one to this many. */
  bytes?: number;
  reply: z.ZodType;
  /** The reply is a file of this kind, streamed. */
  file?: 'text/csv' | 'text/calendar' | 'application/json';
  /** Clients that accept `text/event-stream` get server-sent events instead of one reply. */
  events?: true;
  /** The reply is one page of a list: the call accepts `limit` and `cursor`, and `Link` names the next page. */
  paged?: true;
};

/** Whether a call requires a recent proof of identity. */
export function needsRecentProof(method: string, { access, proof }: Pick<Endpoint, 'access' | 'proof'>): boolean {
  return proof === undefined ? access === 'admin' && method !== 'GET' && method !== 'HEAD' : proof === 'recent';
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;

/** The input of the server's handler: parsed values. */
export type RequestOf<E extends Endpoint> = {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: E extends { bytes: number } ? Uint8Array : Parsed<E['body']>;
};

/** What a client sends: values before parsing, without parts that the call doesn't have. */
export type RequestTo<E extends Endpoint> = Omit<
  { params: Sent<E['params']>; query: Sent<E['query']>; body: E extends { bytes: number } ? Blob : Sent<E['body']> },
  | (E extends { params: Fields } ? never : 'params')
  | (E extends { query: Fields } ? never : 'query')
  | (E extends { body: z.ZodType } | { bytes: number } ? never : 'body')
>;

export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
