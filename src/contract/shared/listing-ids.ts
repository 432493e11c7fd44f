import { z } from 'zod';
import { isStorable } from './text.ts';

/** A listing's id. */
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;
const ID_LENGTH = 36;

type Sentences = { notRead: string; tooMany: string; none: string };

/** Listing ids in a query, separated by commas: one to `most`. Duplicates count once. */
export function listingIds(most: number, { notRead, tooMany, none }: Sentences) {
  return (
    z
      .string(notRead)
      // Room for spaces, and for a few ids too many, which get a sentence of their own.
      .max((most + 10) * (ID_LENGTH + 2), { error: notRead, abort: true })
      .refine(isStorable, notRead)
      .transform((text) => [...new Set(text.split(',').map((id) => id.trim().toLowerCase()))].filter((id) => id !== ''))
      .refine((ids) => ids.length > 0, none)
      .refine((ids) => ids.length <= most, tooMany)
      .refine((ids) => ids.every((id) => ID.test(id)), notRead)
  );
}
