import { type Chunk, toChunks } from './chunks.ts';
import type { IndexState } from './index-state.ts';
import { matchPhrases, PHRASE_WORDS, type Phrase } from './match-phrases.ts';
import { addWord, correctWord, type FoundWords, haveInCommon, isFiller, joinsNext, readWords, resolveWord, type Word, widen } from './read-words.ts';
import type { Requirement } from './requirements.ts';
import { completionsOf } from './vocabulary.ts';
import { countDifferent, distanceOf, fold, lettersOf, wordsOf, wordsOfName } from './words.ts';

/** The interpretation of a search. */
export type Understood = {
  /** With typos in phrases corrected. */
  chunks: Chunk[];
  words: Word[];
  requirements: Requirement[];
  /** Words that match nothing on sale, as typed. */
  ignored: string[];
  /** Whether it only says that phones are wanted. */
  isAnyPhone: boolean;
  /** The whole search with typos corrected; null if there were none. */
  corrected: string | null;
  /** The folded search, for comparing with exact names. */
  folded: string;
  /** Words inside phrases, which names may contain as well. */
  phraseWords: string[];
  /** The phrases, with typos corrected, and the chunks that they take. */
  phrases: { text: string; first: number; last: number }[];
  /** Those of the ignored words that are in no phrase. */
  unknown: string[];
};

const MAX_WORDS = 32;
/** Shorter words are more often abbreviations than typos. */
const MIN_TYPO = 4;
const MIN_MEANT = 5;
const LONG_WORD = 8;

/**
 * Words of phrases that a typo may have been meant as, with their letters: a typo adds one letter and takes away one at most. Everyday words only where
 * one is a phrase by itself, such as `cheap`: of others a search would lose the word that was typed.
 */
const MEANT_WORDS = [...PHRASE_WORDS]
  .filter((word) => word.length >= MIN_MEANT && (!isFiller(word) || matchPhrases(toChunks(word).chunks, () => false).length > 0))
  .map((word) => ({ word, letters: lettersOf(word), mostTypos: word.length >= LONG_WORD ? 2 : 1 }));

/** Interprets a search by its phrases, and by the words of what is on sale. Exact words take precedence; only unknown words are treated as typos. */
export function understand(state: IndexState, search: string): Understood {
  const typed = toChunks(search).chunks;
  const mended = typed.map((chunk) => mendChunk(state, chunk));
  const folded = wordsOf(search).join(' ');
  const whole = readWholeNumber(state, folded);
  const phrases = whole === null ? matchPhrases(mended, (word) => isKnown(state, word)) : [];
  // Outside phrases, words stay as typed.
  const chunks = typed.map((chunk, at) => (isInPhrase(phrases, at) ? mendExcluded(state, mended[at] ?? chunk, isExcluded(phrases, at)) : chunk));
  const pieces = whole === null ? piecesOutside(state, chunks, phrases) : [{ text: whole, first: 0, last: chunks.length - 1 }];
  const isJoined = pieces.slice(1).some(({ text }, at) => joinsNext(state, pieces[at]?.text ?? '', text));
  const saysLittle = !isJoined && pieces.every(({ text }) => isFiller(text));
  const found: FoundWords = { words: [], ignored: [], shown: [], isCorrected: chunks.some((chunk, at) => chunk !== typed[at]) };
  readWords(state, saysLittle ? [] : pieces.slice(0, MAX_WORDS), found);
  for (const { text, first } of pieces.slice(MAX_WORDS)) found.ignored.push({ text, at: first });
  const requirements = phrases.flatMap((phrase) => readPhrase(state, chunks, phrase, found));
  const ignored = found.ignored.toSorted((one, other) => one.at - other.at);
  const corrected = found.shown.toSorted((one, other) => one.at - other.at).map(({ text }) => text);
  return {
    chunks,
    words: found.words.toSorted((one, other) => one.first - other.first),
    requirements,
    ignored: ignored.map(({ text }) => text),
    isAnyPhone: folded !== '' && saysLittle && found.words.length === 0,
    corrected: found.isCorrected ? corrected.join(' ') : null,
    folded,
    phraseWords: phrases.flatMap((phrase) => wordsOf(textOf(chunks, phrase))),
    phrases: phrases.map(({ first, last }) => ({ text: textOf(chunks, { first, last }), first, last })),
    unknown: ignored.flatMap(({ text, at }) => (isInPhrase(phrases, at) ? [] : [text])),
  };
}

const isExcluded = (phrases: Phrase[], at: number): boolean => phrases.some(({ words }) => words.includes(at));

const isInPhrase = (phrases: Phrase[], at: number): boolean => phrases.some(({ first, last }) => first <= at && at <= last);

const textOf = (chunks: Chunk[], { first, last }: Pick<Phrase, 'first' | 'last'>): string =>
  chunks
    .slice(first, last + 1)
    .map(({ text }) => text)
    .join(' ');

/** Whether something on sale has exactly this word. */
const isKnown = (state: IndexState, word: string): boolean => resolveWord(state, word, { exactly: true }) !== null;

/** Corrects typos in words of phrases: `undr`, `batery`. */
function mendChunk(state: IndexState, chunk: Chunk): Chunk {
  const tokens = chunk.tokens.map((token) => mend(state, token));
  return tokens.every((token, index) => token === chunk.tokens[index]) ? chunk : { ...chunk, tokens, text: tokens.join(' ') };
}

