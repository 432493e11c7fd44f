import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { IMAGE_WIDTHS, MAX_IMAGE_PIXELS } from '#contract/images.ts';
import { InvalidError } from '../../errors.ts';
import { type Grayscale, toGrayscale } from './grayscale.ts';
import { BROKEN, inspectPicture, requireBoundedPixels } from './measure/measure.ts';

// No two pictures are the same, so caching never pays off, and it costs a twelfth of the time.
sharp.cache(false);

const LARGEST = IMAGE_WIDTHS[IMAGE_WIDTHS.length - 1] ?? 1280;
/** The largest ratio of height to width; taller pictures are made narrower. WebP ends at 16,383 pixels. */
const MAX_RATIO = 3;
/** Small sizes get a little less quality for far fewer bytes. */
const QUALITY: Record<(typeof IMAGE_WIDTHS)[number], number> = { 320: 74, 640: 76, 1280: 78 };
/** More effort saves a few percent of the bytes at most, and takes up to four times as long. */
const EFFORT = 1;

export type WebPicture = {
  /** Of the largest size. */
  width: number;
  height: number;
  files: { width: number; bytes: Buffer }[];
  /** A small grayscale version for analysis. */
  gray: Grayscale;
};

/** Reads the header without a pixel limit, which costs no memory, so that the refusal can say how many there are. */
async function readHeader(bytes: Buffer) {
  try {
    return await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata();
  } catch {
    throw new InvalidError(BROKEN);
  }
}

const SIZE = { width: LARGEST, height: LARGEST * MAX_RATIO };

async function readHeic(photo: Buffer): Promise<Buffer> {
  // Loaded on demand: the decoder takes two megabytes, and few shops need it every day.
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

/** Converts to a format that the decoder below reads, after checking the header and the number of pixels. */
async function toReadable(bytes: Buffer): Promise<Buffer> {
  const kind = inspectPicture(bytes);
  if (kind === 'heic') return readHeic(bytes);
  const header = await readHeader(bytes);
  // Some programs write HEVC into a container that doesn't say so in its first bytes.
  if (kind === 'heif' && header.compression === 'hevc') return readHeic(bytes);
  if (header.format !== kind || header.width < 1 || header.height < 1) throw new InvalidError(BROKEN);
  requireBoundedPixels(header);
  return bytes;
}

/** Decodes the pixels once, the right way up, no wider than the largest size. Drops everything else: EXIF, location and color profile. */
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

/** The longest side of the version that is analyzed. */
const LOOKED_AT = 640;

async function grayscaleFrom(image: Sharp): Promise<Grayscale> {
  const { data, info } = await image
    .flatten({ background: '#fff' })
    .resize({ width: LOOKED_AT, height: LOOKED_AT, fit: 'inside', withoutEnlargement: true })
    .toColourspace('b-w')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return toGrayscale(data, info);
}

/** A grayscale version of a file that the shop made; null when it can't be read. */
export const grayscaleOfFile = (bytes: Buffer): Promise<Grayscale | null> =>
  grayscaleFrom(sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS })).catch(() => null);

async function makeSizes(readable: Buffer): Promise<WebPicture> {
  const { data, info } = await decode(readable);
  const { width, height, channels } = info;
  const files = [];
  for (const size of IMAGE_WIDTHS) {
    const image = sharp(data, { raw: { width, height, channels } });
    if (size < width) image.resize({ width: size });
    files.push({ width: size, bytes: await image.webp({ quality: QUALITY[size], effort: EFFORT }).toBuffer() });
  }
  return { width, height, files, gray: await grayscaleFrom(sharp(data, { raw: { width, height, channels } })) };
}

/** Converts an uploaded picture to the shop's sizes. Throws `InvalidError` or `TooLargeError` with a sentence that says what is wrong. */
export const toWebPicture = async (bytes: Buffer): Promise<WebPicture> => makeSizes(await toReadable(bytes));
