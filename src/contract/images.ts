import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { isServedByShop } from './shared/image-sizes.ts';
import { Deleted, Inserted } from './shared/replies.ts';
import { Id, isWithinReach } from './shared/text.ts';
import { wholeNumber } from './shared/whole-number.ts';

// In a file of their own, so that the browser can import them without the schemas.
export { IMAGE_WIDTHS, imageSrcSet, MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS } from './shared/image-sizes.ts';

/** The size limit of one part of a file, in bytes. */
export const MAX_PART_BYTES = 1_048_576;
/** How many files a person can upload in parts at once. */
export const MAX_UNFINISHED_UPLOADS = 16;

/** A picture's address: one the shop serves, or http(s). The server checks which of these are in its own store. */
export const ImageAddress = z
  .string('Image is required.')
  .refine(isWithinReach(500), { message: 'A photo’s address can have at most 500 characters.', abort: true })
  .trim()
  .min(1, 'Image is required.')
  .max(500, 'A photo’s address can have at most 500 characters.')
  .refine(
    (address) => isServedByShop(address) || (/^https?:\/\//u.test(address) && URL.canParse(address)),
    'This isn’t the address of a photo. Upload one first.',
  );

/** Addresses of at most so many pictures. Checks the count first, so that thousands of photos cost no more than one. */
export const imageAddresses = (max: number, tooMany: string) =>
  z.array(z.unknown(), 'Photos must be a list of photo addresses.').max(max, tooMany).pipe(z.array(ImageAddress));

/** Where a part begins in its file, in bytes. */
const Offset = wholeNumber('Say with `offset` where this part begins: a whole number of bytes.', { min: 0, max: 99_999_999 });

/** How a photo could be better. It is accepted all the same. */
export const PhotoHint = z.object({
  kind: z.enum(['dark', 'small', 'blurred', 'empty', 'no_phone']),
  /** A sentence for the person who took it. */
  message: z.string(),
});
export type PhotoHint = z.infer<typeof PhotoHint>;

/**
 * What a photo's own data says of where it comes from. `camera`: a camera's data, complete and plausible, which its owner could still have changed.
 * `signed`: Content Credentials, signed by a signer the shop trusts. `takenOn`: a day, `2026-05-03`; `camera`: maker and model.
 */
export const PhotoOrigin = z.object({ kind: z.enum(['camera', 'signed']), takenOn: z.iso.date().nullable(), camera: z.string().nullable() });
export type PhotoOrigin = z.infer<typeof PhotoOrigin>;

/** `hints` is left out when there are none. */
const Uploaded = z.object({ data: z.object({ display_url: z.string(), hints: z.array(PhotoHint).optional() }) });
const ById = z.object({ id: Id });

export const imageCalls = {
  'POST /images': {
    summary:
      'Stores a photo (multipart field `image`: JPEG, PNG, WebP, HEIC or AVIF, up to 10 MB and 40 megapixels) and returns its address, with `hints` when the photo could be better.',
    access: 'signed-in',
    rows: 'none',
    limit: 'upload',
    upload: 'image',
    reply: Uploaded,
  },
  'POST /imageUploads': {
    summary:
      'Starts the upload of a photo in parts; up to 16 uploads at once. `size` is the file’s size in bytes. Uploads that aren’t completed within a day are deleted.',
    access: 'signed-in',
    rows: 'none',
    limit: 'upload',
    body: z.object({ size: z.int('The size must be a whole number of bytes.').min(1, 'The file can’t be empty.') }),
    reply: Inserted,
  },
  'PUT /imageUploads/:id': {
    summary:
      'Uploads the next part, which begins at `offset`, and returns how many bytes have been received. A part may be sent twice; any other offset is a 409.',
    access: 'signed-in',
    rows: 'own',
    limit: 'part',
    params: ById,
    query: z.object({ offset: Offset }),
    bytes: MAX_PART_BYTES,
    reply: z.object({ received: z.int() }),
  },
  'GET /imageUploads/:id': {
    summary: 'Returns how much of a file has been received: the next part begins at `received`.',
    access: 'signed-in',
    rows: 'own',
    params: ById,
    reply: z.object({ size: z.int(), received: z.int() }),
  },
  'POST /imageUploads/:id/complete': {
    summary: 'Stores the photo made of all parts, like `POST /images`, and deletes the parts. Repeating the call returns the same reply.',
    access: 'signed-in',
    rows: 'own',
    limit: 'upload',
    params: ById,
    reply: Uploaded,
  },
  'DELETE /imageUploads/:id': { summary: 'Cancels an upload.', access: 'signed-in', rows: 'own', params: ById, reply: Deleted },
} as const satisfies Record<string, Endpoint>;
