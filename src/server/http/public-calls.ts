import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import type { Endpoint } from '#contract/shared/endpoint.ts';
import type { FindAddress } from '../security/client-network.ts';
import type { Viewer } from './access.ts';
import type { Scope } from './byte-cache.ts';

/** A public call's reply before it becomes JSON: a value, or one that is made when it is needed. */
export type PublicReply = { reply: unknown; next: string | null; shows: readonly Scope[] | null };

type Raw = { params: Record<string, string>; query: Record<string, unknown> };

/** Who makes a call; `request` is null when the shop itself does. */
type Asking = { caller: Viewer | null; request: Parameters<FindAddress>[0] | null };

export type PublicCall = {
  /** The route pattern, for metrics. */
  route: string;
  endpoint: Endpoint;
  answer(raw: Raw, asking: Asking): Promise<PublicReply>;
};

/** Calls that anybody may make and that change nothing, made without the web framework. */
export type PublicCalls = {
  /** `path` as in the contract: `/products/:id`. */
  add(path: string, call: Omit<PublicCall, 'route'>): void;
  /** The call of an address below `/api`, and what the address says; null when there is no such call. */
  find(address: string): { call: PublicCall; raw: Raw } | null;
  /** Why a request failed that was tried here first, so that the framework replies with the error instead of trying again. */
  failures: WeakMap<IncomingMessage, { error: unknown; caller: Viewer | null }>;
};

export function createPublicCalls(): PublicCalls {
  const exact = new Map<string, PublicCall>();
  const patterns: { parts: string[]; call: PublicCall }[] = [];
  const match = (path: string): { call: PublicCall; params: Record<string, string> } | null => {
    const call = exact.get(path);
    if (call) return { call, params: {} };
    const asked = path.split('/');
    for (const pattern of patterns) {
      const params = paramsOf(pattern.parts, asked);
      if (params) return { call: pattern.call, params };
    }
    return null;
  };
  return {
    failures: new WeakMap(),
    add(path, added) {
      const call = { ...added, route: `/api${path}` };
      if (path.includes(':')) patterns.push({ parts: path.split('/'), call });
      else exact.set(path, call);
    },
    find(address) {
      const mark = address.indexOf('?');
      const found = match(mark === -1 ? address : address.slice(0, mark));
      return found && { call: found.call, raw: { params: found.params, query: mark === -1 ? {} : { ...parse(address.slice(mark + 1)) } } };
    },
  };
}

/** The parameters of a path pattern such as `/products/:id`; null when the path doesn't match or can't be decoded. */
function paramsOf(parts: string[], asked: string[]): Record<string, string> | null {
  const fits = parts.length === asked.length && parts.every((part, at) => (part.startsWith(':') ? asked[at] !== '' : part === asked[at]));
  if (!fits) return null;
  try {
    return Object.fromEntries(parts.flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), decodeURIComponent(asked[at] ?? '')]] : [])));
  } catch {
    return null;
  }
}
