import { z } from 'zod';
import { Listing } from './listings.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { ListQuery } from './shared/paging.ts';
import { Deleted, Inserted } from './shared/replies.ts';
import { hasAtMost, Id, isStorable, isWithinReach } from './shared/text.ts';

/** A listing with open reports; `_id` is the listing's. */
export const ReportedItem = Listing.omit({ status: true }).extend({
  status: z.literal('reported'),
  /** Its page isn't shown for now: it is under review, or its seller is suspended. */
  hidden: z.boolean(),
  reports: z.int().positive(),
});
export type ReportedItem = z.infer<typeof ReportedItem>;

/** Why somebody reports a listing. */
export const ReportReason = z.enum(
  ['fake', 'stolen', 'wrong_details', 'strange_price', 'contact_outside', 'offensive', 'something_else'],
  'Choose one of the reasons.',
);
export type ReportReason = z.infer<typeof ReportReason>;

const MAX_NOTE = 1000;
const LONG_NOTE = `A note can have at most ${MAX_NOTE.toLocaleString('en-US')} characters.`;

const Note = z
  .string('A note must be text.')
  .refine(isWithinReach(MAX_NOTE), { message: LONG_NOTE, abort: true })
  .trim()
  .refine(hasAtMost(MAX_NOTE), LONG_NOTE)
  .refine(isStorable, 'This text contains a character that can’t be saved.');

export const reportCalls = {
  'GET /reportedItems': {
    summary:
      'Lists listings with open reports, one row per listing, most recently reported first; `search` finds words of the model or of the seller’s name or address.',
    access: 'admin',
    rows: 'any',
    query: ListQuery,
    reply: z.array(ReportedItem),
    paged: true,
  },
  'GET /reportedItems/:productId': {
    summary: 'Returns a listing’s report status: `reported` while it has open reports, otherwise null.',
    access: 'anyone',
    rows: 'any',
    params: z.object({ productId: Id }),
    reply: z.object({ reportedStatus: z.literal('reported').nullable() }),
  },
  'POST /reportedItems': {
    summary: 'Reports another person’s listing `_id`, once per person, with an optional reason and note. Other fields in the body are ignored.',
    access: 'signed-in',
    rows: 'any',
    cookie: true,
    limit: 'report',
    body: z.object({ _id: Id, reason: ReportReason.optional(), note: Note.optional() }),
    reply: Inserted,
  },
  'DELETE /reportedItems/:id': {
    summary: 'Removes a reported listing and closes its reports.',
    access: 'admin',
    rows: 'any',
    cookie: true,
    params: z.object({ id: Id }),
    reply: Deleted,
  },
} as const satisfies Record<string, Endpoint>;
