import sharp from 'sharp';
import type { PhotoHint } from '#contract/images.ts';
import type { PerceptualHash, PictureOrigin } from '../../ports/image-store.ts';
import { hintsFor } from './hints.ts';
import { measureLook } from './look.ts';
import { originOf } from './origin/origin.ts';
import type { Trust } from './origin/signature.ts';
import { hashPicture } from './perceptual-hash.ts';
import { grayscaleOfFile, toWebPicture, type WebPicture } from './picture.ts';

export type MadePicture = Omit<WebPicture, 'gray'> & { perceptualHash: PerceptualHash; hints: PhotoHint[]; origin: PictureOrigin | null };

/** Work on pictures that runs in separate processes. */
export type PictureJobs = {
  /**
   * Converts an uploaded picture to the shop's sizes, with its perceptual hash, its hints and, with a trust, what its data says of its origin. Throws
   * `InvalidError` or `TooLargeError` with the reason.
   */
  make(bytes: Buffer, trust?: Trust): Promise<MadePicture>;
  /** The perceptual hash of a stored picture; null when it can't be read. */
  perceptualHash(bytes: Buffer): Promise<PerceptualHash | null>;
  /** The link preview of a stored picture: JPEG, 1200 × 630 pixels. */
  preview(bytes: Buffer): Promise<Buffer>;
};

export const pictureJobs: PictureJobs = {
  async make(bytes, trust) {
    const { gray, ...picture } = await toWebPicture(bytes);
    const origin = trust ? await originOf(bytes, trust) : null;
    return { ...picture, perceptualHash: hashPicture(gray), hints: hintsFor(measureLook(gray), picture), origin };
  },
  async perceptualHash(bytes) {
    const gray = await grayscaleOfFile(bytes);
    return gray && hashPicture(gray);
  },
  preview,
};

const GROUND = '#efebe4';

async function preview(picture: Buffer): Promise<Buffer> {
  const [backdrop, photo] = await Promise.all([
    sharp(picture).resize(1200, 630, { fit: 'cover' }).blur(40).modulate({ brightness: 0.9 }).toBuffer(),
    sharp(picture).resize(1200, 590, { fit: 'inside' }).toBuffer(),
  ]);
  return sharp({ create: { width: 1200, height: 630, channels: 3, background: GROUND } })
    .composite([{ input: backdrop }, { input: photo }])
    .jpeg({ quality: 82 })
    .toBuffer();
}
