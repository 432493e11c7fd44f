import type { ComponentType, ReactElement, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { Fragments } from './fragments.tsx';

/** About 12 KB each: the first pages of some forty brands, in two orders. */
const MOST_FRAGMENTS = 2000;

type Surround = ComponentType<{ address: Pick<URL, 'pathname' | 'search'>; children: ReactNode }>;

const asWritten = (address: string): string => new URLSearchParams({ address }).toString().slice('address='.length);

/**
 * Keeps parts' HTML from page to page, the latest used of them. Where a part holds the address of the page that it stands on, in another
 * address's query, each page's own is put in. `Surround` gives a part what it needs around it, for one address.
 */
export const createFragmentCache = () => {
  /** Stands for the page's address in what is kept; nobody can guess it, so nothing that people write is taken for it. */
  const here = `/${crypto.randomUUID()}`;
  const written = asWritten(here);
  const kept = new Map<string, string[]>();

  const find = (key: string, part: ReactElement, Surround: Surround): string[] => {
    const found = kept.get(key);
    const pieces = found ?? renderToString(<Surround address={{ pathname: here, search: '' }}>{part}</Surround>).split(written);
    if (found) kept.delete(key);
    else if (kept.size >= MOST_FRAGMENTS) kept.delete(kept.keys().next().value ?? '');
    kept.set(key, pieces);
    return pieces;
  };

  return {
    /** The parts for one page. */
    forPage({ pathname, search }: Pick<URL, 'pathname' | 'search'>, Surround: Surround): Fragments {
      const own = asWritten(`${pathname}${search}`);
      return { html: (key, part) => find(key, part, Surround).join(own) };
    },
  };
};
