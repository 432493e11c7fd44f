import type { Suggestion } from '#contract/search.ts';

/** `at`: where in the text it begins. */
export type Part = { at: number; text: string; marked: boolean };

/** Returns where a suggestion leads: a brand to its phones, a model to a search for it. */
export function addressOf(suggestion: Suggestion): string {
  return suggestion.kind === 'brand' ? `/category/${encodeURIComponent(suggestion.text)}` : `/search?${new URLSearchParams({ search: fullName(suggestion) })}`;
}

/** Returns a model with its brand in front, unless it names the brand itself: `13 Pro` alone would find every brand's. */
export function fullName({ kind, text, brand }: Suggestion): string {
  if (kind === 'brand') return text;
  return text.toLowerCase().includes(brand.toLowerCase()) ? text : `${brand} ${text}`;
}

/** Whether the suggestion contains every typed word. */
export function has(suggestion: Suggestion, typed: string): boolean {
  const name = fullName(suggestion).toLowerCase();
  return wordsOf(typed.toLowerCase()).every((word) => name.includes(word));
}

const wordsOf = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== '');

/** Splits a text into parts and marks those that begin with the input, even when it was typed without the spaces. */
export function markTyped(text: string, typed: string): Part[] {
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
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
