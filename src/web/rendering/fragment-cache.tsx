import type { ComponentType, ReactElement, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { Fragments } from './fragments.tsx';

/** A card takes about 12 KB including its key: room for the first pages of some forty brands, in two orders. In two-byte characters. */
const MOST_CHARACTERS = 12_000_000;

type Surround = ComponentType<{ address: Pick<URL, 'pathname' | 'search'>; children: ReactNode }>;

/**
 * Caches fragments' HTML across pages, evicting the least recently used. Where a fragment holds its page's address, in another address's query, each
 * page's own is inserted. `Surround` gives a fragment the context it needs, for one address.
 */
export function createFragmentCache() {
  /** A placeholder for the page's address in cached HTML; it can't be guessed, so no user's text can be taken for it. */
  const here = `/${crypto.randomUUID()}`;
  const written = asWritten(here);
  const stored = new Map<string, { pieces: string[]; size: number }>();
  let size = 0;

  const drop = (key: string): void => {
    size -= stored.get(key)?.size ?? 0;
    stored.delete(key);
  };

  const find = (key: string, part: ReactElement, Surround: Surround): string[] => {
    const found = stored.get(key);
    if (found) {
      // A map's last entry is the most recently used.
      stored.delete(key);
      stored.set(key, found);
      return found.pieces;
    }
    const html = renderToString(<Surround address={{ pathname: here, search: '' }}>{part}</Surround>);
    const made = { pieces: html.split(written), size: key.length + html.length };
    stored.set(key, made);
    size += made.size;
    for (const [oldest] of stored) {
      if (size <= MOST_CHARACTERS) break;
      drop(oldest);
    }
    return made.pieces;
  };

  return {
    /** Returns the fragments for one page. */
    forPage({ pathname, search }: Pick<URL, 'pathname' | 'search'>, Surround: Surround): Fragments {
      const own = asWritten(`${pathname}${search}`);
      return { html: (key, part) => find(key, part, Surround).join(own) };
    },
  };
}

const asWritten = (address: string): string => new URLSearchParams({ address }).toString().slice('address='.length);
