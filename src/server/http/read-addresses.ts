import 'fastify';
import { type Calls, calls } from '#contract/calls.ts';
import type { Endpoint } from '#contract/shared/endpoint.ts';
import { createPathPatterns } from './path-patterns.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readAddresses: ReadAddresses;
  }
}

/** Removes parameters that nothing reads from a request's address: an invented one must not create another reply or cache entry. */
export type ReadAddresses = {
  toReadAddress(url: string): string;
  /** Sets how the addresses of pages are reduced, once there are pages. */
  readPages(toReadAddress: (url: string) => string): void;
};

const API = '/api';

export function createReadAddresses(): ReadAddresses {
  const known = queryNames();
  let readPage = (url: string): string => url;
  return {
    toReadAddress(url) {
      const mark = url.indexOf('?');
      if (mark === -1) return url;
      const path = url.slice(0, mark);
      if (!path.startsWith(`${API}/`)) return readPage(url);
      const names = known.find(path.slice(API.length))?.value;
      if (names === undefined) return url;
      const read = url
        .slice(mark + 1)
        .split('&')
        .filter((part) => names.has(nameIn(part)));
      return read.length > 0 ? `${path}?${read.join('&')}` : path;
    },
    readPages(toReadAddress) {
      readPage = toReadAddress;
    },
  };
}

/** The query parameters of each GET call. */
function queryNames() {
  const patterns = createPathPatterns<Set<string>>();
  for (const [name, endpoint] of Object.entries(calls) as [keyof Calls, Endpoint][]) {
    const [method, path = ''] = name.split(' ');
    if (method === 'GET') patterns.add(path, new Set(Object.keys(endpoint.query?.shape ?? {})));
  }
  return patterns;
}

/** A parameter's name; an empty one, which no call has, when it can't be decoded. */
function nameIn(part: string): string {
  const written = part.split('=', 1)[0] ?? '';
  if (!/[%+]/u.test(written)) return written;
  try {
    return decodeURIComponent(written.replaceAll('+', ' '));
  } catch {
    return '';
  }
}
