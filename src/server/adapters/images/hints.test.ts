import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PhotoHint } from '#contract/images.ts';
import { drawnPhoto } from '#test/support/drawn-photos.ts';
import { heicPhoto, phonePhoto12MP, pictureOf } from '#test/support/pictures.ts';
import { pictureJobs } from './picture-jobs.ts';

async function kindsOf(bytes: Buffer): Promise<PhotoHint['kind'][]> {
  const { hints } = await pictureJobs.make(bytes);
  return hints.map(({ kind }) => kind);
}

/** Round shapes without straight edges, like faces, food or leaves; the same each time. */
function roundThings(): Buffer {
  const shapes = Array.from({ length: 24 }, (_, at) => {
    const [x, y] = [(at * 397) % 960, (at * 743) % 1280];
    return `<ellipse cx="${x}" cy="${y}" rx="${40 + ((at * 61) % 160)}" ry="${40 + ((at * 89) % 160)}" fill="hsl(${at * 47} 60% ${25 + ((at * 13) % 50)}%)"/>`;
  });
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="960" height="1280"><rect width="960" height="1280" fill="#789"/>${shapes.join('')}</svg>`);
}

describe('Photo hints', () => {
  let phone: Buffer;
  beforeAll(async () => {
    phone = await drawnPhoto(2);
  });

  test('Gives no hint on a photo that shows a phone, drawn or from a camera', async () => {
    for (const nth of [2, 23, 48]) expect(await kindsOf(await drawnPhoto(nth))).toEqual([]);
    expect(await kindsOf(await phonePhoto12MP())).toEqual([]);
  });

  test.each<[string, PhotoHint['kind'][], () => Promise<Buffer>]>([
    ['a dark photo', ['dark'], () => sharp(phone).linear(0.18, 0).jpeg().toBuffer()],
    ['a blurred photo', ['blurred'], () => sharp(phone).blur(9).jpeg().toBuffer()],
    ['a small photo', ['small'], () => sharp(phone).resize(420).jpeg().toBuffer()],
    [
      'a wall',
      ['empty'],
      () =>
        sharp({ create: { width: 900, height: 900, channels: 3, background: '#c8beb4' } })
          .jpeg()
          .toBuffer(),
    ],
    [
      'a covered lens',
      ['empty'],
      () =>
        sharp({ create: { width: 900, height: 900, channels: 3, background: '#050404' } })
          .jpeg()
          .toBuffer(),
    ],
    ['something round', ['no_phone'], () => sharp(roundThings()).jpeg().toBuffer()],
    ['one pixel', ['empty', 'small'], () => pictureOf('png', 1, 1)],
    ['a small HEIC photo', ['small'], async () => heicPhoto()],
  ])('Gives a hint on %s', async (_name, kinds, make) => {
    expect(await kindsOf(await make())).toEqual(kinds);
  });
});
