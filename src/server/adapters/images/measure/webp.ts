import { InvalidError } from '../../../errors.ts';
import type { Measured } from './measured.ts';

/** The decoder goes over all frames once for each frame, though only the first is shown. */
const MAX_FRAMES = 300;
const MAX_CHUNKS = 5000;
const EFFORT = 2;

type Size = { width: number; height: number };

/** Walks a WebP's chunks once; null when it states no size. Throws `InvalidError` for too many frames or chunks. Uses the largest size that it states. */
export function measureWebp(bytes: Buffer): Measured | null {
  const end = Math.min(bytes.length, bytes.length >= 12 ? 8 + bytes.readUInt32LE(4) : 0);
  let largest: Size | null = null;
  let [at, chunks, frames] = [12, 0, 0];
  while (at + 8 <= end) {
    chunks += 1;
    const type = bytes.toString('latin1', at, at + 4);
    if (type === 'ANMF') frames += 1;
    if (frames > MAX_FRAMES || chunks > MAX_CHUNKS) throw new InvalidError(`This WebP has more than ${MAX_FRAMES} frames. Send a still photo.`);
    const length = bytes.readUInt32LE(at + 4);
    for (const size of sizesIn(bytes, type, at + 8)) if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
    at += 8 + length + (length % 2);
  }
  return largest && { ...largest, effort: EFFORT };
}

/** The sizes that a chunk states; for a frame, also those of the picture inside. */
function sizesIn(bytes: Buffer, type: string, at: number): Size[] {
  const uint24 = (offset: number): number => bytes.readUIntLE(at + offset, 3);
  if (at + 10 > bytes.length) return [];
  if (type === 'VP8X') return [{ width: uint24(4) + 1, height: uint24(7) + 1 }];
  if (type === 'VP8 ') return [{ width: bytes.readUInt16LE(at + 6) & 0x3fff, height: bytes.readUInt16LE(at + 8) & 0x3fff }];
  if (type === 'VP8L') {
    const bits = bytes.readUInt32LE(at + 1);
    return [{ width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }];
  }
  if (type !== 'ANMF' || at + 24 > bytes.length) return [];
  const inner = bytes.toString('latin1', at + 16, at + 20);
  return [{ width: uint24(6) + 1, height: uint24(9) + 1 }, ...(inner === 'ANMF' ? [] : sizesIn(bytes, inner, at + 24))];
}
