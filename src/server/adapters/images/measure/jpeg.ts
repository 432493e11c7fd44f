import { InvalidError } from '../../../errors.ts';
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
const OTHER_SEGMENTS = [0xc4, 0xcc, SOS, 0xdb, 0xdc, 0xdd, 0xfe, ...Array.from({ length: 16 }, (_, at) => 0xe0 + at)];
const IS_SEGMENT = Uint8Array.from({ length: 256 }, (_, marker) => Number(FRAMES.includes(marker) || OTHER_SEGMENTS.includes(marker)));
/** No file needs more: each has four bytes at the least, and a photo some twenty. */
const MAX_SEGMENTS = 20_000;

/** What stands between segments, and is stepped over. */
const MAX_STRAY = 1_000_000;

type Segment = { marker: number; at: number };

/** Reads a JPEG's head, to where it says its size; null when it makes no sense. */
export function measureJpeg(bytes: Buffer): Measured | null {
  for (const { marker, at } of segmentsOf(bytes)) {
    if (marker === SOS) return null;
    if (!FRAMES.includes(marker)) continue;
    if (at + 9 > bytes.length) return null;
    return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7), effort: marker === PROGRESSIVE ? 2 : 1 };
  }
  return null;
}

/** A JPEG's segments, to its first end or to what makes no sense. */
function* segmentsOf(bytes: Buffer): Generator<Segment> {
  let [at, stray, segments] = [2, 0, 0];
  while (at + 4 <= bytes.length && stray <= MAX_STRAY && segments <= MAX_SEGMENTS) {
    const marker = bytes[at + 1] ?? 0;
    // Decoders step over what stands between segments, and over any number of filling bytes.
    if (bytes[at] !== 0xff || marker === 0xff || isAlone(marker)) {
      const step = bytes[at] === 0xff && marker !== 0xff ? 2 : 1;
      at += step;
      stray += step;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    if (marker === EOI || length < 2 || IS_SEGMENT[marker] !== 1) return;
    segments += 1;
    yield { marker, at };
    const end = at + 2 + length;
    at = marker === SOS ? endOfScan(bytes, end) : end;
  }
}

/** Markers without a segment: zeros and fillings that stand for none, and what divides a scan. */
const isAlone = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Where the next marker is: compressed data holds none, but for those that only divide it. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

/** Walks all of a JPEG once, to its first end; throws `Invalid` for more scans than a photo has. Answers whether it has one size and at least one scan. */
export function hasFewScans(bytes: Buffer): boolean {
  let [frames, scans] = [0, 0];
  for (const { marker } of segmentsOf(bytes)) {
    if (FRAMES.includes(marker)) frames += 1;
    if (marker === SOS) scans += 1;
    if (scans > MAX_SCANS) throw tooManyScans();
  }
  return frames === 1 && scans > 0;
}

function tooManyScans(): InvalidError {
  return new InvalidError(`This JPEG has more than ${MAX_SCANS} scans. Save it as an ordinary JPEG and send that.`);
}
