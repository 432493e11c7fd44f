import { afterEach, describe, expect, test, vi } from 'vitest';
import { createTestConnection, createUploadShop, DARK_BYTES, DARK_HINT } from '#test/support/doubles/photo-upload.ts';
import { ApiError } from '../../../api.ts';
import { PART_BYTES } from '../../../photo-upload/upload-plan.ts';
import type { Uploaded, Watch } from '../../../queries/images.ts';
import type { PhotoState } from './photo-list.ts';
import { describeChange, hintsOf } from './photo-text.ts';
import { createPhotoUploads } from './photo-uploads.ts';

const SIZE = 1_000_000;

function open() {
  const { shop, calls } = createUploadShop();
  const { connection, waiting, back } = createTestConnection();
  const uploads = createPhotoUploads({ calls, connection, shrink: async (file) => file });
  const states = () => uploads.photos().map(({ state }) => state.at);
  const keyOf = (at: number) => uploads.photos()[at]?.key ?? '';
  const addressOf = (state?: PhotoState) => (state?.at === 'sent' ? state.address : null);
  const addresses = () => uploads.photos().map(({ state }) => addressOf(state));
  return { shop, uploads, states, keyOf, addresses, waiting, back };
}

function photo(name: string, bytes = 10): File {
  return new File([new Uint8Array(bytes)], name, { type: 'image/jpeg', lastModified: 1 });
}

describe('The photos of a form', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test('Photos upload two at a time in the seller’s current order, eight at most and none twice', async () => {
    const { shop, uploads, keyOf, addresses } = open();
    const names = Array.from({ length: 9 }, (_, at) => photo(`${at}.jpg`, 10 + at));
    expect(uploads.add([...names, photo('0.jpg', 10)])).toEqual({ tooMany: 1, twice: 1 });
    uploads.move(keyOf(7), 0);
    uploads.remove(keyOf(1));
    await uploads.settled();
    expect(addresses()).toEqual([17, 11, 12, 13, 14, 15, 16].map((size) => `whole:${size}`));
    expect(shop.mostOpen).toBe(2);
  });

  test('A lost connection pauses uploads, and they resume where the shop left off', async () => {
    const { shop, uploads, states, addresses, waiting, back } = open();
    shop.cutAfter = 2 * PART_BYTES;
    uploads.add([photo('large.jpg', SIZE)]);
    await vi.waitUntil(() => waiting.length > 0);
    expect(states()).toEqual(['paused']);
    expect(uploads.photos()[0]?.state).toMatchObject({ sent: 2 * PART_BYTES, of: SIZE });
    shop.cutAfter = Number.POSITIVE_INFINITY;
    back();
    await uploads.settled();
    expect(addresses()).toEqual([`u0:${SIZE}`]);
    expect({ bytes: shop.bytesSent, uploads: shop.uploads.size }).toEqual({ bytes: SIZE, uploads: 1 });
  });

  test('A canceled photo leaves nothing at the shop, makes room for the next, and restarts from its beginning', async () => {
    const { shop, uploads, states, keyOf, waiting, addresses } = open();
    shop.cutAfter = PART_BYTES;
    uploads.add([photo('large.jpg', SIZE)]);
    await vi.waitUntil(() => waiting.length > 0);
    uploads.cancel(keyOf(0));
    expect(states()).toEqual(['canceled']);
    await uploads.settled();
    expect(shop.uploads.size).toBe(0);
    shop.cutAfter = Number.POSITIVE_INFINITY;
    uploads.retry(keyOf(0));
    await uploads.settled();
    expect(addresses()).toEqual([`u0:${SIZE}`]);
  });

  test('A rejection is final, an expired session is not, and neither delays the others', async () => {
    const { shop, uploads, keyOf } = open();
    shop.refusal = new ApiError(422, { message: 'This is a PDF.', code: 'invalid' });
    uploads.add([photo('a.jpg')]);
    await uploads.settled();
    expect(uploads.photos()[0]?.state).toEqual({ at: 'failed', message: 'This is a PDF.', isFinal: true });
    shop.refusal = new ApiError(401, { message: 'Please sign in.', code: 'not_signed_in' });
    uploads.add([photo('b.jpg')]);
    await uploads.settled();
    expect(uploads.photos()[1]?.state).toMatchObject({ at: 'failed', isFinal: false });
    shop.refusal = null;
    uploads.retry(keyOf(1));
    uploads.add([photo('c.jpg', 11)]);
    await uploads.settled();
    expect(uploads.photos().map(({ state }) => state.at)).toEqual(['failed', 'sent', 'sent']);
  });

  test.each([
    ['whole', 10],
    ['complete', SIZE],
  ] as const)('A shop that is silent over %s gets time to make the picture, then three retries, and is then reported', async (call, bytes) => {
    vi.useFakeTimers();
    const { calls } = createUploadShop();
    const { connection, waiting, back } = createTestConnection();
    let asked = 0;
    const hang = (onProgress: (bytes: number) => void, signal: AbortSignal): Promise<Uploaded> => {
      asked += 1;
      onProgress(bytes);
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new ApiError(0, { message: 'The connection is lost.', code: 'offline' })));
      });
    };
    calls[call] = (_what: unknown, { onProgress, signal }: Watch) => hang(onProgress, signal);
    const uploads = createPhotoUploads({ calls, connection, shrink: async (file) => file });
    uploads.add([photo('a.jpg', bytes)]);
    for (const time of [1, 2, 3, 4]) {
      await vi.waitUntil(() => asked === time, { interval: 1 });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(uploads.photos()[0]?.state).toEqual({ at: 'preparing' });
      await vi.advanceTimersByTimeAsync(60_000);
      if (time < 4) await vi.waitUntil(() => waiting.length > 0, { interval: 1 });
      back();
    }
    expect(uploads.photos()[0]?.state).toEqual({ at: 'failed', message: expect.stringContaining('timed out'), isFinal: false });
    uploads.clear();
  });

  test('A photo that could be better is accepted with hints, which are shown and announced', async () => {
    const { uploads } = open();
    uploads.add([photo('dark.jpg', DARK_BYTES)]);
    await uploads.settled();
    const state = uploads.photos()[0]?.state ?? { at: 'waiting' };
    expect(state).toEqual({ at: 'sent', address: `whole:${DARK_BYTES}`, hints: [DARK_HINT] });
    expect(hintsOf(state)).toEqual([DARK_HINT.message]);
    expect(describeChange(1, { at: 'preparing' }, state)).toBe(`Photo 1 is ready. ${DARK_HINT.message}`);
  });

  test('Leaving the page cancels everything and releases the previews', async () => {
    const { shop, uploads, waiting } = open();
    const revoked = vi.spyOn(URL, 'revokeObjectURL');
    shop.cutAfter = PART_BYTES;
    uploads.add([photo('large.jpg', SIZE), photo('small.jpg')]);
    await vi.waitUntil(() => waiting.length > 0);
    uploads.clear();
    expect(uploads.photos()).toEqual([]);
    expect(revoked).toHaveBeenCalledTimes(2);
    await vi.waitUntil(() => shop.uploads.size === 0);
  });
});
