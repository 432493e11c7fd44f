import { Invalid } from '../../../errors.ts';
import type { Measured } from './measured.ts';

/**
 * A progressive JPEG is read once more for each of its scans, however little is in them. Encoders write 10 (libjpeg in color), up to 18 (in CMYK), and a few
 * more where they search for the smallest file.
 */
export const MAX_SCANS = 32;

const EOI = 0xd9;
const SOS = 0xda;
/** Baseline, extended and progressive: what cameras and programs write, and the decoder reads. */
const FRAMES = [0xc0, 0xc1, 0xc2];
const PROGRESSIVE = 0xc2;
/** Tables, comments and what applications add. The decoder gives up at any other, so that nothing can be hidden in one. */
const OTHER_SEGMENTS = [0xc4, 0xcc, SOS, 0xdb, 0xdc, 0xdd, 0xfe];

/** Markers without a segment: zeros and fillings that stand for none, and what divides a scan. */
const isAlone = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7);
const isSegment = (marker: number): boolean => FRAMES.includes(marker) || OTHER_SEGMENTS.includes(marker) || (marker >= 0xe0 && marker <= 0xef);

/** Walks a JPEG's segments once, to its first end; null when it makes no sense. Throws `Invalid` for more scans than a photo has. */
export function measureJpeg(bytes: Buffer): Measured | null {
  let frame: Measured | null = null;
  let scans = 0;
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    // Decoders step over what stands between segments, and over any number of filling bytes.
    if (bytes[at] !== 0xff || marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === EOI) break;
    if (isAlone(marker)) {
      at += 2;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2 || !isSegment(marker)) return null;
    if (FRAMES.includes(marker)) {
      if (frame || length < 8 || at + 9 > bytes.length) return null;
      frame = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7), effort: marker === PROGRESSIVE ? 2 : 1 };
    }
    at += 2 + length;
    if (marker !== SOS) continue;
    scans += 1;
    if (scans > MAX_SCANS) throw tooManyScans();
    at = endOfScan(bytes, at);
  }
  return scans > 0 ? frame : null;
}

/** Where the next marker is: compressed data holds none, but for those that only divide it. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

const tooManyScans = (): Invalid =>
  new Invalid(`This JPEG is built up in more than ${MAX_SCANS} passes, which no camera does. Save it again as an ordinary JPEG and send that.`);
