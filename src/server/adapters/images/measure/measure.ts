import { MAX_IMAGE_PIXELS } from '#contract/images.ts';
import { InvalidError, TooLargeError } from '../../../errors.ts';
import { kindOf, type PictureKind } from '../kind.ts';
import { measureIso } from './iso.ts';
import { hasFewScans, measureJpeg } from './jpeg.ts';
import type { Measured } from './measured.ts';
import { measurePng } from './png.ts';
import { measureWebp } from './webp.ts';

export const BROKEN = 'This picture is damaged or incomplete. Check that it opens on your device, then send it again.';

const MEASURES: Record<PictureKind, (bytes: Buffer) => Measured | null> = {
  jpeg: measureJpeg,
  png: measurePng,
  webp: measureWebp,
  heif: measureIso,
  heic: measureIso,
};

/** Also scans the whole file for what only its end shows: for a process where nothing else waits. */
export function inspectPicture(bytes: Buffer): PictureKind {
  const { kind } = measurePicture(bytes);
  if (kind === 'jpeg' && !hasFewScans(bytes)) throw new InvalidError(BROKEN);
  return kind;
}

/**
 * Measures a picture's size and how expensive it is to decode, from its container alone: nothing is decoded or allocated, and every step is bounded
 * by the file's length. `cost` is in megapixels of an ordinary JPEG, at least 1. Throws `InvalidError` or `TooLargeError` for files that must not
 * reach a decoder.
 */
export function measurePicture(bytes: Buffer): { kind: PictureKind; cost: number } {
  const kind = kindOf(bytes);
  const measured = MEASURES[kind](bytes);
  if (!measured) throw new InvalidError(BROKEN);
  requireBoundedPixels(measured);
  return { kind, cost: Math.max(1, Math.ceil(((measured.width * measured.height) / 1e6) * measured.effort)) };
}

/** Throws `InvalidError` for no pixels, `TooLargeError` for more than the shop accepts. */
export function requireBoundedPixels({ width, height }: { width: number; height: number }): void {
  if (width < 1 || height < 1) throw new InvalidError(BROKEN);
  const pixels = width * height;
  if (pixels <= MAX_IMAGE_PIXELS) return;
  const megapixels = (Math.ceil(pixels / 100_000) / 10).toLocaleString('en-US');
  throw new TooLargeError(`This picture has ${megapixels} megapixels; the shop takes at most ${MAX_IMAGE_PIXELS / 1e6}. Make it smaller and send it again.`);
}
