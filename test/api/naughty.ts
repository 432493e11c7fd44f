import naughty from 'big-list-of-naughty-strings' with { type: 'json' };
import { forEachKey, LISTING_FIELDS, maxOf, TEXT_KEYS, type TextKey } from '#contract/listing-fields.ts';
import { SPECIFICATION_KEYS } from '#contract/shared/specification.ts';
import { isBlank, isStorable } from '#contract/shared/text.ts';

/** The big list of naughty strings, each once. */
export const TEXTS: string[] = [...new Set(naughty)];

type Dealt = { fields: Record<string, string> & Record<TextKey, string>; specification: Record<string, string>; refused: string[] };

/** Line breaks, control characters and direction marks, which the shop's own lines never contain. */
const UNSEEN = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u;

/** Every `step`th round: all of them take too long. */
export const roundsOf = (step: number): number[] => [...TEXTS.keys()].filter((round) => round % step === 0);

/** One listing's texts, and the fields in which the shop must reject them. */
export function dealt(round: number): Dealt {
  const fields = forEachKey(TEXT_KEYS, (key) => textAt(round, TEXT_KEYS.indexOf(key)));
  const facts = Object.fromEntries(SPECIFICATION_KEYS.map((key, place) => [key, textAt(round, TEXT_KEYS.length + place)]));
  const refused = [
    ...TEXT_KEYS.filter((key) => !fits(fields[key], maxOf(key))),
    ...Object.entries(facts).flatMap(([key, text]) => (fits(text, LISTING_FIELDS.specification.max) ? [] : `specification.${key}`)),
  ];
  return { fields, specification: facts, refused };
}

/** Assigns strings to rounds and fields so that, after as many rounds as there are strings, each was in every field. */
export const textAt = (round: number, place: number): string => TEXTS[(round + place) % TEXTS.length] ?? '';

export const fits = (text: string, max: number): boolean => !isBlank(text) && isStorable(text) && [...stored(text)].length <= max;

/** A text as the contract stores it: without surrounding space. */
export const stored = (text: string): string => text.trim();

/** The text for a round and field, or `plain` if a field of `max` characters rejects it. */
export function fittingAt(round: number, place: number, max: number): string {
  const text = textAt(round, place);
  return fits(text, max) ? text : 'plain';
}

export const fitsLine = (text: string, max: number): boolean => fits(text, max) && !UNSEEN.test(stored(text));
