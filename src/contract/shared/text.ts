import { z } from 'zod';

/** U+2800 is the braille pattern without dots. */
const BLANK = /^[\s\p{Z}\p{Cc}\p{Cf}\p{DI}\u2800]*$/u;

export const STORABLE_MESSAGE = 'This text contains a character that can’t be stored.';

/** The most surrounding whitespace that is trimmed; longer texts are refused first. */
const MAX_AROUND = 1000;

/** An id or address in a path, query or body. Any format: an unknown one is simply not found. */
export const Id = z.string().min(1).max(200).refine(isStorable, STORABLE_MESSAGE);

/** An email address, normalized for comparison: trimmed and in lower case. */
export const Email = z
  .string('Email is Required')
  .refine(isWithinReach(254), { message: 'An email address can have at most 254 characters.', abort: true })
  .trim()
  .toLowerCase()
  .min(1, 'Email is Required')
  .max(254, 'An email address can have at most 254 characters.')
  .refine((text) => /^[^\s@]+@[^\s@]+$/u.test(text) && isStorable(text), 'Enter a valid email address.');

/** Required text that may also be sent as a number, such as a year. */
export function requiredTypedText(label: string, max: number) {
  return z.preprocess((value) => (typeof value === 'number' && Number.isFinite(value) ? String(value) : value), requiredText(label, max));
}

/** Required text: trimmed, not blank, at most `max` characters. `label` names the field in error messages. */
export function requiredText(label: string, max: number, missing = `${label} is required.`) {
  return z
    .string(missing)
    .refine(isWithinReach(max), { message: atMost(label, max), abort: true })
    .trim()
    .refine((text) => !isBlank(text), missing)
    .refine(hasAtMost(max), atMost(label, max))
    .refine(isStorable, STORABLE_MESSAGE);
}

/** Checked first: refuses texts too long to fit even after trimming, before anything else is done with them. */
export function isWithinReach(max: number) {
  return ({ length }: string): boolean => length <= 2 * max + MAX_AROUND;
}

const atMost = (label: string, max: number): string => `${label} can have at most ${max.toLocaleString('en-US')} characters.`;

/** Whether a person would see nothing: only spaces, separators and invisible characters. */
export const isBlank = (text: string): boolean => BLANK.test(text);

/** Whether a text has at most `max` characters, counted as code points, which is nearly how people count. */
export function hasAtMost(max: number) {
  return (text: string): boolean =>
    // A code point takes at most two UTF-16 units, so longer texts needn't be counted.
    text.length <= max || (text.length <= 2 * max && [...text].length <= max);
}

/** Databases store only well-formed text without NUL; anything else would come back changed. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
