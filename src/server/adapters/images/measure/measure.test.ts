import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { heicClaiming, heicPhoto, jpegWithScans, phonePhoto12MP, pictureOf, pngClaiming, pngWithChunks } from '#test/support/pictures.ts';
import { InvalidError, TooLargeError } from '../../../errors.ts';
import { inspectPicture, measurePicture } from './measure.ts';

function refusalOf(bytes: Buffer): Error {
  try {
    inspectPicture(bytes);
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('expected a refusal');
}

function blank(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#456' } });
}

describe('Measuring a picture before it is decoded', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('Reads the size of a %s from its header', async (format) => {
    const large = await blank(2000, 1500)
      .toFormat(format, format === 'avif' ? { effort: 0 } : {})
      .toBuffer();
    const small = await blank(20, 15)
      .toFormat(format, format === 'avif' ? { effort: 0 } : {})
      .toBuffer();
    expect(measurePicture(small).cost).toBe(1);
    expect(measurePicture(large).cost).toBe({ jpeg: 3, png: 3, webp: 6, avif: 12 }[format]);
  });

  it('Measures pictures as cameras and encoders write them', async () => {
    const photo = await phonePhoto12MP();
    expect(measurePicture(photo)).toEqual({ kind: 'jpeg', cost: 12 });
    expect(measurePicture(await sharp(photo).jpeg({ progressive: true }).toBuffer()).cost).toBe(24);
    expect(inspectPicture(await sharp(photo).jpeg({ mozjpeg: true }).toBuffer())).toBe('jpeg');
    expect(inspectPicture(await sharp(photo).jpeg({ progressive: true }).toBuffer())).toBe('jpeg');
    expect(measurePicture(await sharp(photo).resize(400).toColourspace('cmyk').jpeg({ progressive: true }).toBuffer()).cost).toBe(1);
    expect(measurePicture(await sharp(photo).resize(400).webp({ lossless: true }).toBuffer()).kind).toBe('webp');
    expect(measurePicture(await sharp(photo).resize(400).ensureAlpha(0.5).webp().toBuffer()).kind).toBe('webp');
    expect(measurePicture(await pictureOf('png', 300, 200)).cost).toBe(1);
    expect(measurePicture(heicPhoto())).toEqual({ kind: 'heic', cost: 1 });
  });

  it('Refuses a JPEG of 600 scans wherever they begin, and accepts one of 32', () => {
    expect(inspectPicture(jpegWithScans(800, 600, 32))).toBe('jpeg');
    for (const scans of [33, 600, 800]) {
      const refusal = refusalOf(jpegWithScans(800, 600, scans));
      expect(refusal).toBeInstanceOf(InvalidError);
      expect(refusal.message).toContain('32 scans');
    }
  });

  it('Refuses a JPEG that hides scans where the decoder would find them', () => {
    const honest = jpegWithScans(64, 64, 40);
    const at = honest.indexOf(Buffer.from([0xff, 0xda]));
    const unknown = Buffer.concat([honest.subarray(0, at), Buffer.from([0xff, 0x02, 0xff, 0xff]), honest.subarray(at)]);
    const filled = Buffer.concat([honest.subarray(0, at), Buffer.alloc(300, 0xff), honest.subarray(at)]);
    const stray = Buffer.concat([honest.subarray(0, at), Buffer.alloc(300, 0x11), honest.subarray(at)]);
    for (const bytes of [unknown, filled, stray]) expect(refusalOf(bytes)).toBeInstanceOf(InvalidError);
  });

  it('Takes the largest size that a file names, not the first', async () => {
    const webp = await blank(40, 30).webp().toBuffer();
    const inner = Buffer.from(webp.subarray(12));
    const wide = Buffer.from(inner);
    wide.writeUInt16LE(16_000, 14);
    wide.writeUInt16LE(16_000, 16);
    const extended = Buffer.concat([Buffer.from('VP8X\n\0\0\0\0\0\0\0'), Buffer.from([39, 0, 0, 29, 0, 0]), wide]);
    const riff = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), extended]);
    riff.writeUInt32LE(riff.length - 8, 4);
    expect(refusalOf(riff)).toBeInstanceOf(TooLargeError);
    expect(refusalOf(heicClaiming(60_000, 60_000))).toBeInstanceOf(TooLargeError);
    expect(refusalOf(pngClaiming(8200, 5000)).message).toMatch(/41 megapixels.*at most 40/u);
  });

  it('Refuses pictures with far too many frames, chunks, boxes or compressed texts', async () => {
    const frame = Buffer.concat([Buffer.from('ANMF'), Buffer.from([16, 0, 0, 0]), Buffer.alloc(16)]);
    const frames = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), ...Array<Buffer>(400).fill(frame)]);
    frames.writeUInt32LE(frames.length - 8, 4);
    expect(refusalOf(frames).message).toContain('300 frames');
    const text: [string, Buffer] = ['zTXt', Buffer.from('Comment\0\0x')];
    expect(measurePicture(pngWithChunks(text, text)).cost).toBe(1);
    expect(refusalOf(pngWithChunks(...Array<typeof text>(9).fill(text))).message).toContain('contains far more than a p');
    expect(refusalOf(Buffer.concat([pngClaiming(1, 1).subarray(0, 33), Buffer.alloc(12 * 60_000)])).message).toContain('contains far more than a p');
    const boxes = Buffer.concat(Array<Buffer>(30_000).fill(Buffer.from('\0\0\0\x08free')));
    expect(refusalOf(Buffer.concat([heicPhoto(), boxes])).message).toContain('contains far more than a p');
  });

  it('Refuses a large interlaced PNG, which would have to be decoded as a whole', async () => {
    expect(measurePicture(await pictureOf('png', 40, 30)).cost).toBe(1);
    const interlaced = Buffer.from(pngClaiming(5000, 4000));
    interlaced[28] = 1;
    expect(refusalOf(interlaced).message).toContain('16 megapixels');
  });

  it('Gets to the end of ten megabytes of any content', () => {
    const fillings = [0x00, 0x11, 0xff].map((byte) => Buffer.alloc(10_000_000, byte));
    const markers = Buffer.alloc(10_000_000);
    for (let at = 0; at < markers.length; at += 2) markers.writeUInt16BE(0xff00, at);
    const restarts = Buffer.alloc(10_000_000);
    for (let at = 0; at < restarts.length; at += 2) restarts.writeUInt16BE(0xffd0, at);
    const segments = Buffer.alloc(10_000_000);
    for (let at = 0; at + 4 <= segments.length; at += 4) segments.writeUInt32BE(0xffe00002, at);
    const beginnings = [jpegWithScans(640, 480, 3).subarray(0, -2), pngClaiming(9, 9).subarray(0, 33), heicPhoto().subarray(0, 300)];
    for (const begin of beginnings) {
      for (const rest of [...fillings, markers, restarts, segments]) {
        const bytes = Buffer.concat([begin, rest]);
        try {
          inspectPicture(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidError);
        }
      }
    }
  });
});
