import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { Listing } from './listings.ts';
import { PageQuery } from './paging.ts';
import { Inserted } from './replies.ts';
import { Id } from './text.ts';

/** The listing itself, with its mark. */
export const AdvertisedItem = Listing.extend({ isAdvertise: z.literal(true) });
export type AdvertisedItem = z.infer<typeof AdvertisedItem>;

export const promotionCalls = {
  'GET /advertise': {
    summary: 'The advertised listings on sale, the newest mark first.',
    access: 'anyone',
    rows: 'none',
    query: PageQuery,
    reply: z.array(AdvertisedItem),
    paged: true,
  },
  'POST /advertise': {
    summary: 'Advertises one’s own listing, named by `_id`; the rest of the body is ignored.',
    access: 'seller',
    rows: 'own',
    body: z.object({ _id: Id }),
    reply: Inserted,
  },
  'GET /isAdvertise/:productId': {
    summary: 'Whether a listing is advertised.',
    access: 'anyone',
    rows: 'any',
    params: z.object({ productId: Id }),
    reply: z.object({ isAdvertise: z.boolean() }),
  },
} as const satisfies Record<string, Endpoint>;
