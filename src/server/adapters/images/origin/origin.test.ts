import sharp, { type Exif } from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '#server/repeatable-random.ts';
import { withCredentials } from '#test/support/photos/signed-photo.ts';
import { AUTHORITY, CAMERA, EXPIRED, FORGER, WEBSITE } from '#test/support/photos/signers.ts';
import { pictureOf } from '#test/support/pictures.ts';
import { originOf } from './origin.ts';

const NOW = Date.UTC(2027, 4, 20, 12);
const TRUST = { anchors: [AUTHORITY], now: NOW };
const CANON = { Make: 'Canon', Model: 'Canon EOS R6' };
const SHOT = { DateTimeOriginal: '2027:05:03 14:20:11', ExposureTime: '1/125', FNumber: '28/10', ISOSpeedRatings: '400' };

/** A photo with this camera data, and the place where it was taken. */
async function photoWith(main: Record<string, string>, shot: Record<string, string>, format: 'jpeg' | 'png' | 'webp' | 'avif' = 'jpeg'): Promise<Buffer> {
  const exif: Exif = { IFD0: main, IFD2: shot, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' } };
  return sharp(await pictureOf('png', 64, 48))
    .withExif(exif)
    .toFormat(format)
    .toBuffer();
}

describe('Camera data', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('A %s with complete camera data was taken by a camera on that day', async (format) => {
    expect(await originOf(await photoWith(CANON, SHOT, format), TRUST)).toEqual({ kind: 'camera', takenOn: '2027-05-03', camera: 'Canon EOS R6' });
  });

  const without = (key: keyof typeof SHOT): Record<string, string> => Object.fromEntries(Object.entries(SHOT).filter(([name]) => name !== key));

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['no maker', { Model: 'EOS R6' }, SHOT],
    ['no model', { Make: 'Canon' }, SHOT],
    ['no date', CANON, without('DateTimeOriginal')],
    ['no exposure', CANON, without('ExposureTime')],
    ['no aperture', CANON, without('FNumber')],
    ['no sensitivity', CANON, without('ISOSpeedRatings')],
    ['an exposure of an hour', CANON, { ...SHOT, ExposureTime: '3600/1' }],
    ['a date in the future', CANON, { ...SHOT, DateTimeOriginal: '2027:05:22 00:00:00' }],
    ['a day that doesn’t exist', CANON, { ...SHOT, DateTimeOriginal: '2027:02:30 10:00:00' }],
    ['a date before there were such cameras', CANON, { ...SHOT, DateTimeOriginal: '1980:01:01 00:00:00' }],
    ['an editor', { ...CANON, Software: 'Adobe Photoshop 26.1' }, SHOT],
    ['a generator', { ...CANON, Software: 'Stable Diffusion XL' }, SHOT],
  ])('A photo with %s says nothing', async (_what, main, shot) => {
    expect(await originOf(await photoWith(main, shot), TRUST)).toBeNull();
  });

  test.each([
    [{ Make: 'Apple', Model: 'iPhone 15 Pro', Software: '26.1' }, 'Apple iPhone 15 Pro'],
    [{ Make: 'NIKON CORPORATION', Model: 'NIKON D3500' }, 'Nikon D3500'],
    [{ Make: 'samsung', Model: 'SM-S918B', Software: 'S918BXXU3BWK5' }, 'Samsung SM-S918B'],
    [{ Make: 'Google', Model: 'call 555 0100 77' }, 'Google'],
    [{ Make: 'Google', Model: 'cheap@shop.example' }, 'Google'],
    [{ Make: 'Buy at shop.example', Model: 'T-1' }, null],
  ])('Of the camera %o it repeats “%s”', async (main, camera) => {
    expect(await originOf(await photoWith(main, SHOT), TRUST)).toMatchObject({ kind: 'camera', camera });
  });

  test('A picture without data says nothing', async () => {
    expect(await originOf(await pictureOf('jpeg', 64, 48), TRUST)).toBeNull();
  });
});

