import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { hashPicture } from '#server/adapters/images/perceptual-hash.ts';
import { grayscaleOfFile } from '#server/adapters/images/picture.ts';
import { mirroredHash } from '#server/db/photo-hashes.ts';
import type { PerceptualHash } from '#server/ports/image-store.ts';
import { drawnPhoto } from '#test/support/drawn-photos.ts';
import { judgeLikeness, likenessOf, readSmall } from './likeness.ts';

const DRAWN = 16;
const CHANGED = 6;
const SIDE = 1280;

function crop(bytes: Buffer, [left, top, right, bottom]: [number, number, number, number]): Promise<Buffer> {
  return sharp(bytes)
    .extract({ left: SIDE * left, top: SIDE * top, width: SIDE * (1 - left - right), height: SIDE * (1 - top - bottom) })
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** How people alter another's photo, and how many of a hundred must still be recognized. */
const CHANGES: [name: string, least: number, change: (bytes: Buffer) => Promise<Buffer>][] = [
  ['recompressed', 100, (bytes) => sharp(bytes).jpeg({ quality: 40 }).toBuffer()],
  ['made smaller', 100, (bytes) => sharp(bytes).resize(320).webp({ quality: 60 }).toBuffer()],
  ['made brighter', 100, (bytes) => sharp(bytes).modulate({ brightness: 1.25 }).jpeg().toBuffer()],
  ['made darker', 100, (bytes) => sharp(bytes).linear(0.7, 0).jpeg().toBuffer()],
  ['without color', 100, (bytes) => sharp(bytes).greyscale().jpeg().toBuffer()],
  ['mirrored', 100, (bytes) => sharp(bytes).flop().jpeg().toBuffer()],
  ['cut by 5 % all around', 75, (bytes) => crop(bytes, [0.05, 0.05, 0.05, 0.05])],
  ['cut by 10 % on one side', 75, (bytes) => crop(bytes, [0.1, 0, 0, 0])],
];

async function hashesFor(bytes: Buffer): Promise<PerceptualHash> {
  const gray = await grayscaleOfFile(bytes);
  if (!gray) throw new Error('the picture can’t be read');
  return hashPicture(gray);
}

function bitsBetween(one: string, other: string): number {
  return (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2).replaceAll('0', '').length;
}

/** The smallest distance in bits between two pictures' hashes, with one of them mirrored or not. */
function distanceOf(one: PerceptualHash, other: PerceptualHash): number {
  return Math.min(...one.hashes.flatMap((hash) => other.hashes.flatMap((to) => [bitsBetween(hash, to), bitsBetween(mirroredHash(hash), to)])));
}

function judge(one: PerceptualHash, other: PerceptualHash) {
  return [false, true].map((mirrored) => judgeLikeness(likenessOf(readSmall(one.small, mirrored), readSmall(other.small))));
}

function spread(values: number[]): string {
  const sorted = values.toSorted((one, other) => one - other);
  return `${sorted[0]} to ${sorted.at(-1)}, median ${sorted[sorted.length >> 1]}`;
}

describe('Photo recognition', () => {
  const drawn: Buffer[] = [];
  const perceptualHashes: PerceptualHash[] = [];
  beforeAll(async () => {
    for (let nth = 0; nth < DRAWN; nth += 1) {
      const bytes = await drawnPhoto(nth);
      drawn.push(bytes);
      perceptualHashes.push(await hashesFor(bytes));
    }
  });

  test.each(CHANGES)('Recognizes a photo: %s', async (name, least, change) => {
    const [distances, known]: [number[], boolean[]] = [[], []];
    for (const [nth, bytes] of drawn.slice(0, CHANGED).entries()) {
      const [perceptualHash, original] = [await hashesFor(await change(bytes)), perceptualHashes[nth]];
      if (!original) continue;
      distances.push(distanceOf(perceptualHash, original));
      known.push(judge(perceptualHash, original).some((likeness) => likeness !== null));
    }
    const share = (100 * known.filter(Boolean).length) / known.length;
    process.stdout.write(`${name}: ${share} % known; bits of 64: ${spread(distances)}\n`);
    expect(distances).toHaveLength(CHANGED);
    expect(Math.max(...distances)).toBeLessThanOrEqual(18);
    expect(share).toBeGreaterThanOrEqual(least);
  });

  test('Confuses no two photos, though the drawn phones are much alike', () => {
    const pairs = perceptualHashes.flatMap((one, at) => perceptualHashes.slice(at + 1).map((other) => [one, other] as const));
    process.stdout.write(`different pictures: bits of 64: ${spread(pairs.map(([one, other]) => distanceOf(one, other)))}\n`);
    const near = pairs.filter(([one, other]) => distanceOf(one, other) <= 18);
    expect(pairs).toHaveLength((DRAWN * (DRAWN - 1)) / 2);
    expect(near.flatMap(([one, other]) => judge(one, other)).filter((likeness) => likeness !== null)).toEqual([]);
  });

  test.each([
    ['white', '#ffffff', '#f6f6f6'],
    ['black', '#000000', '#0a0a0a'],
  ])('Recognizes nothing in a picture that is %s all over', async (_name, from, to) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><linearGradient id="g"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient><rect width="900" height="900" fill="url(#g)"/></svg>`;
    const perceptualHash = await hashesFor(await sharp(Buffer.from(svg)).jpeg().toBuffer());
    expect(perceptualHash.hashes).toEqual([]);
    expect(judge(perceptualHash, perceptualHash)).toEqual([null, null]);
  });
});
