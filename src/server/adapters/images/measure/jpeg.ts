import { InvalidError } from '../../../errors.ts';
import type { Measured } from './measured.ts';

/**
 * The decoder goes over all pixels of a progressive JPEG once for each scan, however little it contains. Encoders write 10 (libjpeg in color), up to
 * 18 (in CMYK), and a few more when they optimize for size.
 */
const MAX_SCANS = 32;

const EOI = 0xd9;
const SOS = 0xda;
/** Baseline, extended and progressive: what cameras and programs write, and the decoder reads. */
const FRAMES = [0xc0, 0xc1, 0xc2];
const PROGRESSIVE = 0xc2;
/** Tables, comments and application data. The decoder gives up at any other segment, so nothing can be hidden in one. */
const OTHER_SEGMENTS = [0xc4, 0xcc, SOS, 0xdb, 0xdc, 0xdd, 0xfe, ...Array.from({ length: 16 }, (_, at) => 0xe0 + at)];
const IS_SEGMENT = Uint8Array.from({ length: 256 }, (_, marker) => Number(FRAMES.includes(marker) || OTHER_SEGMENTS.includes(marker)));
/** Far above any real file: a photo has about twenty, each of at least four bytes. */
const MAX_SEGMENTS = 20_000;

/** The most bytes skipped between segments. */
const MAX_STRAY = 1_000_000;

type Segment = { marker: number; at: number };

/** Reads a JPEG's header up to its size; null when it is malformed. */
export function measureJpeg(bytes: Buffer): Measured | null {
  for (const { marker, at } of segmentsOf(bytes)) {
    if (marker === SOS) return null;
    if (!FRAMES.includes(marker)) continue;
    if (at + 9 > bytes.length) return null;
    return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7), effort: marker === PROGRESSIVE ? 2 : 1 };
  }
  return null;
}

/** Yields a JPEG's segments up to its first end marker or malformed byte. */
function* segmentsOf(bytes: Buffer): Generator<Segment> {
  let [at, stray, segments] = [2, 0, 0];
  while (at + 4 <= bytes.length && stray <= MAX_STRAY && segments <= MAX_SEGMENTS) {
    const marker = bytes[at + 1] ?? 0;
    // Decoders skip stray bytes between segments, and any number of fill bytes.
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

/** Markers without a segment: stuffing, TEM and the restart markers within a scan. */
const isAlone = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Finds the next marker after a scan: compressed data contains none except restart markers. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

/**
 * Walks a whole JPEG once, up to its first end marker. Throws `InvalidError` for too many scans. Returns whether it has exactly one frame and at
 * least one scan.
 */
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
