import { z } from 'zod';
import { Listing } from './listings.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { PageQuery } from './shared/paging.ts';
import { Deleted, Inserted, Moment, Updated } from './shared/replies.ts';
import { hasAtMost, Id, isStorable, isWithinReach } from './shared/text.ts';

/** A listing with open reports; `_id` is the listing's own. */
export const ReportedItem = Listing.omit({ status: true }).extend({
  status: z.literal('reported'),
  reports: z.int().positive(),
});
export type ReportedItem = z.infer<typeof ReportedItem>;

/** Why somebody reports a listing. */
export const ReportReason = z.enum(
  ['fake', 'stolen', 'wrong_details', 'strange_price', 'contact_outside', 'offensive', 'something_else'],
  'Choose one of the reasons.',
);
export type ReportReason = z.infer<typeof ReportReason>;

export const MAX_NOTE = 1000;
const LONG_NOTE = `A note can have at most ${MAX_NOTE.toLocaleString('en-US')} characters.`;

const Note = z
  .string('A note is text.')
  .refine(isWithinReach(MAX_NOTE), { message: LONG_NOTE, abort: true })
  .trim()
  .refine(hasAtMost(MAX_NOTE), LONG_NOTE)
  .refine(isStorable, 'This text contains a character that can’t be stored.');

export const RemovalReason = z.enum(['by_seller', 'reported', 'seller_removed', 'by_admin', 'refunded', 'reported_lost', 'seen_photos']);
export type RemovalReason = z.infer<typeof RemovalReason>;

/** A listing or a person that was removed in the last 30 days and can come back. */
export const RemovedItem = z.object({
  _id: z.string(),
  kind: z.enum(['listing', 'user']),
  /** A listing's model name, or a person's name. */
  name: z.string(),
  /** A listing's picture; null for a person. */
  image: z.string().nullable(),
  /** Of the person, or of the listing's seller. */
  email: z.string(),
  reason: RemovalReason,
  removedAt: Moment,
});
export type RemovedItem = z.infer<typeof RemovedItem>;

/** How long what was removed is kept at hand. */
export const RESTORE_DAYS = 30;

export const moderationCalls = {
  'GET /reportedItems': {
    summary: 'Listings with open reports, one row a listing, the latest report first.',
    access: 'admin',
    rows: 'any',
    query: PageQuery,
    reply: z.array(ReportedItem),
    paged: true,
  },
  'GET /reportedItems/:productId': {
    summary: 'A listing’s report status: `reported` from the first report on, else null.',
    access: 'anyone',
    rows: 'any',
    params: z.object({ productId: Id }),
    reply: z.object({ reportedStatus: z.literal('reported').nullable() }),
  },
  'POST /reportedItems': {
    summary: 'Reports the listing named by `_id`, once per person, with a reason and a note if there are any; the rest of the body is ignored.',
    access: 'signed-in',
    rows: 'any',
    cookie: true,
    limit: 'report',
    body: z.object({ _id: Id, reason: ReportReason.optional(), note: Note.optional() }),
    reply: Inserted,
  },
  'DELETE /reportedItems/:id': {
    summary: 'Takes a reported listing off the shop and closes its reports.',
    access: 'admin',
    rows: 'any',
    cookie: true,
    params: z.object({ id: Id }),
    reply: Deleted,
  },
  'GET /removedItems': {
    summary: 'What was removed in the last 30 days, the latest first.',
    access: 'admin',
    rows: 'any',
    query: PageQuery,
    reply: z.array(RemovedItem),
    paged: true,
  },
  'POST /removedItems/:id/restore': {
    summary: 'Brings back a removed listing, or a removed person and what left with them.',
    access: 'admin',
    rows: 'any',
    params: z.object({ id: Id }),
    reply: Updated,
  },
} as const satisfies Record<string, Endpoint>;
