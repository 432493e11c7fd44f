import { FREQUENCIES } from '../../db/photo-hashes.ts';
import type { PerceptualHash } from '../../ports/image-store.ts';
import { type Grayscale, halve, resample } from './grayscale.ts';

/** The side of the square that is transformed to frequencies. */
const SIDE = 32;
/** The side of the thumbnail stored for comparison. */
const SMALL = 24;
/** A part of a picture that is hashed, as shares of its width and height. */
type Part = { left: number; top: number; width: number; height: number };
/** The whole, and two crops: people who copy a picture from another listing often trim its edges. */
const PARTS: readonly Part[] = [
  { left: 0, top: 0, width: 1, height: 1 },
  { left: 0.035, top: 0.035, width: 0.93, height: 0.93 },
  { left: 0.07, top: 0.07, width: 0.86, height: 0.86 },
];

const COSINES = Array.from({ length: 9 }, (_, frequency) =>
  Array.from({ length: SIDE }, (_, at) => Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * SIDE))),
);

/** Pictures whose brightness varies less than this (standard deviation, of 255) hash alike whatever they show. */
const LEAST_VARIATION = 6;

/** Computes a picture's hashes and thumbnail. A nearly empty picture has no hashes: it would match any other. */
export function hashPicture(gray: Grayscale): PerceptualHash {
  let source = gray;
  while (Math.min(source.width, source.height) >= 4 * SIDE) source = halve(source);
  const small = resample(source, partOf(source, { left: 0, top: 0, width: 1, height: 1 }), SMALL);
  return {
    hashes: variationOf(small) < LEAST_VARIATION ? [] : PARTS.map((part) => toHex(hashOf(resample(source, partOf(source, part), SIDE)))),
    small: Buffer.from(small.pixels.map(Math.round)).toString('base64'),
  };
}

function partOf(gray: Grayscale, { left, top, width, height }: Part): Parameters<typeof resample>[1] {
  return {
    left: left * gray.width,
    top: top * gray.height,
    width: width * gray.width,
    height: height * gray.height,
  };
}

function variationOf({ pixels }: Grayscale): number {
  const mean = pixels.reduce((sum, light) => sum + light, 0) / pixels.length;
  return Math.sqrt(pixels.reduce((sum, light) => sum + (light - mean) ** 2, 0) / pixels.length);
}

const toHex = (hash: bigint): string => hash.toString(16).padStart(16, '0');

/** The signs of a square's 64 lowest frequencies (a discrete cosine transform, as usual for perceptual hashes). */
function hashOf(square: Grayscale): bigint {
  const { pixels } = square;
  const rows = COSINES.map((cosine) => {
    const sums = new Float64Array(SIDE);
    for (let y = 0; y < SIDE; y += 1) for (let x = 0; x < SIDE; x += 1) sums[y] = (sums[y] ?? 0) + (pixels[y * SIDE + x] ?? 0) * (cosine[x] ?? 0);
    return sums;
  });
  let hash = 0n;
  FREQUENCIES.forEach(([across, down], at) => {
    const [row, cosine] = [rows[across], COSINES[down]];
    let sum = 0;
    for (let y = 0; y < SIDE; y += 1) sum += (row?.[y] ?? 0) * (cosine?.[y] ?? 0);
    if (sum > 0) hash |= 1n << BigInt(at);
  });
  return hash;
}
