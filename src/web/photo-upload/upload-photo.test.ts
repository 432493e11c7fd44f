import { describe, expect, test, vi } from 'vitest';
import { MAX_IMAGE_BYTES } from '#contract/images.ts';
import { createTestConnection, createUploadShop } from '#test/support/doubles/photo-upload.ts';
import { type Shrink, type UploadProgress, uploadPhoto } from './upload-photo.ts';
import { PART_BYTES } from './upload-plan.ts';
import { describeUpload } from './upload-text.ts';

const SIZE = 1_000_000;

function begin(bytes: number, shrink: Shrink = async (file) => file) {
  const { shop, calls } = createUploadShop();
  const { connection, waiting, back } = createTestConnection();
  const controller = new AbortController();
  const progress: UploadProgress[] = [];
  const file = new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' });
  const upload = () => uploadPhoto(file, { calls, connection, shrink }, { signal: controller.signal, onProgress: (at) => progress.push(at) });
  return { shop, upload, progress, waiting, back, cancel: () => controller.abort() };
}

describe('Uploading one photo', () => {
  test('Sends the smaller photo, in parts, and reports its progress', async () => {
    const { shop, upload, progress } = begin(9 * SIZE, async () => new Blob([new Uint8Array(SIZE)]));
    expect(await upload()).toBe(`u0:${SIZE}`);
    expect(shop.bytesSent).toBe(SIZE);
    expect(progress[0]).toEqual({ at: 'sending', percent: 0 });
    expect(progress).toContainEqual({ at: 'sending', percent: 26 });
    expect(progress.at(-1)).toEqual({ at: 'sending', percent: 100 });
  });

  test('Pauses when the connection is lost, and resumes where the shop left off', async () => {
    const { shop, upload, progress, waiting, back } = begin(SIZE);
    shop.cutAfter = 2 * PART_BYTES;
    const uploaded = upload();
    await vi.waitUntil(() => waiting.length > 0);
    expect(progress.at(-1)).toEqual({ at: 'paused', percent: 52 });
    shop.cutAfter = Number.POSITIVE_INFINITY;
    back();
    expect(await uploaded).toBe(`u0:${SIZE}`);
    expect(shop.bytesSent).toBe(SIZE);
  });

  test('A canceled one leaves nothing at the shop', async () => {
    const { shop, upload, waiting, cancel } = begin(SIZE);
    shop.cutAfter = PART_BYTES;
    const uploaded = upload().catch((error: unknown) => error);
    await vi.waitUntil(() => waiting.length > 0);
    cancel();
    expect(await uploaded).toBeInstanceOf(DOMException);
    await vi.waitUntil(() => shop.uploads.size === 0);
  });

  test('Refuses a photo that is too large even when shrunk, before sending anything', async () => {
    const { shop, upload } = begin(MAX_IMAGE_BYTES + 1);
    await expect(upload()).rejects.toMatchObject({ status: 413, message: expect.stringContaining('larger than 10 MB') });
    expect(shop.mostOpen).toBe(0);
  });
});

test('The field says how far the upload is, which isn’t announced, and that the form waits for it', () => {
  expect(describeUpload({ at: 'idle' }, false)).toBeNull();
  expect(describeUpload({ at: 'uploaded' }, false)).toBeNull();
  expect(describeUpload({ at: 'sending', percent: 40 }, false)).toEqual({ text: 'Uploading photo', progress: ': 40%' });
  expect(describeUpload({ at: 'sending', percent: 40 }, true)).toEqual({ text: 'A photo is still uploading', progress: ': 40%.' });
  const textOf = (...given: Parameters<typeof describeUpload>) => describeUpload(...given)?.text;
  expect(textOf({ at: 'paused', percent: 40 }, false)).toBe('Paused at 40%: no connection. We’ll resume automatically.');
  expect(textOf({ at: 'paused', percent: 40 }, true)).toBe('A photo is still uploading: paused at 40%, no connection.');
  expect(textOf({ at: 'failed', message: 'This is a PDF.' }, false)).toBe('This is a PDF.');
});
