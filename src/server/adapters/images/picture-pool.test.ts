import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { flatAvif, heicPhoto, patchesAtRandom, pictureOf } from '#test/support/pictures.ts';
import { HttpError, InvalidError } from '../../errors.ts';
import { createPicturePool } from './picture-pool.ts';

const directory = mkdtempSync(join(tmpdir(), 'redial-pictures-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** A process that runs this script instead of reading pictures. */
function doing(script: string, longestMs = 20_000) {
  const file = join(directory, `${script.length}.mjs`);
  writeFileSync(file, script);
  return createPicturePool({ script: pathToFileURL(file), longestMs });
}

function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  return work.catch((error: unknown) => error);
}

describe('Picture processes', () => {
  it('Makes all sizes, a perceptual hash and hints, and says why a file is no picture', async () => {
    const pool = createPicturePool({ atOnce: 1 });
    const made = await pool.make(await patchesAtRandom());
    expect(made.files.map(({ width, bytes }) => [width, Buffer.isBuffer(bytes)])).toEqual([
      [320, true],
      [640, true],
      [1280, true],
    ]);
    expect([made.perceptualHash.hashes.length, made.hints.map(({ kind }) => kind).includes('small')]).toEqual([3, true]);
    const refused = await outcomeOf(pool.make(Buffer.from('%PDF-1.7')));
    expect(refused).toBeInstanceOf(InvalidError);
    expect(String(refused)).toContain('This is a PDF');
    expect((await pool.make(heicPhoto())).height).toBe(400);
  });

  it('Stops a picture that takes more processor time than any photo, and goes on with the next', async () => {
    const strict = createPicturePool({ atOnce: 1, cpuSeconds: 0.3 });
    const bytes = await flatAvif(8000, 5000);
    expect(bytes.length).toBeLessThan(2000);
    const stopped = await outcomeOf(strict.make(bytes));
    expect(stopped).toBeInstanceOf(InvalidError);
    expect(String(stopped)).toContain('takes too long to process');
    expect(await outcomeOf(strict.perceptualHash(Buffer.from('nothing')))).toBeNull();
  });

  it.each([
    ['fails', "throw new Error('out of order')", 20_000],
    ['exits without a result', 'process.exit(3)', 20_000],
    ['never replies', 'setInterval(() => {}, 1000)', 100],
  ])('Reports its own failure, not the picture’s, when the process %s', async (_what, script, longestMs) => {
    const refused = await outcomeOf(doing(script, longestMs).make(await pictureOf('png', 4, 4)));
    if (!(refused instanceof HttpError)) throw new Error(`expected a refusal, got ${String(refused)}`);
    expect([refused.status, refused.details.retryAfterSeconds]).toEqual([503, 5]);
  });

  it('Reports its own failure, not the picture’s, when the machine can start no process', async () => {
    const { execPath } = process;
    onTestFinished(() => {
      process.execPath = execPath;
    });
    process.execPath = 'x'.repeat(10_000);
    expect(await outcomeOf(createPicturePool().preview(Buffer.alloc(1)))).toMatchObject({ status: 503, code: 'unavailable' });
  });

  it('Passes none of the shop’s environment to a decoder', async () => {
    process.env.A_SECRET_OF_THE_SHOP = 'x';
    const reporting = "process.on('message', () => process.send({ kind: 'done', value: Object.keys(process.env) }))";
    const names = (await doing(reporting).perceptualHash(Buffer.alloc(1))) as unknown as string[];
    expect(names).not.toContain('A_SECRET_OF_THE_SHOP');
    delete process.env.A_SECRET_OF_THE_SHOP;
  });
});
