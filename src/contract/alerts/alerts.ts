import { z } from 'zod';
import type { Endpoint } from '../shared/endpoint.ts';
import { filterShape, isPriceRange, PRICE_RANGE_REFUSED } from '../shared/filters.ts';
import { Deleted, Inserted, Moment, Updated } from '../shared/replies.ts';
import { ALERT_FREQUENCIES, MAX_SAVED_SEARCHES } from '../shared/saved-searches.ts';
import { SearchText } from '../shared/search-schema.ts';
import { Id } from '../shared/text.ts';
import { OwnWantedAd } from './wanted.ts';

export const AlertFrequency = z.enum(ALERT_FREQUENCIES, 'Choose instantly, daily, weekly or off.');

/** A search that somebody saved. `path`: the page that repeats it; `wanted`: its wanted ad, null if it never had one; `canBeAd`: whether it can be made one. */
export const SavedSearch = z.object({
  _id: z.string(),
  title: z.string(),
  path: z.string(),
  frequency: AlertFrequency,
  savedAt: Moment,
  wanted: OwnWantedAd.nullable(),
  canBeAd: z.boolean(),
});
export type SavedSearch = z.infer<typeof SavedSearch>;

/** A list's brand, search and filters, as its page has them. */
export const SearchInput = z
  .object(
    { name: z.string('The brand’s name must be text.').max(200, 'There is no such brand.').optional(), search: SearchText.default(''), ...filterShape },
    'Say what to search for.',
  )
  .refine(isPriceRange, PRICE_RANGE_REFUSED);
export type SearchInput = z.output<typeof SearchInput>;

const ById = z.object({ id: Id });

export const alertCalls = {
  'GET /savedSearches': {
    summary: 'Lists the searches that the caller saved, most recent first.',
    access: 'signed-in',
    rows: 'own-list',
    reply: z.array(SavedSearch),
  },
  'POST /savedSearches': {
    summary: `Saves a search, which alerts the caller of phones listed later that match: up to ${MAX_SAVED_SEARCHES}. One that is saved already stays as it is. \`canBeAd\`: whether a saved search can be made a wanted ad.`,
    access: 'signed-in',
    rows: 'none',
    body: SearchInput,
    reply: Inserted.extend({ canBeAd: z.boolean().optional() }),
  },
  'PUT /savedSearches/:id': {
    summary: 'Chooses how often the caller is alerted of phones that match a search.',
    access: 'signed-in',
    rows: 'own',
    params: ById,
    body: z.object({ frequency: AlertFrequency }, 'Choose instantly, daily, weekly or off.'),
    reply: Updated,
  },
  'DELETE /savedSearches/:id': {
    summary: 'Deletes a search that the caller saved.',
    access: 'signed-in',
    rows: 'own',
    params: ById,
    reply: Deleted,
  },
} as const satisfies Record<string, Endpoint>;
