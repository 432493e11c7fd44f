import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { listingIds } from './shared/listing-ids.ts';
import { Amount } from './shared/money.ts';
import { MOST_SAVED_AT_ONCE } from './shared/page-size.ts';
import { PageQuery } from './shared/paging.ts';
import { Deleted, Moment, Updated } from './shared/replies.ts';
import { Id } from './shared/text.ts';

/** The most phones that a person can save. */
export const MAX_SAVED = 500;

const TOO_MANY_AT_ONCE = `You can name at most ${MOST_SAVED_AT_ONCE} phones at once.`;
const NOT_READ = 'These aren’t listings.';

/** What a list shows of a phone, sold or not. */
export const PhoneSummary = z.object({
  _id: z.string(),
  model_name: z.string(),
  image: z.string(),
  storage: z.string(),
  condition: z.string(),
  color: z.string(),
  resale_price: Amount,
  status: z.enum(['available', 'paused', 'sold']),
});
export type PhoneSummary = z.infer<typeof PhoneSummary>;

/** A phone that somebody saved. `gone`: it was taken down; `priceThen`: what it cost when they saved it. */
export const SavedPhone = PhoneSummary.extend({ status: z.enum(['available', 'paused', 'sold', 'gone']), priceThen: Amount, savedAt: Moment });
export type SavedPhone = z.infer<typeof SavedPhone>;

export const savedCalls = {
  'GET /phoneSummaries': {
    summary: `Returns what is left of up to ${MOST_SAVED_AT_ONCE} listings (\`ids\`, separated by commas), in that order: for phones that a device remembers.`,
    access: 'anyone',
    rows: 'any',
    limit: 'search',
    query: z.object({ ids: listingIds(MOST_SAVED_AT_ONCE, { notRead: NOT_READ, tooMany: TOO_MANY_AT_ONCE, none: 'Name at least one phone.' }) }),
    reply: z.array(PhoneSummary),
  },
  'GET /saved': {
    summary: 'Lists the phones that the caller saved, most recent first.',
    access: 'signed-in',
    rows: 'own-list',
    query: PageQuery,
    reply: z.array(SavedPhone),
    paged: true,
  },
  'GET /saved/ids': {
    summary: 'Returns the ids of all phones that the caller saved.',
    access: 'signed-in',
    rows: 'own-list',
    reply: z.object({ ids: z.array(z.string()) }),
  },
  'POST /saved': {
    summary: `Saves phones, as far as there is room: a person can save ${MAX_SAVED}. Those saved before stay as they are. Returns the ids for which there was no room in \`left\`.`,
    access: 'signed-in',
    rows: 'none',
    body: z.object(
      { ids: z.array(z.unknown(), NOT_READ).min(1, 'Name at least one phone.').max(MOST_SAVED_AT_ONCE, TOO_MANY_AT_ONCE).pipe(z.array(Id)) },
      'Name at least one phone.',
    ),
    reply: Updated.extend({ left: z.array(z.string()) }),
  },
  'DELETE /saved/:id': {
    summary: 'Removes a phone from those that the caller saved.',
    access: 'signed-in',
    rows: 'none',
    params: z.object({ id: Id }),
    reply: Deleted,
  },
} as const satisfies Record<string, Endpoint>;
