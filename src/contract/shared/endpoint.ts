import type { z } from 'zod';
import type { LimitName } from './limits.ts';

/**
 * Who may make a call. `anyone` may also be signed in, and then sees more; `identity` is proven by the identity
 * service's own session cookie or ID token; the others by the access token (`customer`: a buyer or seller); `provider` by a webhook's signature.
 */
export type Access = 'anyone' | 'identity' | 'signed-in' | 'customer' | 'seller' | 'admin' | 'provider';

/**
 * Whose rows a call reads or changes, besides what everybody may see.
 * - `none`: nobody's; what it makes is the caller's.
 * - `own`: the caller's, named by id; another's answers 404.
 * - `own-address`: the caller's, named by their address; another's address answers 403.
 * - `own-list`: the caller's, and nothing in the request can name another's.
 * - `own-or-no`: it says yes of the caller alone, and of everybody to an admin; to others no.
 * - `own-or-admin`: the caller's, named by id; an admin may name anybody's, another 404.
 * - `any`: everybody's, for whoever may make the call at all.
 */
export type Rows = 'none' | 'own' | 'own-address' | 'own-list' | 'own-or-no' | 'own-or-admin' | 'any';

type Fields = z.ZodObject;

/** One call of the API. Its key in `calls` is `METHOD /path`, with `:name` for each parameter. */
export type Endpoint = {
  summary: string;
  access: Access;
  rows: Rows;
  /** In place of a token the identity service's session cookie will do, in JSON from the shop's own pages alone. */
  cookie?: true;
  /** How often it may be made; left out: `write` for what changes something, no limit for what only reads. */
  limit?: LimitName | 'none';
  /** `recent`: only for whoever logged in, or confirmed it, in the last minutes (`PROOF_MINUTES`). Left out: `recent` for what an admin changes, else `none`. */
  proof?: 'recent' | 'none';
  params?: Fields;
  query?: Fields;
  body?: z.ZodType;
  /** The body is a file upload with this field, not JSON. */
  upload?: string;
  /** The body is bytes as they are (`application/octet-stream`), one to so many of them. */
  bytes?: number;
  reply: z.ZodType;
  /** The reply is a file of this kind, not JSON. */
  file?: 'text/csv';
  /** The reply is one page of a list: `limit` and `cursor` are understood, and `Link` names the next page. */
  paged?: true;
};

/** Whether a call asks for a recent proof of who makes it. */
export function needsRecentProof(method: string, { access, proof }: Pick<Endpoint, 'access' | 'proof'>): boolean {
  return proof === undefined ? access === 'admin' && method !== 'GET' && method !== 'HEAD' : proof === 'recent';
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What the server's handler gets: parsed values. */
export type RequestOf<E extends Endpoint> = {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: E extends { bytes: number } ? Uint8Array : Parsed<E['body']>;
};

/** What a client sends: values before parsing. Parts that the call does not have are left out. */
export type RequestTo<E extends Endpoint> = Omit<
  { params: Sent<E['params']>; query: Sent<E['query']>; body: E extends { bytes: number } ? Blob : Sent<E['body']> },
  | (E extends { params: Fields } ? never : 'params')
  | (E extends { query: Fields } ? never : 'query')
  | (E extends { body: z.ZodType } | { bytes: number } ? never : 'body')
>;

export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
