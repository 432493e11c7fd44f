import { Worker } from 'node:worker_threads';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { MAX_IMAGE_PIXELS } from '#contract/images.ts';
import { createGate } from '../../gate.ts';
import type { HeicOutcome, HeicTask } from './heic-worker.ts';

/** A photo of 40 megapixels takes 290 MB and two seconds; what needs far more was made to. */
const MAX_MEMORY_BYTES = 512 * 1024 ** 2;
const TIMEOUT_MS = 30_000;
/** The others wait: two at once would take the memory of both. */
const inTurn = createGate(1);

const decodeApart = async (bytes: Buffer): Promise<HeicOutcome> => {
  const task: HeicTask = { bytes, maxPixels: MAX_IMAGE_PIXELS, maxMemoryBytes: MAX_MEMORY_BYTES };
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), { workerData: task, stdout: true, stderr: true });
  try {
    return await new Promise<HeicOutcome>((resolve) => {
      const timer = setTimeout(() => resolve(null), TIMEOUT_MS);
      const end = (outcome: HeicOutcome) => {
        clearTimeout(timer);
        resolve(outcome);
      };
      worker.once('message', end);
      worker.once('error', () => end(null));
      worker.once('exit', () => end(null));
    });
  } finally {
    await worker.terminate();
  }
};

/**
 * Reads an HEIC photo (HEVC), the right way up. Answers its pixels, only its size when it has more pixels than the shop takes, null when it can't be
 * read. It is done beside the server, in a thread that is there for this one photo: its memory is bounded, and gone afterwards.
 */
export const decodeHeic = (bytes: Buffer): Promise<HeicOutcome> => inTurn(() => decodeApart(bytes));

/** The colour profile that a photo carries: phones photograph in more colours than a web page assumes. Null when there is none that fits. */
const profileOf = (bytes: Buffer): Buffer | null => {
  const at = bytes.indexOf('colrprof', 0, 'latin1');
  if (at < 4) return null;
  const profile = bytes.subarray(at + 8, at - 4 + bytes.readUInt32BE(at - 4));
  const isProfile = profile.length > 128 && profile.readUInt32BE(0) === profile.length && profile.toString('latin1', 36, 40) === 'acsp';
  return isProfile ? profile : null;
};

const PNG_HEADER_BYTES = 33;

/** A PNG, said to be in the colours of this profile. */
const withProfile = (png: Buffer, profile: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from('iCCPphoto\0\0', 'latin1'), deflateSync(profile)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, PNG_HEADER_BYTES), length, body, sum, png.subarray(PNG_HEADER_BYTES)]);
};

/** Decoded pixels as a PNG no larger than `size`, with the colour profile of the photo that they are from. */
export const toSmallPng = async (
  { width, height, data }: { width: number; height: number; data: Uint8Array },
  { photo, size }: { photo: Buffer; size: { width: number; height: number } },
): Promise<Buffer> => {
  const png = await sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: MAX_IMAGE_PIXELS })
    .resize({ ...size, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const profile = profileOf(photo);
  return profile ? withProfile(png, profile) : png;
};
