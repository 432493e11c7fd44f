import 'fastify';
import { type Calls, calls } from '#contract/calls.ts';
import type { Endpoint } from '#contract/shared/endpoint.ts';

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
  const namesOf = createNamesOf();
  let readPage = (url: string): string => url;
  return {
    toReadAddress(url) {
      const mark = url.indexOf('?');
      if (mark === -1) return url;
      const path = url.slice(0, mark);
      if (!path.startsWith(`${API}/`)) return readPage(url);
      const names = namesOf(path.slice(API.length));
      if (names === null) return url;
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

/** Query parameters of each GET call; null when the path is no such call. */
function createNamesOf(): (path: string) => Set<string> | null {
  const exact = new Map<string, Set<string>>();
  const patterns: { segments: string[]; names: Set<string> }[] = [];
  for (const [name, endpoint] of Object.entries(calls) as [keyof Calls, Endpoint][]) {
    const [method, path = ''] = name.split(' ');
    if (method !== 'GET') continue;
    const names = new Set(Object.keys(endpoint.query?.shape ?? {}));
    if (path.includes(':')) patterns.push({ segments: path.split('/'), names });
    else exact.set(path, names);
  }
  return (path) => {
    const found = exact.get(path);
    if (found) return found;
    const segments = path.split('/');
    const fits = (pattern: string[]) => pattern.length === segments.length && pattern.every((part, index) => part.startsWith(':') || part === segments[index]);
    return patterns.find((pattern) => fits(pattern.segments))?.names ?? null;
  };
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