describe('Content Credentials', () => {
  let plain: Buffer;
  let taken: Buffer;
  beforeAll(async () => {
    plain = await pictureOf('jpeg', 64, 48);
    taken = await photoWith(CANON, SHOT);
  });

  test('A photo that a trusted camera signed was taken by it', async () => {
    expect(await originOf(withCredentials(plain, { signer: CAMERA }), TRUST)).toEqual({ kind: 'signed', takenOn: '2026-05-03', camera: null });
    const cropped = withCredentials(taken, { signer: CAMERA, changes: ['c2pa.cropped'] });
    expect(await originOf(cropped, TRUST)).toEqual({ kind: 'signed', takenOn: '2027-05-03', camera: 'Canon EOS R6' });
  });

  test.each([
    ['of an authority the shop doesn’t trust', { signer: FORGER }],
    ['made for a website', { signer: WEBSITE }],
    ['that has expired', { signer: EXPIRED }],
    ['on an edited picture', { signer: CAMERA, changes: ['c2pa.edited'] }],
    ['on a drawing', { signer: CAMERA, source: 'digitalCreation' }],
  ])('A signature %s says nothing', async (_what, statement) => {
    expect(await originOf(withCredentials(plain, statement), TRUST)).toBeNull();
  });

  test('Without a trust list no signature counts', async () => {
    expect(await originOf(withCredentials(plain, { signer: CAMERA }), { anchors: [], now: NOW })).toBeNull();
  });

  test('A signature of another picture says nothing', async () => {
    const signed = withCredentials(plain, { signer: CAMERA });
    const other = await pictureOf('jpeg', 64, 40);
    const segment = signed.subarray(2, 2 + signed.length - plain.length);
    expect(await originOf(Buffer.concat([other.subarray(0, 2), segment, other.subarray(2)]), TRUST)).toBeNull();
  });

  test.each(['trainedAlgorithmicMedia', 'compositeWithTrainedAlgorithmicMedia', 'algorithmicMedia'])(
    'Says that %s was generated, whoever signed it',
    async (source) => {
      expect(await originOf(withCredentials(taken, { signer: FORGER, source }), TRUST)).toEqual({ kind: 'generated', takenOn: null, camera: null });
    },
  );

  test('Says that a picture was generated if its description (XMP) does', async () => {
    const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia</a></x:xmpmeta>';
    const bytes = await sharp(plain).withXmp(xmp).jpeg().toBuffer();
    expect(await originOf(bytes, TRUST)).toMatchObject({ kind: 'generated' });
  });

  test('Of 1,000 random alterations of a signed photo none counts as signed', async () => {
    const signed = withCredentials(plain, { signer: CAMERA });
    const counted: number[] = [];
    const random = createRandom(7);
    for (let trial = 0; trial < 1000; trial += 1) {
      const altered = Buffer.from(signed);
      const at = Math.floor(random() * altered.length);
      altered[at] = ((altered[at] ?? 0) + 1 + Math.floor(random() * 255)) & 0xff;
      if ((await originOf(altered, TRUST))?.kind === 'signed') counted.push(at);
    }
    expect(counted).toEqual([]);
  });
});

describe('Hostile data', () => {
  test('Truncated and random bytes never throw', async () => {
    const signed = withCredentials(await photoWith(CANON, SHOT), { signer: CAMERA });
    const random = createRandom(3);
    for (let trial = 0; trial < 300; trial += 1) {
      const altered = Buffer.from(signed.subarray(0, Math.floor(random() * signed.length)));
      for (let change = 0; change < 20 && altered.length > 4; change += 1)
        altered[4 + Math.floor(random() * (altered.length - 4))] = Math.floor(random() * 256);
      await expect(originOf(altered, TRUST)).resolves.not.toMatchObject({ kind: 'signed' });
    }
  });
});
