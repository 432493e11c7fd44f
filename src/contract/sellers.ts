import { z } from 'zod';
import { JudgedListing } from './listings.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { PageQuery } from './shared/paging.ts';
import { Moment } from './shared/replies.ts';
import { Id } from './shared/text.ts';

/** What anybody may know of a seller. */
export const Seller = z.object({
  _id: z.string(),
  name: z.string(),
  /** Since when they have been a member. */
  since: Moment,
  /** Whether an admin has verified them. */
  verified: z.boolean(),
  /** How many phones they have on sale, and how many they have sold. */
  offers: z.int().nonnegative(),
  sold: z.int().nonnegative(),
});
export type Seller = z.infer<typeof Seller>;

const ById = z.object({ id: Id });

export const sellerCalls = {
  'GET /sellers/:id': {
    summary: 'Returns a seller’s public profile; 404 for anybody who isn’t a seller.',
    access: 'anyone',
    rows: 'any',
    params: ById,
    reply: Seller,
  },
  'GET /sellers/:id/products': {
    summary: 'Lists the phones that a seller has on sale, newest first.',
    access: 'anyone',
    rows: 'any',
    params: ById,
    query: PageQuery,
    reply: z.array(JudgedListing),
    paged: true,
  },
} as const satisfies Record<string, Endpoint>;
