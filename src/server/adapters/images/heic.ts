import { Worker } from 'node:worker_threads';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { MAX_IMAGE_PIXELS } from '#contract/images.ts';
import { type HttpError, unavailableError } from '../../errors.ts';
import type { HeicOutcome, HeicTask } from './heic-worker.ts';

/** A photo of 40 megapixels takes 290 MB and two seconds; one that needs far more was crafted to. */
const MAX_MEMORY_BYTES = 512 * 1024 ** 2;
const TIMEOUT_MS = 30_000;
const RETRY_SECONDS = 5;

const FAILED = 'We couldn’t read this HEIC photo. Nothing was lost. Please try again in a moment, or send it as JPEG.';

type DecoderOptions = { worker: URL; timeoutMs: number };

/** The decoder that this process uses. */
export const decodeHeic = createHeicDecoder({ worker: new URL('./heic-worker.ts', import.meta.url), timeoutMs: TIMEOUT_MS });

const PNG_HEADER_BYTES = 33;

/**
 * Creates a decoder for HEIC photos (HEVC) that returns the pixels the right way up, no data when there are more pixels than the shop accepts, and
 * null when the photo can't be read. Each photo gets its own thread, with limited memory that is freed afterwards. Throws a 503 when the thread
 * itself fails.
 */
export function createHeicDecoder(options: DecoderOptions): (bytes: Buffer) => Promise<HeicOutcome> {
  return (bytes) => decodeApart(bytes, options);
}

async function decodeApart(bytes: Buffer, { worker: script, timeoutMs }: DecoderOptions): Promise<HeicOutcome> {
  const task: HeicTask = { bytes, maxPixels: MAX_IMAGE_PIXELS, maxMemoryBytes: MAX_MEMORY_BYTES };
  const worker = new Worker(script, { workerData: task, stdout: true, stderr: true });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<HeicOutcome>((resolve, reject) => {
      let outcome: HeicOutcome | undefined;
      timer = setTimeout(() => reject(failedBecause(`no result after ${timeoutMs} ms`)), timeoutMs);
      worker.once('message', (decoded: HeicOutcome) => {
        outcome = decoded;
      });
      worker.once('error', (error) => reject(failedBecause('the thread failed', error)));
      // It ends by itself; it is stopped by force only when something failed.
      worker.once('exit', (code) => (outcome === undefined ? reject(failedBecause(`the thread ended with ${code}`)) : resolve(outcome)));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** A 503, because it is not certain that the photo is at fault. `detail` is only logged. */
function failedBecause(detail: string, cause?: unknown): HttpError {
  return unavailableError(FAILED, { cause: new Error(`reading HEIC: ${detail}`, { cause }), retryAfterSeconds: RETRY_SECONDS });
}

/** Encodes decoded pixels as a PNG no larger than `size`, with the original photo's color profile. */
export async function toSmallPng(
  { width, height, data }: { width: number; height: number; data: Uint8Array },
  { photo, size }: { photo: Buffer; size: { width: number; height: number } },
): Promise<Buffer> {
  const png = await sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: MAX_IMAGE_PIXELS })
    .resize({ ...size, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const profile = profileOf(photo);
  return profile ? withProfile(png, profile) : png;
}

/** Finds the photo's color profile: phones capture more colors than web pages assume. Null when there is no valid one. */
function profileOf(bytes: Buffer): Buffer | null {
  const at = bytes.indexOf('colrprof', 0, 'latin1');
  if (at < 4) return null;
  const profile = bytes.subarray(at + 8, at - 4 + bytes.readUInt32BE(at - 4));
  const isProfile = profile.length > 128 && profile.readUInt32BE(0) === profile.length && profile.toString('latin1', 36, 40) === 'acsp';
  return isProfile ? profile : null;
}

/** Embeds the color profile in a PNG. */
function withProfile(png: Buffer, profile: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPphoto\0\0', 'latin1'), deflateSync(profile)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, PNG_HEADER_BYTES), length, body, sum, png.subarray(PNG_HEADER_BYTES)]);
}
