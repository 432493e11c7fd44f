import { z } from 'zod';
import { RESTORE_DAYS } from './shared/deadlines.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { ListQuery } from './shared/paging.ts';
import { Deleted, Moment, Updated } from './shared/replies.ts';
import { Id } from './shared/text.ts';

export { RESTORE_DAYS };

/** `listed_again`: when its seller’s suspension was lifted, or its seller was restored, another listing of the phone was on sale. */
export const RemovalReason = z.enum([
  'by_seller',
  'sold_elsewhere',
  'reported',
  'seller_removed',
  'by_admin',
  'refunded',
  'reported_lost',
  'seen_photos',
  'listed_again',
]);
export type RemovalReason = z.infer<typeof RemovalReason>;

/** Why a listing can be off the site although nothing is wrong with its words and photos. */
export const HARMLESS_REASONS: readonly string[] = ['by_seller', 'sold_elsewhere', 'paused', 'refunded'];

/** A listing or person that was removed in the last 30 days and can be restored. */
export const RemovedItem = z.object({
  _id: z.string(),
  kind: z.enum(['listing', 'user']),
  /** A listing's model name, or a person's name. */
  name: z.string(),
  /** A listing's picture; null for a person. */
  image: z.string().nullable(),
  /** The person's email address, or the listing's seller's. */
  email: z.string(),
  reason: RemovalReason,
  removedAt: Moment,
});
export type RemovedItem = z.infer<typeof RemovedItem>;

const ById = z.object({ id: Id });

export const removalCalls = {
  'DELETE /products/:id': {
    summary:
      'Removes the caller’s own listing and cancels its unpaid bookings. Sold listings can’t be removed; one that its seller removed before counts as none.',
    access: 'seller',
    rows: 'own',
    params: ById,
    reply: Deleted,
  },
  'DELETE /users/sellers/:id': {
    summary: 'Removes a buyer or seller, never an admin, along with their unsold listings.',
    access: 'admin',
    rows: 'any',
    params: ById,
    reply: Deleted,
  },
  'GET /removedItems': {
    summary: `Lists what was removed in the last ${RESTORE_DAYS} days, most recent first; \`search\` finds words of the phone’s or person’s name, or the email address.`,
    access: 'admin',
    rows: 'any',
    query: ListQuery,
    reply: z.array(RemovedItem),
    paged: true,
  },
  'POST /removedItems/:id/restore': {
    summary: 'Restores a removed listing, or a removed person and the listings that were removed with them.',
    access: 'admin',
    rows: 'any',
    params: ById,
    reply: Updated,
  },
} as const satisfies Record<string, Endpoint>;
