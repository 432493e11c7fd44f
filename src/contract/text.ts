import { z } from 'zod';

const BLANK = /^[\s\p{Z}\p{Cf}]*$/u;

/** Whether a person would see nothing: only spaces, separators and invisible marks. */
export const isBlank = (text: string): boolean => BLANK.test(text);

/** Whether a text has at most `max` characters as a person counts them, near enough: code points. */
export const hasAtMost =
  (max: number) =>
  (text: string): boolean =>
    [...text].length <= max;

const STORABLE_MESSAGE = 'This text holds a character that cannot be kept.';

/** A database keeps text that is well-formed and free of NUL; anything else could not be shown back exactly. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Required text: trimmed, not blank, at most `max` characters. `label` names the field in its sentences. */
export const requiredText = (label: string, max: number, missing = `${label} is required.`) =>
  z
    .string(missing)
    .trim()
    .refine((text) => !isBlank(text), missing)
    .refine(hasAtMost(max), `${label} can have at most ${max.toLocaleString('en-US')} characters.`)
    .refine(isStorable, STORABLE_MESSAGE);

/** Required text that may come as a number too, such as a year. */
export const requiredTypedText = (label: string, max: number) =>
  z.preprocess((value) => (typeof value === 'number' && Number.isFinite(value) ? String(value) : value), requiredText(label, max));

/** An id or address in a path, query or body. Of any form: what does not exist is simply not found. */
export const Id = z.string().min(1).max(200).refine(isStorable, STORABLE_MESSAGE);

/** An e-mail address as one compares it: trimmed, in lower case. */
export const Email = z
  .string('Email is Required')
  .trim()
  .toLowerCase()
  .min(1, 'Email is Required')
  .max(254, 'An e-mail address can have at most 254 characters.')
  .refine((text) => /^[^\s@]+@[^\s@]+$/u.test(text) && isStorable(text), 'This is not an e-mail address.');
