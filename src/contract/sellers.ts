import { z } from 'zod';
import { JudgedListing, SellerRecord } from './listings.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { PageQuery } from './shared/paging.ts';
import { Id } from './shared/text.ts';

/** Fewer appointments say nothing yet. */
export const FEWEST_APPOINTMENTS = 3;

/** Fewer questions say nothing yet. */
export const FEWEST_QUESTIONS = 3;

/** How many buyers' first questions in 90 days were answered within 24 hours, of how many, and how long the median answer took; null if none came. */
export const Answers = z.object({ inTime: z.int().nonnegative(), all: z.int().positive(), medianMs: z.int().nonnegative().nullable() });
export type Answers = z.infer<typeof Answers>;

/** What anybody may know of a seller. */
export const Seller = SellerRecord.extend({
  _id: z.string(),
  name: z.string(),
  /** Whether an admin has verified them. */
  verified: z.boolean(),
  /** To how many meetings they came, of how many; null for fewer than `FEWEST_APPOINTMENTS`. */
  appointments: z.object({ kept: z.int().nonnegative(), all: z.int().positive() }).nullable(),
  /** Null for fewer than `FEWEST_QUESTIONS`. */
  answers: Answers.nullable(),
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
