import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { IMAGE_WIDTHS, MAX_IMAGE_PIXELS } from '#contract/images.ts';
import { InvalidError } from '../../errors.ts';
import { type Grey, toGrey } from './grey.ts';
import { BROKEN, inspectPicture, requireBoundedPixels } from './measure/measure.ts';

// No two pictures are the same: what it keeps of one it never uses for another, and keeping costs a twelfth of its time.
sharp.cache(false);

const LARGEST = IMAGE_WIDTHS[IMAGE_WIDTHS.length - 1] ?? 1280;
/** A picture may be this many times as high as it is wide; a higher one is made narrower. WebP ends at 16,383 pixels. */
const MAX_RATIO = 3;
/** Smaller sizes are looked at closer: they get a little less quality for far fewer bytes. */
const QUALITY: Record<(typeof IMAGE_WIDTHS)[number], number> = { 320: 74, 640: 76, 1280: 78 };
/** More effort saves some percent of the bytes at the most, and takes up to four times as long. */
const EFFORT = 1;

export type WebPicture = {
  /** Of the largest size. */
  width: number;
  height: number;
  files: { width: number; bytes: Buffer }[];
  /** Small and without color, to be looked at. */
  grey: Grey;
};

/** The header is read without a limit, which costs no memory, so that the refusal can say how many pixels there are. */
async function readHeader(bytes: Buffer) {
  try {
    return await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata();
  } catch {
    throw new InvalidError(BROKEN);
  }
}

const SIZE = { width: LARGEST, height: LARGEST * MAX_RATIO };

async function readHeic(photo: Buffer): Promise<Buffer> {
  // Its decoder is two megabytes that few shops' days need.
  const { decodeHeic, toSmallPng } = await import('./heic.ts');
  const decoded = await decodeHeic(photo);
  if (!decoded || decoded.width < 1 || decoded.height < 1) throw new InvalidError(BROKEN);
  const { width, height, data } = decoded;
  if (!data) {
    requireBoundedPixels(decoded);
    throw new InvalidError(BROKEN);
  }
  return toSmallPng({ width, height, data }, { photo, size: SIZE });
}

/** The bytes as something that the decoder below reads; its header has been looked at, and it has no more pixels than the shop takes. */
async function toReadable(bytes: Buffer): Promise<Buffer> {
  const kind = inspectPicture(bytes);
  if (kind === 'heic') return readHeic(bytes);
  const header = await readHeader(bytes);
  // Some write HEVC into a container that doesn't say so in its first bytes.
  if (kind === 'heif' && header.compression === 'hevc') return readHeic(bytes);
  if (header.format !== kind || header.width < 1 || header.height < 1) throw new InvalidError(BROKEN);
  requireBoundedPixels(header);
  return bytes;
}

/** Reads every pixel once, the right way up, no wider than the largest size. Nothing but pixels comes through: no EXIF, no place, no profile. */
async function decode(bytes: Buffer): Promise<{ data: Buffer; info: OutputInfo }> {
  try {
    return await sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error', sequentialRead: true })
      .autoOrient()
      .resize({ ...SIZE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
  } catch {
    throw new InvalidError(BROKEN);
  }
}

/** What is looked at of a picture has no longer side than this. */
const LOOKED_AT = 640;

async function greyFrom(image: Sharp): Promise<Grey> {
  const { data, info } = await image
    .flatten({ background: '#fff' })
    .resize({ width: LOOKED_AT, height: LOOKED_AT, fit: 'inside', withoutEnlargement: true })
    .toColourspace('b-w')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return toGrey(data, info);
}

/** The same of a file that was made here. Null when it can't be read. */
export const greyOfFile = (bytes: Buffer): Promise<Grey | null> => greyFrom(sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS })).catch(() => null);

async function makeSizes(readable: Buffer): Promise<WebPicture> {
  const { data, info } = await decode(readable);
  const { width, height, channels } = info;
  const files = [];
  for (const size of IMAGE_WIDTHS) {
    const image = sharp(data, { raw: { width, height, channels } });
    if (size < width) image.resize({ width: size });
    files.push({ width: size, bytes: await image.webp({ quality: QUALITY[size], effort: EFFORT }).toBuffer() });
  }
  return { width, height, files, grey: await greyFrom(sharp(data, { raw: { width, height, channels } })) };
}

/** A picture as a person sent it, made into the shop's sizes. Throws `Invalid` or `TooLarge` with a sentence that says what is wrong with it. */
export const toWebPicture = async (bytes: Buffer): Promise<WebPicture> => makeSizes(await toReadable(bytes));
