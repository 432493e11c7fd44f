import type { ComponentType, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { Fragments } from './fragments.tsx';

/** A card takes about 12 KB including its key: room for the first pages of some eighty brands, in two orders. */
const MOST_BYTES = 24_000_000;

type Surround = ComponentType<{ address: Pick<URL, 'pathname' | 'search'>; children: ReactNode }>;

/** The fragments of one page, and the page's bytes once it has been rendered with them. */
export type PageFragments = Fragments & { assemble(html: string, allocate: Allocate): Uint8Array };

/** Takes memory of at least this many bytes. */
export type Allocate = (bytes: number) => Uint8Array;

const encoder = new TextEncoder();
/** A UTF-16 unit becomes three bytes at most. */
const MOST_BYTES_A_UNIT = 3;

/**
 * Caches fragments' bytes across pages, evicting the least recently used: encoding a page's text takes longer than rendering it. Where a fragment holds
 * its page's address, in another address's query, each page's own is inserted. `Surround` gives a fragment the context it needs, for one address.
 */
export function createFragmentCache() {
  /** Placeholders in rendered HTML: for the page's address, and for a fragment. They can't be guessed, so no user's text can be taken for one. */
  const here = `/${crypto.randomUUID()}`;
  const mark = crypto.randomUUID();
  const written = asWritten(here);
  const stored = new Map<string, { pieces: Uint8Array[]; size: number }>();
  let size = 0;

  const drop = (key: string): void => {
    size -= stored.get(key)?.size ?? 0;
    stored.delete(key);
  };

  const find = (key: string, part: ReactNode, Surround: Surround): Uint8Array[] => {
    const found = stored.get(key);
    if (found) {
      // A map's last entry is the most recently used.
      stored.delete(key);
      stored.set(key, found);
      return found.pieces;
    }
    const html = renderToString(<Surround address={{ pathname: here, search: '' }}>{part}</Surround>);
    const pieces = html.split(written).map((piece) => encoder.encode(piece));
    const made = { pieces, size: key.length + sizeOf(pieces) };
    stored.set(key, made);
    size += made.size;
    for (const [oldest] of stored) {
      if (size <= MOST_BYTES) break;
      drop(oldest);
    }
    return made.pieces;
  };

  return {
    /** Returns the fragments for one page. */
    forPage({ pathname, search }: Pick<URL, 'pathname' | 'search'>, Surround: Surround): PageFragments {
      const own = encoder.encode(asWritten(`${pathname}${search}`));
      const used: Uint8Array[][] = [];
      return {
        place(key, part) {
          used.push(find(key, part, Surround));
          return mark;
        },
        assemble(html, allocate) {
          const page = createWriter();
          for (const [nth, rest] of html.split(mark).entries()) {
            if (nth > 0)
              for (const [at, piece] of (used[nth - 1] ?? []).entries()) {
                if (at > 0) page.bytes(own);
                page.bytes(piece);
              }
            page.text(rest);
          }
          return page.copyTo(allocate);
        },
      };
    },
  };
}

function asWritten(address: string): string {
  return new URLSearchParams({ address }).toString().slice('address='.length);
}

function sizeOf(pieces: Uint8Array[]): number {
  return pieces.reduce((total, piece) => total + piece.length, 0);
}

/** All pages are put together in this memory, one at a time: memory for each would soon have to be collected. */
let scratch = new Uint8Array(1_000_000);

function createWriter() {
  let at = 0;
  const makeRoom = (more: number): void => {
    if (at + more <= scratch.length) return;
    const larger = new Uint8Array(2 * (at + more));
    larger.set(scratch.subarray(0, at));
    scratch = larger;
  };
  return {
    bytes(piece: Uint8Array): void {
      makeRoom(piece.length);
      scratch.set(piece, at);
      at += piece.length;
    },
    text(text: string): void {
      makeRoom(text.length * MOST_BYTES_A_UNIT);
      // Takes half the time of `encode`.
      at += encoder.encodeInto(text, scratch.subarray(at)).written;
    },
    copyTo(allocate: Allocate): Uint8Array {
      const page = allocate(at).subarray(0, at);
      page.set(scratch.subarray(0, at));
      return page;
    },
  };
}
