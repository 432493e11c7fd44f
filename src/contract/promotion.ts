import { z } from 'zod';
import { Listing } from './listings.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { BAD_CURSOR, PageQuery } from './shared/paging.ts';
import { Inserted } from './shared/replies.ts';
import { Id } from './shared/text.ts';

/** A listing that is advertised. */
export const AdvertisedItem = Listing.extend({ isAdvertise: z.literal(true) });
export type AdvertisedItem = z.infer<typeof AdvertisedItem>;

export const promotionCalls = {
  'GET /advertise': {
    summary: 'Lists advertised listings on sale, most recently advertised first, so arranged that neighbors differ in seller and model.',
    access: 'anyone',
    rows: 'none',
    // A page may take phones from further down the list, and its cursor then names them.
    query: PageQuery.extend({ cursor: z.string().max(3000, BAD_CURSOR).optional() }),
    reply: z.array(AdvertisedItem),
    paged: true,
  },
  'POST /advertise': {
    summary: 'Advertises the caller’s listing `_id`. Other fields in the body are ignored.',
    access: 'seller',
    rows: 'own',
    body: z.object({ _id: Id }),
    reply: Inserted,
  },
  'GET /isAdvertise/:productId': {
    summary: 'Returns whether a listing is advertised.',
    access: 'anyone',
    rows: 'any',
    params: z.object({ productId: Id }),
    reply: z.object({ isAdvertise: z.boolean() }),
  },
} as const satisfies Record<string, Endpoint>;
