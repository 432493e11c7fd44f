import { InvalidError } from '../../../errors.ts';
import type { Measured } from './measured.ts';

/** AV1 and HEVC both cost several times as much to decode as a JPEG of the same size. */
const EFFORT = 4;
const MAX_BOXES = 20_000;
/** A photo of 48 megapixels is a grid of 192 tiles, plus a thumbnail, a depth map and the like. */
const MAX_ITEMS = 1000;

/** Container boxes on the way to the sizes, with the bytes of their own header fields. */
const HOLDERS: Record<string, number> = { meta: 4, iprp: 0, ipco: 0, moov: 0, trak: 0 };

type Found = { width: number; height: number; boxes: number };

type Stretch = { from: number; to: number; depth: number };

/**
 * Walks the boxes of an HEIF or AVIF file for the largest size it states; null when it states none. Throws `InvalidError` for too many boxes or
 * items.
 */
export function measureIso(bytes: Buffer): Measured | null {
  const found: Found = { width: 0, height: 0, boxes: 0 };
  walk(bytes, { from: 0, to: bytes.length, depth: 0 }, found);
  const { width, height } = found;
  return width * height > 0 ? { width, height, effort: EFFORT } : null;
}

function walk(bytes: Buffer, { from, to, depth }: Stretch, found: Found): void {
  let at = from;
  while (at + 8 <= to) {
    found.boxes += 1;
    if (found.boxes > MAX_BOXES) throw tooMuch();
    const type = bytes.toString('latin1', at + 4, at + 8);
    const long = bytes.readUInt32BE(at) === 1;
    if (long && at + 16 > to) return;
    // A size of 0 means up to the end.
    const size = (long ? Number(bytes.readBigUInt64BE(at + 8)) : bytes.readUInt32BE(at)) || to - at;
    const body = at + (long ? 16 : 8);
    if (at + size < body) return;
    const end = Math.min(to, at + size);
    look(bytes, type, { from: body, to: end, depth }, found);
    at += size;
  }
}

const tooMuch = (): InvalidError => new InvalidError('This file contains far more than a photo. Save it as JPEG and send that.');

function look(bytes: Buffer, type: string, { from, to, depth }: Stretch, found: Found): void {
  const own = HOLDERS[type];
  if (own !== undefined) {
    if (depth > 4) throw tooMuch();
    walk(bytes, { from: from + own, to, depth: depth + 1 }, found);
  }
  if (type === 'iinf' && from + 8 <= to) {
    const items = bytes[from] === 0 ? bytes.readUInt16BE(from + 4) : bytes.readUInt32BE(from + 4);
    if (items > MAX_ITEMS) throw tooMuch();
  }
  if (type !== 'ispe' || from + 12 > to) return;
  const [width, height] = [bytes.readUInt32BE(from + 4), bytes.readUInt32BE(from + 8)];
  if (width * height > found.width * found.height) Object.assign(found, { width, height });
}
