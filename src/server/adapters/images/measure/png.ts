import { InvalidError } from '../../../errors.ts';
import type { Measured } from './measured.ts';

/** Cameras and programs write a handful next to the pixels; each may be compressed text that expands to megabytes. */
const MAX_COMPRESSED = 8;
const MAX_CHUNKS = 10_000;
const COMPRESSED = ['zTXt', 'iTXt', 'iCCP'];
/** All interlaced pixels are decoded before the first row is known, at up to eight bytes each. */
const MAX_INTERLACED_PIXELS = 16_000_000;

/**
 * Walks a PNG's chunks once; null when it is malformed. Throws `InvalidError` for too many chunks or compressed texts, and for large interlaced
 * pictures.
 */
export function measurePng(bytes: Buffer): Measured | null {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR' || bytes.readUInt32BE(8) !== 13) return null;
  const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  const isInterlaced = bytes[28] === 1;
  let [at, chunks, compressed] = [33, 0, 0];
  while (at + 8 <= bytes.length) {
    chunks += 1;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (COMPRESSED.includes(type)) compressed += 1;
    if (type === 'IHDR') return null;
    if (chunks > MAX_CHUNKS || compressed > MAX_COMPRESSED) throw new InvalidError('This PNG contains far more than a picture. Save it again and send that.');
    if (type === 'IEND') break;
    at += 12 + bytes.readUInt32BE(at);
  }
  if (isInterlaced && size.width * size.height > MAX_INTERLACED_PIXELS)
    throw new InvalidError(`An interlaced PNG can have at most ${MAX_INTERLACED_PIXELS / 1e6} megapixels. Save it again without interlacing, or as JPEG.`);
  return { ...size, effort: isInterlaced ? 3 : 1 };
}
