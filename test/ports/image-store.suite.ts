import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpError, InvalidError, TooLargeError } from '#server/errors.ts';
import type { ImageStore } from '#server/ports/image-store.ts';
import { cornerOf, heicPhoto, PDF, phonePhoto12MP, pictureOf, pngClaiming, SVG, ZIP } from '../support/pictures.ts';

export type OpenedStore = {
  store: ImageStore;
  /** What a browser gets from this address. */
  fetch(address: string): Promise<Buffer>;
  /** The number of stored pictures. */
  count(): Promise<number>;
  close(): Promise<void>;
};

const HUNDRED_MB = 100e6;

/** How every image store must behave. */
export function describeImageStore(name: string, open: () => Promise<OpenedStore>): void {
  describe(name, () => {
    let opened: OpenedStore;
    let photo: Buffer;
    beforeAll(async () => {
      opened = await open();
      photo = await phonePhoto12MP();
    });
    afterAll(() => opened.close());

    const refusalOf = async (bytes: Buffer): Promise<HttpError> => {
      const before = await opened.count();
      const outcome = await opened.store.put(bytes).catch((error: unknown) => error);
      expect(await opened.count()).toBe(before);
      if (!(outcome instanceof HttpError)) throw new Error(`expected a refusal, got ${String(outcome)}`);
      return outcome;
    };

    it('Turns a photo the right way up', async () => {
      const { address } = await opened.store.put(photo);
      const stored = await opened.fetch(address);
      const { width = 0, height = 0 } = await sharp(stored).metadata();
      expect(height).toBeGreaterThan(width);
      // After the rotation, the bottom-left corner is at the top left.
      expect([await cornerOf(stored, 'topLeft'), await cornerOf(stored, 'topRight')]).toEqual(['bottomLeft', 'topLeft']);
    });

    it('Removes the location and camera from a photo', async () => {
      const before = await sharp(photo).metadata();
      expect(before.exif?.toString('latin1')).toContain('Redial Test Camera');
      const stored = await opened.fetch((await opened.store.put(photo)).address);
      const { exif, xmp, iptc, icc, orientation } = await sharp(stored).metadata();
      expect({ exif, xmp, iptc, icc, orientation }).toEqual({ exif: undefined, xmp: undefined, iptc: undefined, icc: undefined, orientation: undefined });
      expect(stored.toString('latin1')).not.toMatch(/GPS|Exif|Redial Test Camera/u);
    });

    it.each(['jpeg', 'png', 'webp', 'avif'] as const)('Accepts %s', async (format) => {
      const { address } = await opened.store.put(await pictureOf(format));
      expect(await cornerOf(await opened.fetch(address), 'bottomRight')).toBe('bottomRight');
    });

    it('Takes the first frame of an animated picture', async () => {
      const frames = await sharp(
        [
          await pictureOf('png', 60, 40),
          await sharp({ create: { width: 60, height: 40, channels: 3, background: '#fff' } })
            .png()
            .toBuffer(),
        ],
        { join: { animated: true } },
      )
        .webp()
        .toBuffer();
      expect((await sharp(frames).metadata()).pages).toBe(2);
      const stored = await opened.fetch((await opened.store.put(frames)).address);
      expect((await sharp(stored).metadata()).pages ?? 1).toBe(1);
      expect(await cornerOf(stored, 'topLeft')).toBe('topLeft');
    });

    it('Converts grayscale and transparent pictures for display', async () => {
      const grey = await sharp(await pictureOf('png'))
        .greyscale()
        .png()
        .toBuffer();
      const clear = await sharp({ create: { width: 50, height: 50, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } } })
        .png()
        .toBuffer();
      for (const bytes of [grey, clear]) expect((await sharp(await opened.fetch((await opened.store.put(bytes)).address)).metadata()).format).toBe('webp');
    });

    it('Scales a very long picture down instead of failing', async () => {
      const strip = await sharp({ create: { width: 300, height: 20_000, channels: 3, background: '#456' } })
        .png()
        .toBuffer();
      const { height = 0 } = await sharp(await opened.fetch((await opened.store.put(strip)).address)).metadata();
      expect(height).toBeLessThanOrEqual(3840);
    });

    it('Refuses a truncated photo', async () => {
      for (const end of [photo.length - 40, Math.floor(photo.length / 2), 700]) {
        const refusal = await refusalOf(photo.subarray(0, end));
        expect(refusal).toBeInstanceOf(InvalidError);
        expect(refusal.message).toContain('damaged or incomplete');
      }
    });

    it('Refuses a PNG whose pixels are damaged', async () => {
      const bytes = Buffer.from(
        await sharp(await pictureOf('png', 500, 500))
          .png({ compressionLevel: 0 })
          .toBuffer(),
      );
      bytes.fill(0xaa, 2000, 2600);
      expect((await refusalOf(bytes)).message).toContain('damaged or incomplete');
    });

    it.each([
      ['an SVG', SVG],
      ['a ZIP archive', ZIP],
      ['a PDF', PDF],
    ])('Refuses %s by name, whatever its file is called', async (kind, bytes) => {
      const refusal = await refusalOf(bytes);
      expect(refusal).toBeInstanceOf(InvalidError);
      expect(refusal.message).toContain(`This is ${kind}`);
    });

    it.each(['gif', 'tiff'] as const)('Refuses a %s', async (format) => {
      expect((await refusalOf(await pictureOf(format, 40, 40))).message).toContain(`This is a ${format.toUpperCase()}`);
    });

    it('Accepts an HEIC photo, upright, with its colors and without its metadata', async () => {
      expect(heicPhoto().toString('latin1')).toContain('Redial Test Camera');
      const stored = await opened.fetch((await opened.store.put(heicPhoto())).address);
      const { width, height, exif, icc, orientation } = await sharp(stored).metadata();
      expect({ width, height, exif, icc, orientation }).toEqual({ width: 300, height: 400, exif: undefined, icc: undefined, orientation: undefined });
      expect([await cornerOf(stored, 'topLeft'), await cornerOf(stored, 'topRight')]).toEqual(['bottomLeft', 'topLeft']);
    });

    it('Refuses a broken HEIC photo', async () => {
      const refusal = await refusalOf(heicPhoto().subarray(0, -30));
      expect(refusal).toBeInstanceOf(InvalidError);
      expect(refusal.message).toContain('damaged or incomplete');
    });

    it('Refuses an empty file and plain text', async () => {
      expect((await refusalOf(Buffer.alloc(0))).message).toContain('empty');
      expect((await refusalOf(Buffer.from('a picture, honestly'))).message).toContain('this kind of file');
      expect((await refusalOf(Buffer.from([0xff, 0xd8, 0xff]))).message).toContain('damaged');
    });

    it('Refuses a picture of 41 megapixels and says how many it has', async () => {
      const large = await sharp({ create: { width: 8200, height: 5000, channels: 3, background: '#888' } })
        .png({ compressionLevel: 9 })
        .toBuffer();
      const refusal = await refusalOf(large);
      expect(refusal).toBeInstanceOf(TooLargeError);
      expect(refusal.message).toMatch(/41 megapixels.*at most 40/u);
    });

    it('Refuses a header that claims a gigantic picture before it costs any memory', async () => {
      const before = process.memoryUsage().rss;
      expect(await refusalOf(pngClaiming(60_000, 60_000))).toBeInstanceOf(TooLargeError);
      expect(await refusalOf(pngClaiming(0, 500))).toBeInstanceOf(InvalidError);
      expect(process.memoryUsage().rss - before).toBeLessThan(HUNDRED_MB);
    });

    it('Gives each upload its own address, and recognizes only its own addresses', async () => {
      const bytes = await pictureOf('jpeg', 64, 64);
      const [one, other] = await Promise.all([opened.store.put(bytes), opened.store.put(bytes)]);
      expect(one.address).not.toBe(other.address);
      expect(await opened.store.has(one.address)).toBe(true);
      const [id = ''] = /[0-9a-f-]{36}/u.exec(one.address) ?? [];
      const strangers = [
        one.address.replace(id, '01990000-0000-7000-8000-000000000000'),
        `https://elsewhere.test${one.address}`,
        `https://elsewhere.test/${id}/1280.webp`,
        `${one.address}?x`,
        '',
        '/images/../../etc/passwd',
        `x${one.address}`,
      ];
      for (const stranger of strangers) expect(await opened.store.has(stranger)).toBe(false);
    });

    it('Stores many pictures that arrive at once', async () => {
      const before = await opened.count();
      const bytes = await pictureOf('jpeg', 900, 700);
      await Promise.all(Array.from({ length: 12 }, () => opened.store.put(bytes)));
      expect(await opened.count()).toBe(before + 12);
    });
  });
}
