import type { SearchChip } from '#contract/search.ts';
import { type Chunk, toChunks, typedChunks, withoutChunks } from './chunks.ts';
import { toFacetLabel } from './facet-labels.ts';
import type { IndexState } from './index-state.ts';
import type { ParsedQuery } from './parsed-query.ts';
import { isFiller, type Word } from './read-words.ts';
import { wordsOf, wordsOfName } from './words.ts';

/** What a word stands for; of several, the first in this list. */
const KINDS = ['brand', 'storage', 'ram', 'color', 'place', 'condition', 'name'] as const;
type Kind = (typeof KINDS)[number];

/** Consecutive words of the same kind, such as `galaxy s21` or `lake oswego`. */
type Group = { kind: Kind; texts: string[]; first: number; last: number };

const BARE_SIZE = /^\d+$/u;

/** What a search was understood as, in the order of its words; `search`: as typed, in its own case. */
export function toChips(state: IndexState, search: string, { understood, words, kind, required, preferred, unmet }: ParsedQuery): SearchChip[] {
  const typed = toChunks(search);
  const shown = kind === 'guessed' ? understood.words.filter(({ text }) => !isFiller(text)) : words;
  const chipOf = (label: string, first: number, last: number, rest: Pick<SearchChip, 'kind' | 'applied'>) => ({
    at: first,
    chip: { label, typed: typedChunks(typed, first, last), without: withoutChunks(typed, first, last), ...rest },
  });
  const chips = [
    ...groupsOf(state, understood.chunks, shown).map((group) =>
      chipOf(labelOf(state, group), group.first, group.last, { kind: group.kind === 'name' ? 'name' : 'filter', applied: true }),
    ),
    ...[...required, ...preferred].map(({ label, first, last }) => chipOf(label, first, last, { kind: 'filter', applied: true })),
    ...unmet.map(({ label, first, last }) => chipOf(label, first, last, { kind: 'filter', applied: false })),
  ];
  return chips.toSorted((one, other) => one.at - other.at).map(({ chip }) => chip);
}

function groupsOf(state: IndexState, chunks: Chunk[], words: Word[]): Group[] {
  const groups: Group[] = [];
  for (const word of words) {
    const before = groups.at(-1);
    const isNext = before !== undefined && word.first <= before.last + 1;
    const kind = kindOf(state, word, isNext && before.kind === 'name');
    const typed = chunks
      .slice(word.first, word.last + 1)
      .map(({ text }) => text)
      .join(' ');
    // As typed where that is the same word: `sm-g991b`, not `smg991b`.
    const text = kind === 'name' && wordsOf(typed).join('') === word.text ? typed : word.text;
    if (isNext && before.kind === kind && (kind === 'name' || kind === 'color' || kind === 'place')) {
      if (word.first !== before.last || !before.texts.includes(text)) before.texts.push(text);
      before.last = Math.max(before.last, word.last);
    } else groups.push({ kind, texts: [text], first: word.first, last: word.last });
  }
  return groups.filter(({ kind, texts }) => kind !== 'name' || !texts.every(isFiller));
}

/** A number after a name is part of it, even if it also is a size: `iphone 16`. */
function kindOf(state: IndexState, { text, posting }: Word, isAfterName: boolean): Kind {
  if (text.split(' or ').some((part) => brandCalled(state, part) !== undefined)) return 'brand';
  if (isAfterName && posting.model !== undefined && BARE_SIZE.test(text)) return 'name';
  return KINDS.find((kind) => kind !== 'brand' && kind !== 'name' && posting[kind] !== undefined) ?? 'name';
}

function labelOf(state: IndexState, { kind, texts }: Group): string {
  const text = texts.join(' ');
  const alternatives = text.split(' or ');
  if (kind === 'name') return text;
  if (kind === 'brand') return alternatives.map((one) => brandCalled(state, one) ?? one).join(' or ');
  const labels = alternatives.map((one) => toFacetLabel(kind, BARE_SIZE.test(one) ? `${one}gb` : one)).join(' or ');
  if (kind === 'ram') return `${labels} RAM`;
  return kind === 'place' ? `In ${labels}` : labels;
}

function brandCalled({ categoryNames }: IndexState, text: string): string | undefined {
  return categoryNames.find((name) => wordsOfName(name).join('') === text);
}
