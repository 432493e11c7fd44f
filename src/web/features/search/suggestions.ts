import type { Suggestion } from '#contract/search.ts';

const wordsOf = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== '');
const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');

/** A model with its brand in front, unless it names the brand itself: `13 Pro` alone would find every brand's. */
export const fullName = ({ kind, text, brand }: Suggestion): string => {
  if (kind === 'brand') return text;
  return text.toLowerCase().includes(brand.toLowerCase()) ? text : `${brand} ${text}`;
};

/** Where a suggestion leads: a brand to its phones, a model to the search for it. */
export const addressOf = (suggestion: Suggestion): string =>
  suggestion.kind === 'brand' ? `/category/${encodeURIComponent(suggestion.text)}` : `/search?${new URLSearchParams({ search: fullName(suggestion) })}`;

/** Whether every typed word is in it. */
export const has = (suggestion: Suggestion, typed: string): boolean => {
  const name = fullName(suggestion).toLowerCase();
  return wordsOf(typed.toLowerCase()).every((word) => name.includes(word));
};

/** `at`: where in the text it begins. */
export type Part = { at: number; text: string; marked: boolean };

/** A text in parts, of which those are marked that begin with what was typed, also when it was typed without the spaces. */
export const markTyped = (text: string, typed: string): Part[] => {
  const words = wordsOf(typed).slice(0, 8);
  const spaced = [...words.join('')].map(escapePattern).join('\\s*');
  const patterns = [spaced, ...words.map(escapePattern).sort((one, other) => other.length - one.length)].filter((pattern) => pattern !== '');
  if (patterns.length === 0) return [{ at: 0, text, marked: false }];
  // Split by one group, every second part is what the group matched.
  const parts = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${patterns.join('|')})`, 'giu'));
  let at = 0;
  return parts.flatMap((part, index) => {
    at += part.length;
    return part === '' ? [] : [{ at: at - part.length, text: part, marked: index % 2 === 1 }];
  });
};
