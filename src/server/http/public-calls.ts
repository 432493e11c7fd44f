import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import type { Endpoint } from '#contract/shared/endpoint.ts';
import type { Asking, Viewer } from './access.ts';
import { createPathPatterns } from './path-patterns.ts';
import type { Scope } from './scoped-cache.ts';

/** A public call's reply before it becomes JSON: a value, or one that is made when it is needed. `forReaders` makes it for others, if they may share it. */
export type PublicReply = {
  reply: unknown;
  next: string | null;
  shows: readonly Scope[] | null;
  forReaders: { make(asking: Asking): Promise<unknown> } | null;
};

type Raw = { params: Record<string, string>; query: Record<string, unknown> };

/** Who makes a call; `request` is null when the shop itself does. */
type Caller = Pick<Asking, 'caller'> & { request: Asking['request'] | null };

type PublicCall = {
  /** The route pattern, for metrics. */
  route: string;
  endpoint: Endpoint;
  answer(raw: Raw, asking: Caller): Promise<PublicReply>;
};

/** Calls that anybody may make and that change nothing, made without the web framework. */
export type PublicCalls = {
  /** `path` as in the contract: `/products/:id`. */
  add(path: string, call: Omit<PublicCall, 'route'>): void;
  /** The call of an address below `/api`, and what the address says; null when there is no such call, or the address can't be decoded. */
  find(address: string): { call: PublicCall; raw: Raw } | null;
  /** Why a request failed that was tried here first, so that the framework replies with the error instead of trying again. */
  failures: WeakMap<IncomingMessage, { error: unknown; caller: Viewer | null }>;
};

export function createPublicCalls(): PublicCalls {
  const patterns = createPathPatterns<PublicCall>();
  return {
    failures: new WeakMap(),
    add: (path, call) => patterns.add(path, { ...call, route: `/api${path}` }),
    find(address) {
      const mark = address.indexOf('?');
      const found = patterns.find(mark === -1 ? address : address.slice(0, mark));
      if (!found?.params) return null;
      return { call: found.value, raw: { params: found.params, query: mark === -1 ? {} : { ...parse(address.slice(mark + 1)) } } };
    },
  };
}
