import type { Criteria, SearchFilters } from '../../ports/search-engine.ts';
import { toChunks } from './chunks.ts';
import type { IndexState } from './index-state.ts';
import { createListingFilter, type Demands, matches } from './listing-filter.ts';
import { matchPhrases } from './match-phrases.ts';
import { narrowBy } from './parsed-query.ts';
import { guessModels } from './rank.ts';
import { isFiller, type Word } from './read-words.ts';
import { type Requirement, testsOfRequirement } from './requirements.ts';
import type { SingleListing } from './single-listing.ts';
import { understand } from './understand.ts';
import { completionsOf, type Dimension, mergePostings, type Posting } from './vocabulary.ts';

export const NO_CRITERIA: Criteria = { words: [], phrases: [] };

/** The same with its phrases understood. */
export type CompiledCriteria = Pick<Criteria, 'words'> & {
  required: Requirement[];
  sizes: { text: string; dimension: Dimension | null }[];
  excluded: string[];
};

/** Understands a search as its results page does now, with typos corrected. Unknown words are demanded as they are: phones that have them may come. */
export function toCriteria(state: IndexState, search: string): Criteria {
  const understood = understand(state, search);
  // Everyday words only count inside the name of a model.
  const isNamed = guessModels(state, understood).some(({ share }) => share === 1);
  const isOutside = ({ first }: Word): boolean => !understood.phrases.some((phrase) => phrase.first <= first && first <= phrase.last);
  const words = understood.words.filter((word) => isOutside(word) && (isNamed || !isFiller(word.text)));
  return {
    words: [
      ...words.map(({ text }) => {
        const any = text.split(' or ');
        return { any, begins: any.length === 1 && !state.vocabulary.words.has(text) };
      }),
      ...understood.unknown.filter((text) => !isFiller(text)).map((text) => ({ any: [text], begins: false })),
    ],
    phrases: understood.phrases.map(({ text }) => text),
  };
}

export function compileCriteria({ words, phrases }: Criteria): CompiledCriteria {
  const compiled: CompiledCriteria = { words, required: [], sizes: [], excluded: [] };
  for (const text of phrases) {
    const { chunks } = toChunks(text);
    for (const { first, last, outcomes, words: slots } of matchPhrases(chunks, () => false))
      for (const outcome of outcomes) {
        if (outcome.is === 'requirement') compiled.required.push({ label: outcome.label, condition: outcome.condition, first, last });
        if (outcome.is === 'size') compiled.sizes.push({ text: outcome.text, dimension: outcome.dimension });
        if (outcome.is === 'not') compiled.excluded.push(chunks[slots[outcome.slot] ?? last]?.tokens.at(-1) ?? '');
      }
  }
  return compiled;
}

/** Whether every listing meets them. */
export function demandNothing(criteria: Criteria): boolean {
  const { words, required, sizes, excluded } = compileCriteria(criteria);
  return [words, required, sizes, excluded].every(({ length }) => length === 0);
}

/** Whether a listing meets filters and a search's criteria. */
export function isMatch({ state, row }: SingleListing, filters: SearchFilters, criteria: CompiledCriteria): boolean {
  const demands = demandsOn(state, criteria);
  if (!demands) return false;
  const listingFilter = createListingFilter(state, narrowBy(criteria.required, filters), demands);
  return matches(state, listingFilter, row);
}

/** The criteria by the numbers of this listing's values; null if it lacks a word. */
function demandsOn(state: IndexState, { words, required, sizes, excluded }: CompiledCriteria): Demands | null {
  const found: Word[] = [];
  const add = (text: string, posting: Posting): boolean => found.push({ text, posting, first: 0, last: 0 }) > 0 && Object.keys(posting).length > 0;
  for (const { any, begins } of words) if (!add(any[0] ?? '', postingOf(state, any, begins))) return null;
  for (const { text, dimension } of sizes) {
    const posting = state.vocabulary.words.get(text) ?? {};
    const numbers = dimension === null ? undefined : posting[dimension];
    if (!add(text, dimension === null ? posting : numbers === undefined ? {} : { [dimension]: numbers })) return null;
  }
  const absent = excluded.flatMap((text) => {
    const posting = state.vocabulary.words.get(text);
    return posting ? [{ label: '', condition: { about: 'not' as const, posting }, first: 0, last: 0 }] : [];
  });
  return { words: found, models: null, tests: [...required, ...absent].flatMap((requirement) => testsOfRequirement(state, requirement)) };
}

function postingOf({ vocabulary }: IndexState, any: string[], begins: boolean): Posting {
  const [only = ''] = any;
  if (any.length === 1 && !begins) return vocabulary.words.get(only) ?? {};
  const words = begins ? completionsOf(vocabulary, only, () => true) : any;
  return mergePostings(words.map((word) => vocabulary.words.get(word) ?? {}));
}
