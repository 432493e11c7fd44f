import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { PageQuery } from './shared/paging.ts';
import { Moment, Updated } from './shared/replies.ts';
import { Id } from './shared/text.ts';

const ListingWithPhoto = z.object({
  _id: z.string(),
  model_name: z.string(),
  sellerEmail: z.string(),
  status: z.enum(['available', 'sold', 'removed']),
  photo: z.string(),
  /** When the listing was made, and when its photo was uploaded. */
  postedAt: Moment,
  photoAt: Moment,
});

/** Two sellers' listings that show one photo. `same`: but for size, light or compression; `alike`: cut, partly covered, or of one scene. */
export const DuplicatePhoto = z.object({
  _id: z.string(),
  likeness: z.enum(['same', 'alike']),
  mirrored: z.boolean(),
  later: ListingWithPhoto,
  /** Listed first. */
  earlier: ListingWithPhoto,
  at: Moment,
});
export type DuplicatePhoto = z.infer<typeof DuplicatePhoto>;

export const DuplicatePhotoDecision = z.discriminatedUnion(
  'decision',
  [z.object({ decision: z.literal('dismissed') }), z.object({ decision: z.literal('removed'), listing: Id })],
  'Decide with “dismissed” or “removed”.',
);

export const duplicatePhotoCalls = {
  'GET /duplicatePhotos': {
    summary: 'Photos that another seller’s listing, on sale or lately gone, shows too; the latest find first.',
    access: 'admin',
    rows: 'any',
    query: PageQuery,
    reply: z.array(DuplicatePhoto),
    paged: true,
  },
  'POST /duplicatePhotos/:id/decision': {
    summary: 'Dismisses a find for good, or takes one of its two listings off the shop.',
    access: 'admin',
    rows: 'any',
    params: z.object({ id: Id }),
    body: DuplicatePhotoDecision,
    reply: Updated,
  },
} as const satisfies Record<string, Endpoint>;
