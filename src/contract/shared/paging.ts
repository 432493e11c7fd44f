import { z } from 'zod';
import { MAX_PAGE_SIZE } from './page-size.ts';
import { SearchText } from './search-schema.ts';
import { wholeNumber } from './whole-number.ts';

// In a file of their own, so that the browser can import them without the schemas.
export { MAX_PAGE_SIZE, SITE_PAGE_SIZE } from './page-size.ts';

export const BAD_CURSOR = 'This cursor isn’t valid for this list.';

/** `limit` (1 to 100; more counts as 100) and the opaque `cursor` from the previous page's `Link` header. */
export const PageQuery = z.object({
  limit: wholeNumber('limit is a whole number from 1 to 100.', { min: 1, max: Number.MAX_SAFE_INTEGER })
    .transform((limit) => Math.min(limit, MAX_PAGE_SIZE))
    .default(MAX_PAGE_SIZE),
  cursor: z.string().max(1000, BAD_CURSOR).optional(),
});
/** What a list's rows must contain: words. */
export const ListSearch = SearchText.default('');

/** A list that people search and sort. An unknown order means newest first. */
export const ListQuery = PageQuery.extend({
  search: ListSearch,
  sort: z
    .string()
    .max(200)
    .optional()
    .transform((sort): 'newest' | 'oldest' => (sort === 'oldest' ? 'oldest' : 'newest')),
});
export type ListQuery = z.output<typeof ListQuery>;
export type PageQuery = z.output<typeof PageQuery>;