/** Corrects a typo in what is excluded: `not samsng`. */
function mendExcluded(state: IndexState, chunk: Chunk, isExcluded: boolean): Chunk {
  const word = chunk.tokens.at(-1) ?? '';
  const meant = isExcluded ? resolveWord(state, word)?.text : undefined;
  return meant === undefined || meant === word ? chunk : { ...chunk, tokens: [...chunk.tokens.slice(0, -1), meant], text: chunk.text.replace(word, meant) };
}

function mend(state: IndexState, token: string): string {
  if (token.length < MIN_TYPO || !/^\p{L}+$/u.test(token) || PHRASE_WORDS.has(token) || isFiller(token) || state.isNameWord(token)) return token;
  if (isKnown(state, token) || completionsOf(state.vocabulary, token, () => true).length > 0) return token;
  let best = { text: token, distance: 3 };
  const letters = lettersOf(token);
  for (const { word, letters: meant, mostTypos: mostIn } of MEANT_WORDS) {
    // As in names: hardly anybody gets the first letter and another one wrong.
    const mostTypos = word[0] === token[0] ? mostIn : 1;
    if (Math.abs(word.length - token.length) > mostTypos || countDifferent(letters, meant) > 2 * mostTypos) continue;
    const distance = distanceOf(token, word);
    if (distance <= mostTypos && distance < best.distance) best = { text: word, distance };
  }
  if (best.text === token) return token;
  const named = correctWord(state, token);
  return named !== null && distanceOf(token, named) <= best.distance ? token : best.text;
}

/** The words outside phrases, with model numbers in one piece. */
function piecesOutside(state: IndexState, chunks: Chunk[], phrases: Phrase[]) {
  return chunks.flatMap(({ text }, at) => {
    if (isInPhrase(phrases, at)) return [];
    const number = readNumber(state, text);
    return (number === null ? wordsOf(text.replace(/['’]/gu, '')) : [number]).map((word) => ({ text: word, first: at, last: at }));
  });
}

/** A model number in several words that is the whole search: `VFD 710`. */
function readWholeNumber(state: IndexState, folded: string): string | null {
  const joined = folded.replaceAll(' ', '');
  if (joined === folded || joined.length < 5 || !/\p{L}/u.test(joined) || !/\d/u.test(joined)) return null;
  const posting = resolveWord(state, joined, { exactly: true })?.posting;
  return posting?.number && !posting.model ? joined : null;
}

/** A model number in one piece, however it was written: `SM-G973F/DS`. */
function readNumber(state: IndexState, chunk: string): string | null {
  const joined = fold(chunk).replace(/[^\p{L}\p{N}]+/gu, '');
  if (!/\p{L}/u.test(joined) || !/\d/u.test(joined) || joined.length < 4 || /^[\p{L}\p{N}]+$/u.test(chunk)) return null;
  return state.vocabulary.words.get(joined)?.number ? joined : null;
}

/** The requirements of a phrase. Sizes become words, and what can't be answered is left out by name. */
function readPhrase(state: IndexState, chunks: Chunk[], { first, last, outcomes, words }: Phrase, found: FoundWords): Requirement[] {
  const typed = textOf(chunks, { first, last });
  const isPrice = outcomes.some((outcome) => outcome.is === 'requirement' && outcome.condition.about === 'price');
  const [price] = outcomes;
  if (outcomes[0]?.is !== 'size') found.shown.push({ at: first, text: isPrice && price?.is === 'requirement' ? describePrice(price.label) : typed });
  return outcomes.flatMap((outcome): Requirement[] => {
    if (outcome.is === 'requirement') return [{ label: outcome.label, condition: outcome.condition, first, last }];
    if (outcome.is === 'unknown') found.ignored.push({ text: typed, at: first });
    if (outcome.is === 'size')
      addSize(state, found, { text: outcome.text, dimension: outcome.dimension, first, last, isAlternative: chunks[first - 1]?.text === 'or' });
    if (outcome.is !== 'not') return [];
    const at = words[outcome.slot] ?? last;
    const excluded = resolveWord(state, chunks[at]?.tokens.at(-1) ?? '');
    if (!excluded) {
      found.ignored.push({ text: typed, at: first });
      return [];
    }
    const brand = state.categoryNames.find((name) => wordsOfName(name).join('') === excluded.text);
    return [{ label: `Not ${brand ?? excluded.text}`, condition: { about: 'not', posting: excluded.posting }, first, last }];
  });
}

/** A price as a search names it: `under $300`. */
const describePrice = (label: string): string => label.replace('Up to', 'under').replace('From', 'over').replace('–', '-');

type Size = { text: string; dimension: 'ram' | 'storage' | null; first: number; last: number; isAlternative: boolean };

function addSize(state: IndexState, found: FoundWords, { text, dimension, first, last, isAlternative }: Size): void {
  const posting = state.vocabulary.words.get(text) ?? {};
  const known = dimension === null ? posting : { [dimension]: posting[dimension] };
  const isKnown = Object.values(known).some((numbers) => numbers !== undefined);
  found.shown.push({ at: first, text });
  if (!isKnown) {
    found.ignored.push({ text, at: first });
    return;
  }
  const before = isAlternative ? found.words.find((word) => word.last === first - 2) : undefined;
  if (before && haveInCommon(before.posting, known)) widen(before, { text, posting: known, last });
  else addWord(found, { text, posting: known, first, last });
}
