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
  /** When the listing was created, and when its photo was uploaded. */
  postedAt: Moment,
  photoAt: Moment,
});

/** Two sellers' listings that show the same photo. `same`: except for size, brightness or compression; `alike`: cropped, partly covered, or of the same scene. */
export const DuplicatePhoto = z.object({
  _id: z.string(),
  likeness: z.enum(['same', 'alike']),
  mirrored: z.boolean(),
  later: ListingWithPhoto,
  /** The listing that was created first. */
  earlier: ListingWithPhoto,
  at: Moment,
});
export type DuplicatePhoto = z.infer<typeof DuplicatePhoto>;

export const DuplicatePhotoDecision = z.discriminatedUnion(
  'decision',
  [z.object({ decision: z.literal('dismissed') }), z.object({ decision: z.literal('removed'), listing: Id })],
  'The decision must be “dismissed” or “removed”.',
);

export const duplicatePhotoCalls = {
  'GET /duplicatePhotos': {
    summary: 'Lists photos that also appear in another seller’s current or recent listing, most recent match first.',
    access: 'admin',
    rows: 'any',
    query: PageQuery,
    reply: z.array(DuplicatePhoto),
    paged: true,
  },
  'POST /duplicatePhotos/:id/decision': {
    summary: 'Dismisses a match for good, or removes one of its two listings.',
    access: 'admin',
    rows: 'any',
    params: z.object({ id: Id }),
    body: DuplicatePhotoDecision,
    reply: Updated,
  },
} as const satisfies Record<string, Endpoint>;
