import { z } from 'zod';
import { ListingEdit, OwnListing } from '../listings.ts';
import type { Endpoint } from '../shared/endpoint.ts';
import { Updated } from '../shared/replies.ts';
import { Id } from '../shared/text.ts';

/** How often a listing may be changed at once; after that, once every three minutes. */
export const EDITS_AN_HOUR = 20;

const ById = z.object({ id: Id });

export const editingCalls = {
  'GET /products/:id': {
    summary: 'Returns the caller’s own listing to edit, with its `revision`.',
    access: 'seller',
    rows: 'own',
    params: ById,
    reply: OwnListing,
  },
  'PATCH /products/:id': {
    summary:
      'Changes the caller’s own listing: price, photos, texts and place, but not which phone it is. `revision` is the one it was read with; 409 `listing_changed`, with the listing as it is now in `current`, when it has changed since. Also 409 while a buyer is paying, and once it is sold. Orders stay as they were booked.',
    access: 'seller',
    rows: 'own',
    params: ById,
    body: ListingEdit,
    reply: Updated.extend({ revision: z.int().positive() }),
  },
} as const satisfies Record<string, Endpoint>;
