import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../../api.ts';
import type { UploadCalls, Uploaded, Watch } from '../../../queries/images.ts';
import type { Connection } from './connection.ts';
import type { PhotoState } from './photo-list.ts';
import { describeChange, hintsOf } from './photo-text.ts';
import { createPhotoUploads } from './photo-uploads.ts';
import { fitWithin, isLight } from './shrink-size.ts';
import { afterFailure, afterStep, beginWay, madeNoProgress, nextStep, PART_BYTES, type Way, waitMs } from './upload-plan.ts';

const SIZE = 1_000_000;
/** A photo of this many bytes is reported as dark. */
const DARK = 77;
const HINT = { kind: 'dark', message: 'This photo is very dark.' } as const;

function begun(changes: Partial<Way> = {}): Way {
  return { ...beginWay(SIZE), id: 'u', ...changes };
}

describe('Choosing the next step', () => {
  test('A photo of one part is sent whole; a larger one is started, sent part by part to its end, and completed', () => {
    expect(nextStep(beginWay(PART_BYTES))).toEqual({ do: 'whole' });
    let way = beginWay(SIZE);
    const sent: [number, number][] = [];
    expect(nextStep(way)).toEqual({ do: 'begin' });
    way = afterStep(way, { id: 'u' }, 10);
    for (let step = nextStep(way); step.do === 'send'; step = nextStep(way)) {
      sent.push([step.from, step.to]);
      way = afterStep(way, { received: step.to }, 10);
    }
    expect(sent).toEqual([
      [0, PART_BYTES],
      [PART_BYTES, 2 * PART_BYTES],
      [2 * PART_BYTES, 3 * PART_BYTES],
      [3 * PART_BYTES, SIZE],
    ]);
    expect(nextStep(way)).toEqual({ do: 'complete' });
  });

  test('After a break the upload continues from what the shop says it has, whatever was known before', () => {
    const cut = afterFailure(begun({ received: 300_000 }), 0);
    expect(cut && nextStep(cut)).toEqual({ do: 'ask' });
    for (const received of [0, 300_000, 400_000]) {
      const known = cut && afterStep(cut, { received }, 10);
      expect(known && nextStep(known)).toMatchObject({ do: 'send', from: received });
    }
    const all = cut && afterStep(cut, { received: SIZE }, 10);
    expect(all && nextStep(all)).toEqual({ do: 'complete' });
  });

  test('A forgotten upload starts over, and one at another offset is queried', () => {
    const forgotten = afterFailure(begun({ received: 300_000 }), 404);
    expect(forgotten && nextStep(forgotten)).toEqual({ do: 'begin' });
    const elsewhere = afterFailure(begun({ received: 300_000 }), 409);
    expect(elsewhere && nextStep(elsewhere)).toEqual({ do: 'ask' });
  });

  test('A photo is sent in one piece when the shop starts no more uploads in parts', () => {
    const way = afterFailure(beginWay(SIZE), 429);
    expect(way && nextStep(way)).toEqual({ do: 'whole' });
  });

  test('Parts become smaller on a slow or broken connection, never too small, and grow again', () => {
    let way = begun();
    for (let time = 0; time < 8; time += 1) way = afterStep(way, { received: 0 }, 10_000);
    expect(way.partBytes).toBe(32_768);
    for (let time = 0; time < 8; time += 1) way = afterStep(way, { received: 0 }, 100);
    expect(way.partBytes).toBe(PART_BYTES);
    expect(afterFailure(way, 0)?.partBytes).toBe(PART_BYTES / 2);
  });
});

describe('Failures', () => {
  test.each([400, 401, 403, 413, 422])('Does not retry after status %d', (status) => expect(afterFailure(begun(), status)).toBeNull());

  test.each([408, 409, 429, 404, 500, 503])('Retries three times after status %d, unless bytes arrive in between', (status) => {
    const fail = (from: Way, times: number): Way | null => {
      let way: Way | null = from;
      for (let time = 0; way && time < times; time += 1) way = afterFailure({ ...way, id: 'u' }, status);
      return way;
    };
    const thrice = fail(begun(), 3);
    expect(thrice).not.toBeNull();
    expect(thrice && afterFailure({ ...thrice, id: 'u' }, status)).toBeNull();
    const forward = thrice && afterStep({ ...thrice, id: 'u' }, { received: SIZE }, 10);
    expect(forward && fail(forward, 3)).not.toBeNull();
  });

  test('A lost connection is retried forever, and never counts against the shop', () => {
    let way: Way | null = begun({ failures: 3 });
    for (let time = 0; way && time < 1000; time += 1) way = afterFailure(way, 0);
    expect(way).toMatchObject({ failures: 3, doubtful: true });
  });

  test('A reply without progress counts as a failure, so retries end', () => {
    const way = begun({ received: 100 });
    const step = nextStep(way);
    expect(madeNoProgress(way, step, { received: 100 })).toBe(true);
    expect(madeNoProgress(way, step, { received: 101 })).toBe(false);
  });

  test('Waits grow from half a second to half a minute, with jitter', () => {
    const waitAfter = (lost: number, chance = 1): number => waitMs({ failures: 0, lost }, chance);
    expect([1, 2, 3, 4, 20].map((lost) => waitAfter(lost))).toEqual([500, 1000, 2000, 4000, 30_000]);
    expect(waitAfter(1, 0)).toBe(250);
  });
});

