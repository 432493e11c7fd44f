import { fold } from './words.ts';

/** A piece of a search between spaces, with where it stands in the text. */
export type Chunk = { start: number; end: number; text: string; tokens: string[] };

/** A search cut into chunks; `typed` is the text that they point into. */
export type Chunks = { typed: string; chunks: Chunk[] };

/** Separators are spaces and punctuation, except for a comma inside a number. */
const CHUNK = /(?:[^\s,;!?()]|,(?=\d))+/gu;
const TOKEN = /\d+(?:[.,]\d+)*|[\p{L}\p{M}]+|[^\s\p{L}\p{M}\d]/gu;
const JOINING = new Set(['with', 'and', 'or', 'but', 'plus', 'that', 'which', 'has', 'have', 'having', 'for', 'also']);
/** Those that join what follows them to anything before. */
const RELATIVE = new Set(['that', 'which']);
const ARTICLES = new Set(['a', 'an', 'the']);
const APOSTROPHES = /['’]/gu;
/** Written without a space: `under300`. */
const BOUND = /^(?:under|below|over|above|max)(?=[$€£\d])/u;

/** Words in quotes; the mark of inches has none before it. */
const QUOTED = /(?<=^|[\s(])["“”]([^"“”]*)["“”](?=$|[\s,;!?.)])/gu;

/** Cuts a search into chunks. A word is one token; `128gb` and `$300-$400` are several, so that phrases find their numbers. */
export function toChunks(search: string): Chunks {
  const typed = search.normalize('NFKC').replace(QUOTED, ' $1 ');
  const chunks = [...typed.matchAll(CHUNK)].flatMap((match) => {
    const text = trimEnd(fold(match[0]).trim());
    return text === '' ? [] : [{ start: match.index, end: match.index + match[0].length, text, tokens: tokensOf(text) }];
  });
  return { typed, chunks };
}

/** The tokens of a text, as chunks have them. */
function tokensOf(text: string): string[] {
  const plain = text.replace(APOSTROPHES, '');
  if (!/^\p{L}/u.test(plain) || BOUND.test(plain)) return plain.match(TOKEN) ?? [];
  const parts = plain.split('-');
  return parts.every((part) => /^\p{L}+$/u.test(part)) ? parts : plain.split(' ');
}

/** The text without these chunks, nor the commas and words that only joined them to the rest. */
export function withoutChunks({ typed, chunks }: Chunks, first: number, last: number): string {
  let [before, after] = [first - 1, last + 1];
  while (isJoining(chunks, before)) before -= 1;
  const isLeftOver = (text: string): boolean => (before < 0 ? isJoining(chunks, after) || ARTICLES.has(text) : isJoining(chunks, after) && !RELATIVE.has(text));
  while (after < chunks.length && isLeftOver(chunks[after]?.text ?? '')) after += 1;
  const end = chunks[before]?.end ?? 0;
  const closed = typed[end] === ')' ? end + 1 : end;
  const rest = [typed.slice(0, closed), after < chunks.length ? typed.slice(chunks[after]?.start) : ''].join(' ');
  const whole = rest.includes('(') ? rest : rest.replaceAll(')', '');
  return whole.split(/\s+/u).filter(Boolean).join(' ');
}

/** Whether a chunk means nothing without what follows it: `with`, and an article after it. */
function isJoining(chunks: Chunk[], at: number): boolean {
  const text = chunks[at]?.text ?? '';
  return JOINING.has(text) || (ARTICLES.has(text) && (at === 0 || JOINING.has(chunks[at - 1]?.text ?? '')));
}

/** The text of these chunks, as typed. */
export function typedChunks({ typed, chunks }: Chunks, first: number, last: number): string {
  return typed.slice(chunks[first]?.start ?? 0, chunks[last]?.end ?? 0);
}

function trimEnd(text: string): string {
  const last = text.at(-1) ?? '';
  return last === '.' || last === ':' ? text.slice(0, -1) : text;
}
