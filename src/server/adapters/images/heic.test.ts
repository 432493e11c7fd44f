import { describe, expect, it } from 'vitest';
import { heicClaiming, heicPhoto } from '#test/pictures.ts';
import { Invalid, TooLarge } from '../../errors.ts';
import { toWebPicture } from './picture.ts';

const refusalOf = async (bytes: Buffer): Promise<Error> => {
  const outcome = await toWebPicture(bytes).catch((error: unknown) => error);
  if (!(outcome instanceof Error)) throw new Error('expected a refusal');
  return outcome;
};

describe('an HEIC photo', () => {
  const whole = heicPhoto();

  it.each([
    ['ends in its head', whole.subarray(0, 40)],
    ['ends before its pixels', whole.subarray(0, 900)],
    ['holds no pixels that can be read', Buffer.from(whole).fill(0x55, whole.indexOf('mdat', 0, 'latin1') + 4)],
    ['has a head that makes no sense', Buffer.from(whole).fill(0x55, 60, 200)],
    ['claims more pixels than it has', heicClaiming(6000, 6000)],
    ['claims fewer', heicClaiming(10, 10)],
    ['claims none', heicClaiming(0, 0)],
  ])('that %s is refused with a sentence', async (_what, bytes) => {
    const refusal = await refusalOf(bytes);
    expect(refusal).toBeInstanceOf(Invalid);
    expect(refusal.message).toContain('broken or incomplete');
  });

  it('that claims a gigantic size is refused before a pixel is decoded', async () => {
    const refusal = await refusalOf(heicClaiming(60_000, 60_000));
    expect(refusal).toBeInstanceOf(TooLarge);
    expect(refusal.message).toContain('3,600 megapixels');
  });

  it('whose container does not say so in its first bytes is read all the same', async () => {
    const quiet = Buffer.from(whole.toString('latin1').replace('ftypheic', 'ftypmif1').replace('mif1heic', 'mif1mif1'), 'latin1');
    expect(await toWebPicture(quiet)).toMatchObject({ width: 300, height: 400 });
  });

  it('is one of several that come at once', async () => {
    const pictures = await Promise.all([whole, whole, whole].map(toWebPicture));
    expect(pictures.map(({ width, height }) => [width, height])).toEqual([
      [300, 400],
      [300, 400],
      [300, 400],
    ]);
  });
});
