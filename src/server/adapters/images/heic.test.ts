import { describe, expect, it } from 'vitest';
import { heicClaiming, heicPhoto } from '#test/support/pictures.ts';
import { HttpError, InvalidError, TooLargeError } from '../../errors.ts';
import { createHeicDecoder } from './heic.ts';
import { toWebPicture } from './picture.ts';

async function refusalOf(bytes: Buffer): Promise<Error> {
  const outcome = await toWebPicture(bytes).catch((error: unknown) => error);
  if (!(outcome instanceof Error)) throw new Error('expected a refusal');
  return outcome;
}

describe('HEIC photos', () => {
  const whole = heicPhoto();

  it.each([
    ['ends in its header', whole.subarray(0, 40)],
    ['ends before its pixels', whole.subarray(0, 900)],
    ['contains no readable pixels', Buffer.from(whole).fill(0x55, whole.indexOf('mdat', 0, 'latin1') + 4)],
    ['has a malformed header', Buffer.from(whole).fill(0x55, 60, 200)],
    ['claims more pixels than it has', heicClaiming(6000, 6000)],
    ['claims fewer pixels than it has', heicClaiming(10, 10)],
    ['claims no pixels', heicClaiming(0, 0)],
  ])('Refuses an HEIC photo that %s with a sentence', async (_what, bytes) => {
    const refusal = await refusalOf(bytes);
    expect(refusal).toBeInstanceOf(InvalidError);
    expect(refusal.message).toContain('damaged or incomplete');
  });

  it('Refuses an HEIC photo that claims a gigantic size before decoding a pixel', async () => {
    const refusal = await refusalOf(heicClaiming(60_000, 60_000));
    expect(refusal).toBeInstanceOf(TooLargeError);
    expect(refusal.message).toContain('3,600 megapixels');
  });

  it('Reads an HEIC photo whose container does not say so in its first bytes', async () => {
    const quiet = Buffer.from(whole.toString('latin1').replace('ftypheic', 'ftypmif1').replace('mif1heic', 'mif1mif1'), 'latin1');
    expect(await toWebPicture(quiet)).toMatchObject({ width: 300, height: 400 });
  });

  it('Reads several HEIC photos at once', async () => {
    const pictures = await Promise.all([whole, whole, whole].map((photo) => toWebPicture(photo)));
    expect(pictures.map(({ width, height }) => [width, height])).toEqual([
      [300, 400],
      [300, 400],
      [300, 400],
    ]);
  });
});

/** A thread that runs this script instead of decoding. */
function doing(script: string, timeoutMs = 20_000) {
  return createHeicDecoder({ worker: new URL(`data:text/javascript,${encodeURIComponent(script)}`), timeoutMs });
}

const NEVER_ENDS = 'setInterval(() => {}, 1000)';

describe('The HEIC thread', () => {
  it.each([
    ['fails', "throw new Error('out of order')", 20_000, 'the thread failed'],
    ['exits without a result', 'process.exit(3)', 20_000, 'the thread ended with 3'],
    ['never ends', NEVER_ENDS, 50, 'no result after 50 ms'],
  ])(
    'Reports its own failure, not the photo’s, when the thread %s, so that the photo may be sent again, and logs why',
    async (_what, script, timeoutMs, why) => {
      const refusal = await doing(script, timeoutMs)(heicPhoto()).catch((error: unknown) => error);
      if (!(refusal instanceof HttpError)) throw new Error(`expected a refusal, got ${String(refusal)}`);
      expect([refusal.status, refusal.code, String(refusal.cause)]).toEqual([503, 'unavailable', expect.stringContaining(why)]);
      expect(refusal.message).toContain('try again');
    },
  );
});
