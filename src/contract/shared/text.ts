import { z } from 'zod';

const BLANK = /^[\s\p{Z}\p{Cf}]*$/u;

const STORABLE_MESSAGE = 'This text contains a character that can’t be stored.';

/** So many spaces may stand around a text before it is too long to be looked at. */
const MAX_AROUND = 1000;

/** An id or address in a path, query or body. Of any form: what does not exist is simply not found. */
export const Id = z.string().min(1).max(200).refine(isStorable, STORABLE_MESSAGE);

/** An e-mail address as one compares it: trimmed, in lower case. */
export const Email = z
  .string('Email is Required')
  .refine(isWithinReach(254), { message: 'An email address can have at most 254 characters.', abort: true })
  .trim()
  .toLowerCase()
  .min(1, 'Email is Required')
  .max(254, 'An email address can have at most 254 characters.')
  .refine((text) => /^[^\s@]+@[^\s@]+$/u.test(text) && isStorable(text), 'Enter a valid email address.');

/** Required text that may come as a number too, such as a year. */
export function requiredTypedText(label: string, max: number) {
  return z.preprocess((value) => (typeof value === 'number' && Number.isFinite(value) ? String(value) : value), requiredText(label, max));
}

/** Required text: trimmed, not blank, at most `max` characters. `label` names the field in its sentences. */
export function requiredText(label: string, max: number, missing = `${label} is required.`) {
  return z
    .string(missing)
    .refine(isWithinReach(max), { message: atMost(label, max), abort: true })
    .trim()
    .refine((text) => !isBlank(text), missing)
    .refine(hasAtMost(max), atMost(label, max))
    .refine(isStorable, STORABLE_MESSAGE);
}

/** The first thing that a text is asked: nothing else is done with one that can't be short enough, however much of it is trimmed. */
export function isWithinReach(max: number) {
  return ({ length }: string): boolean => length <= 2 * max + MAX_AROUND;
}

const atMost = (label: string, max: number): string => `${label} can have at most ${max.toLocaleString('en-US')} characters.`;

/** Whether a person would see nothing: only spaces, separators and invisible marks. */
export const isBlank = (text: string): boolean => BLANK.test(text);

/** Whether a text has at most `max` characters as a person counts them, near enough: code points. */
export function hasAtMost(max: number) {
  return (text: string): boolean =>
    // A code point is at most two units: what is longer need not be counted.
    text.length <= max || (text.length <= 2 * max && [...text].length <= max);
}

/** A database keeps text that is well-formed and free of NUL; anything else could not be shown back exactly. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
