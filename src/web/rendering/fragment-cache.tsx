import type { ComponentType, ReactElement, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { Fragments } from './fragments.tsx';

/** Cards take some 12 KB each, with their keys: the first pages of some forty brands, in two orders. In characters of two bytes. */
const MOST_CHARACTERS = 12_000_000;

type Surround = ComponentType<{ address: Pick<URL, 'pathname' | 'search'>; children: ReactNode }>;

/**
 * Keeps parts' HTML from page to page, the latest used of them. Where a part holds the address of the page that it stands on, in another
 * address's query, each page's own is put in. `Surround` gives a part what it needs around it, for one address.
 */
export function createFragmentCache() {
  /** Stands for the page's address in what is kept; nobody can guess it, so nothing that people write is taken for it. */
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
      // The last in a map is the last that was used.
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
    /** The parts for one page. */
    forPage({ pathname, search }: Pick<URL, 'pathname' | 'search'>, Surround: Surround): Fragments {
      const own = asWritten(`${pathname}${search}`);
      return { html: (key, part) => find(key, part, Surround).join(own) };
    },
  };
}

const asWritten = (address: string): string => new URLSearchParams({ address }).toString().slice('address='.length);
