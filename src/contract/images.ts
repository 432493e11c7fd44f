import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { isOwnImage } from './image-sizes.ts';

// They live apart so that a browser has them without the schemas.
export { IMAGE_WIDTHS, imageSrcSet } from './image-sizes.ts';

export const MAX_IMAGE_BYTES = 10_000_000;
export const MAX_IMAGE_PIXELS = 40_000_000;
/** A picture's address: of the shop's own store, or http(s) elsewhere. */
export const ImageAddress = z
  .string('Image is required.')
  .trim()
  .min(1, 'Image is required.')
  .max(500, 'The address of a picture can have at most 500 characters.')
  .refine(
    (address) => isOwnImage(address) || (/^https?:\/\//u.test(address) && URL.canParse(address)),
    'This is not the address of a picture. Upload one first.',
  );

export const imageCalls = {
  'POST /images': {
    summary: 'Keeps a picture (multipart field `image`: jpeg, png, webp, heic or avif, 10 MB, 40 megapixels) and answers its address.',
    access: 'signed-in',
    upload: 'image',
    reply: z.object({ data: z.object({ display_url: z.string() }) }),
  },
} as const satisfies Record<string, Endpoint>;
