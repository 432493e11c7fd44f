import { LRUCache } from 'lru-cache';
import type { ComponentType, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { toScriptJson } from './document.ts';
import type { Fragments } from './fragments.tsx';

/** A card takes about 12 KB including its key: room for the first pages of some eighty brands, in two orders. */
const MOST_BYTES = 24_000_000;

type Surround = ComponentType<{ address: Pick<URL, 'pathname' | 'search'>; children: ReactNode }>;

/** The fragments of one page, and the page's bytes once it has been rendered with them. */
export type PageFragments = Fragments & {
  /** Returns what stands for a value in the page's data until the page is assembled, if a fragment shows it; otherwise the value. */
  standIn(value: unknown): unknown;
  assemble(html: string, allocate: Allocate): Uint8Array;
};

/** Takes memory of at least this many bytes. */
export type Allocate = (bytes: number) => Uint8Array;

/** A value that fragments show: its JSON for a script element, and the key of the fragment that showed it last. */
type Shown = { json: string; bytes: Uint8Array; variant: string; key: string };
/** `isValue`: takes the place of a JSON text, with its quotes. */
type Placed = { pieces: Uint8Array[]; isValue: boolean };

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
  const stored = new LRUCache<string, { pieces: Uint8Array[]; size: number }>({ maxSize: MOST_BYTES, sizeCalculation: ({ size }) => size });
  /** As long as they are in memory: one that many pages show isn't written again for each. */
  const shown = new WeakMap<object, Shown>();

  const find = (key: string, part: ReactNode, Surround: Surround): Uint8Array[] => {
    const found = stored.get(key);
    if (found) return found.pieces;
    const html = renderToString(<Surround address={{ pathname: here, search: '' }}>{part}</Surround>);
    const pieces = html.split(written).map((piece) => encoder.encode(piece));
    stored.set(key, { pieces, size: key.length + sizeOf(pieces) });
    return pieces;
  };

  const describe = (value: object, variant: string): Shown => {
    const before = shown.get(value);
    if (before?.variant === variant) return before;
    const json = before?.json ?? toScriptJson(value);
    const now = { json, bytes: before?.bytes ?? encoder.encode(json), variant, key: `${variant} ${json}` };
    shown.set(value, now);
    return now;
  };

  return {
    /** Returns the fragments for one page. */
    forPage({ pathname, search }: Pick<URL, 'pathname' | 'search'>, Surround: Surround): PageFragments {
      const own = encoder.encode(asWritten(`${pathname}${search}`));
      const placed: Placed[] = [];
      const place = (pieces: Uint8Array[], isValue = false): string => {
        placed.push({ pieces, isValue });
        return mark;
      };
      return {
        place: (key, part) => place(find(key, part, Surround)),
        placeShown: (value, variant, part) => place(find(describe(value, variant).key, part, Surround)),
        standIn(value) {
          const described = typeof value === 'object' && value !== null ? shown.get(value) : undefined;
          return described ? place([described.bytes], true) : value;
        },
        assemble(html, allocate) {
          const page = createWriter();
          for (const [nth, text] of html.split(mark).entries()) {
            const [before, after] = [placed[nth - 1], placed[nth]];
            for (const [at, piece] of (before?.pieces ?? []).entries()) {
              if (at > 0) page.bytes(own);
              page.bytes(piece);
            }
            page.text(text.slice(before?.isValue ? 1 : 0, after?.isValue ? -1 : undefined));
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
