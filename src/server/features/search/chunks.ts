import { fold } from './words.ts';

/** A piece of a search between spaces, with where it stands in the text. */
export type Chunk = { start: number; end: number; text: string; tokens: string[] };

/** A search cut into chunks; `typed` is the text that they point into. */
export type Chunks = { typed: string; chunks: Chunk[] };

/** Separators are spaces and punctuation, except for a comma inside a number. */
const CHUNK = /(?:[^\s,;!?()]|,(?=\d))+/gu;
const TOKEN = /\d+(?:[.,]\d+)*|[\p{L}\p{M}]+|[^\s\p{L}\p{M}\d]/gu;
const APOSTROPHES = /['’]/gu;
/** Written without a space: `under300`. */
const BOUND = /^(?:under|below|over|above|max)(?=[$€£\d])/u;

/** Cuts a search into chunks. A word is one token; `128gb` and `$300-$400` are several, so that phrases find their numbers. */
export function toChunks(search: string): Chunks {
  const typed = search.normalize('NFKC');
  const chunks = [...typed.matchAll(CHUNK)].flatMap((match) => {
    const text = trimEnd(fold(match[0]).trim());
    return text === '' ? [] : [{ start: match.index, end: match.index + match[0].length, text, tokens: tokensOf(text) }];
  });
  return { typed, chunks };
}

/** The tokens of a text, as chunks have them. */
export function tokensOf(text: string): string[] {
  const plain = text.replace(APOSTROPHES, '');
  if (!/^\p{L}/u.test(plain) || BOUND.test(plain)) return plain.match(TOKEN) ?? [];
  const parts = plain.split('-');
  return parts.every((part) => /^\p{L}+$/u.test(part)) ? parts : plain.split(' ');
}

/** The text without these chunks. */
export function withoutChunks({ typed, chunks }: Chunks, first: number, last: number): string {
  const rest = `${typed.slice(0, chunks[first]?.start ?? 0)} ${typed.slice(chunks[last]?.end ?? typed.length)}`;
  return rest.split(/\s+/u).filter(Boolean).join(' ');
}

/** The text of these chunks, as typed. */
export function typedChunks({ typed, chunks }: Chunks, first: number, last: number): string {
  return typed.slice(chunks[first]?.start ?? 0, chunks[last]?.end ?? 0);
}

function trimEnd(text: string): string {
  const last = text.at(-1) ?? '';
  return last === '.' || last === ':' ? text.slice(0, -1) : text;
}
