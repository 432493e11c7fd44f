/** The longer side of a photo as sent, in pixels: twice what the shop shows. */
const LONGEST_SIDE = 2560;
export const JPEG_QUALITY = 0.85;
/** Anything smaller is sent unchanged, without decoding it. */
const SURELY_LIGHT_BYTES = 400_000;
const LIGHT_BYTES = 1_500_000;

type Size = { width: number; height: number };

/** Whether a file of this size is worth decoding. */
export const mayBeHeavy = (bytes: number): boolean => bytes > SURELY_LIGHT_BYTES;

/** Whether a photo is sent unchanged: small in both pixels and bytes. */
export const isLight = (bytes: number, { width, height }: Size): boolean => bytes <= LIGHT_BYTES && Math.max(width, height) <= LONGEST_SIDE;

/** Returns the size with the same aspect ratio whose longer side fits; never larger than the original, and at least a pixel. */
export function fitWithin({ width, height }: Size): Size {
  const share = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
}
