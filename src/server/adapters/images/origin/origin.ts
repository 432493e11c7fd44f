import sharp from 'sharp';
import { type CameraData, readCameraData } from '#contract/shared/camera-data.ts';
import type { PictureOrigin } from '../../../ports/image-store.ts';
import { shotOf } from './camera.ts';
import { captureOf, isGenerated } from './credentials.ts';
import type { Trust } from './signature.ts';

/** Longer blocks are thumbnails and makers' notes, which come after what is read. */
const MAX_BLOCK_BYTES = 1_000_000;

/** What an uploaded photo's own data says of where it comes from; null if it says nothing, or nothing that holds. */
export async function originOf(bytes: Buffer, trust: Trust): Promise<PictureOrigin | null> {
  const { exif, xmp } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => ({ exif: undefined, xmp: undefined }));
  if (isGenerated(bytes, xmp)) return { kind: 'generated', takenOn: null, camera: null };
  const shot = shotOf(cameraDataOf(exif), trust.now);
  const capture = captureOf(bytes, trust);
  if (capture) return { kind: 'signed', takenOn: shot?.takenOn ?? dayOf(capture.when, trust.now), camera: shot?.camera ?? null };
  return shot && { kind: 'camera', ...shot };
}

function cameraDataOf(block: Buffer | undefined): CameraData | null {
  try {
    return block ? readCameraData(block.subarray(0, MAX_BLOCK_BYTES)) : null;
  } catch {
    // A reading outside the block.
    return null;
  }
}

/** The day of a signed time, unless it is in the future. */
function dayOf(when: string | null, now: number): string | null {
  const at = when === null ? Number.NaN : Date.parse(when);
  return at <= now && /^\d{4}-\d{2}-\d{2}T/u.test(when ?? '') ? (when?.slice(0, 10) ?? null) : null;
}
