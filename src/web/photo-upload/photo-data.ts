import { findCameraData, writeCameraData } from '#contract/shared/camera-data.ts';
import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS } from '#contract/shared/image-sizes.ts';

/** Where photos have their data. */
export const BEGINNING_BYTES = 1_000_000;

const SOI_BYTES = 2;
const APP1 = [0xff, 0xe1];

/**
 * Whether a photo must stay as it is, because it is signed (Content Credentials): a smaller one would no longer match its signature. Not if the shop
 * wouldn't take it. `beginning`: its first bytes.
 */
export function mustStayWhole(beginning: Uint8Array, { size, width, height }: { size: number; width: number; height: number }): boolean {
  return size <= MAX_IMAGE_BYTES && width * height <= MAX_IMAGE_PIXELS && /jumb[\s\S]{4}jumdc2pa/u.test(new TextDecoder('latin1').decode(beginning));
}

/** What the camera wrote, as a segment to put into a smaller JPEG: neither the place nor anything else that the shop doesn't read. Null if there is nothing. */
export function cameraSegmentOf(beginning: Uint8Array): Uint8Array<ArrayBuffer> | null {
  try {
    const data = findCameraData(beginning);
    if (!data || data.make === '' || data.takenAt === '') return null;
    const block = writeCameraData(data);
    const length = block.length + 2;
    return Uint8Array.from([...APP1, length >> 8, length & 0xff, ...block]);
  } catch {
    // Malformed data is as good as none.
    return null;
  }
}

/** A JPEG with this segment right after its start. */
export const withSegment = (jpeg: Blob, segment: Uint8Array<ArrayBuffer>): Blob =>
  new Blob([jpeg.slice(0, SOI_BYTES), segment, jpeg.slice(SOI_BYTES)], { type: jpeg.type });
