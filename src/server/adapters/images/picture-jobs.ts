import sharp from 'sharp';
import type { PhotoHint } from '#contract/images.ts';
import type { PerceptualHash } from '../../ports/image-store.ts';
import { hintsFor } from './hints.ts';
import { lookAt } from './look.ts';
import { hashPicture } from './perceptual-hash.ts';
import { greyOfFile, toWebPicture, type WebPicture } from './picture.ts';

export type MadePicture = Omit<WebPicture, 'grey'> & { perceptualHash: PerceptualHash; hints: PhotoHint[] };

/** What is done to pictures in a process of their own. */
export type PictureJobs = {
  /** A picture as a person sent it, in the shop's sizes, with what it is recognized by and what is said of it. Throws `Invalid` or `TooLarge` with why not. */
  make(bytes: Buffer): Promise<MadePicture>;
  /** What a kept picture is recognized by; null when it can't be read. */
  perceptualHash(bytes: Buffer): Promise<PerceptualHash | null>;
  /** A kept picture as links to it show it elsewhere: JPEG, 1200 × 630 pixels. */
  preview(bytes: Buffer): Promise<Buffer>;
};

export const pictureJobs: PictureJobs = {
  async make(bytes) {
    const { grey, ...picture } = await toWebPicture(bytes);
    return { ...picture, perceptualHash: hashPicture(grey), hints: hintsFor(lookAt(grey), picture) };
  },
  async perceptualHash(bytes) {
    const grey = await greyOfFile(bytes);
    return grey && hashPicture(grey);
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
