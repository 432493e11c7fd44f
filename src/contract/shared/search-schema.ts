import { z } from 'zod';
import { toSearchText } from './search-text.ts';
import { isStorable, STORABLE_MESSAGE } from './text.ts';

/** More than an address can have. */
const MAX_TYPED = 20_000;

/** A search as typed, trimmed; of a longer one, its first 200 characters. */
export const SearchText = z
  .string('Give `search` only once.')
  .max(MAX_TYPED, { error: 'This search is far too long.', abort: true })
  .transform(toSearchText)
  .refine(isStorable, STORABLE_MESSAGE);