describe('Shrinking a photo', () => {
  test('Shrinking keeps the aspect ratio and never enlarges', () => {
    expect(fitWithin({ width: 4000, height: 3000 })).toEqual({ width: 2560, height: 1920 });
    expect(fitWithin({ width: 3000, height: 12_000 })).toEqual({ width: 640, height: 2560 });
    expect(fitWithin({ width: 800, height: 600 })).toEqual({ width: 800, height: 600 });
    expect(fitWithin({ width: 20_000, height: 1 })).toEqual({ width: 2560, height: 1 });
  });

  test('A photo that is small in pixels and bytes is left alone', () => {
    expect(isLight(900_000, { width: 2560, height: 1920 })).toBe(true);
    expect(isLight(900_000, { width: 2561, height: 100 })).toBe(false);
    expect(isLight(5_000_000, { width: 1000, height: 1000 })).toBe(false);
  });
});

/** The shop's side of uploads by its contract, in memory, with a connection that can be cut after some bytes. */
function createShop() {
  const uploads = new Map<string, { size: number; received: number }>();
  const shop = { uploads, bytesSent: 0, cutAfter: Number.POSITIVE_INFINITY, open: 0, mostOpen: 0, refusal: null as ApiError | null };
  const lost = () => new ApiError(0, { message: 'The connection is lost.', code: 'offline' });
  const answer = async <T>(make: () => T): Promise<T> => {
    shop.open += 1;
    shop.mostOpen = Math.max(shop.mostOpen, shop.open);
    await new Promise((resolve) => setTimeout(resolve));
    shop.open -= 1;
    if (shop.refusal) throw shop.refusal;
    if (shop.bytesSent >= shop.cutAfter) throw lost();
    return make();
  };
  const upload = (id: string) => uploads.get(id) ?? { size: 0, received: 0 };
  const calls: UploadCalls = {
    whole: (photo) => answer(() => ({ address: `whole:${photo.size}`, hints: photo.size === DARK ? [HINT] : [] })),
    begin: (size) =>
      answer(() => {
        const id = `u${uploads.size}`;
        uploads.set(id, { size, received: 0 });
        return id;
      }),
    ask: (id) => answer(() => upload(id).received),
    send: (id, offset, part) =>
      answer(() => {
        if (offset !== upload(id).received) throw new ApiError(409, { message: 'Elsewhere.', code: 'conflict' });
        uploads.set(id, { size: upload(id).size, received: offset + part.size });
        shop.bytesSent += part.size;
        return offset + part.size;
      }),
    complete: (id) => answer(() => ({ address: `${id}:${upload(id).received}`, hints: [] })),
    drop: async (id) => void uploads.delete(id),
  };
  return { shop, calls };
}

/** A connection that is worth trying when the test says so. */
function createTestConnection() {
  const waiting: (() => void)[] = [];
  const connection: Connection = {
    onLost: () => () => {},
    worthTrying: (_ms, signal) =>
      new Promise((resolve, reject) => {
        waiting.push(resolve);
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  };
  return { connection, waiting, back: () => waiting.splice(0).forEach((resolve) => void resolve()) };
}

function open() {
  const { shop, calls } = createShop();
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
    const { calls } = createShop();
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
    uploads.add([photo('dark.jpg', DARK)]);
    await uploads.settled();
    const state = uploads.photos()[0]?.state ?? { at: 'waiting' };
    expect(state).toEqual({ at: 'sent', address: `whole:${DARK}`, hints: [HINT] });
    expect(hintsOf(state)).toEqual([HINT.message]);
    expect(describeChange(1, { at: 'preparing' }, state)).toBe(`Photo 1 is ready. ${HINT.message}`);
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
