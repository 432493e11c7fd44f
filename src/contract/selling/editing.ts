import { z } from 'zod';
import { EDITABLE_KEYS, type EditableKey, forEachKey } from '../listing-fields.ts';
import { isEachOnce, Listing, ListingFields, PHOTO_TWICE } from '../listings.ts';
import type { Endpoint } from '../shared/endpoint.ts';
import { Updated } from '../shared/replies.ts';
import { Id } from '../shared/text.ts';

// The same schemas, without the values that a new listing has by default: what isn't sent stays as it is.
const editShape = forEachKey(EDITABLE_KEYS, (key) => withoutDefault(ListingFields.shape[key]).optional()) as {
  [Key in EditableKey]: z.ZodOptional<WithoutDefault<(typeof ListingFields.shape)[Key]>>;
};

/** What a seller changes in a listing. `image` and `photos` come together; `answers` and `specification` are replaced as a whole. */
export const ListingEdit = z
  .object({ ...editShape, revision: z.int('The revision must be a whole number.').positive('The revision must be 1 or more.') }, 'A change is required.')
  .refine(({ image, photos }) => (image === undefined) === (photos === undefined), {
    path: ['photos'],
    message: 'Send the first photo and the others together.',
  })
  .refine(({ image, photos }) => image === undefined || photos === undefined || isEachOnce([image, ...photos]), { path: ['photos'], message: PHOTO_TWICE });
export type ListingEdit = z.output<typeof ListingEdit>;

type WithoutDefault<Schema> = Schema extends z.ZodDefault<infer Inner> | z.ZodPrefault<infer Inner> ? Inner : Schema;

/** A listing as its own seller edits it: with all photos, and the revision that a change must name. */
export const OwnListing = Listing.extend({ photos: z.array(z.string()), revision: z.int().positive() });
export type OwnListing = z.infer<typeof OwnListing>;

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
      'Changes the caller’s own listing: price, photos, texts and place, but not which phone it is. `revision` is the one it was read with; 409 `listing_changed`, with the listing as it is now in `current`, when it has changed since to something else than asked. Also 409 while a buyer is paying, and once it is sold. Orders stay as they were booked.',
    access: 'seller',
    rows: 'own',
    params: ById,
    body: ListingEdit,
    reply: Updated.extend({ revision: z.int().positive() }),
  },
} as const satisfies Record<string, Endpoint>;

function withoutDefault(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault ? (schema.unwrap() as z.ZodType) : schema;
}
