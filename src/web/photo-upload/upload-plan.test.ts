import { describe, expect, test } from 'vitest';
import { fitWithin, isLight } from './shrink-size.ts';
import { afterFailure, afterStep, beginWay, madeNoProgress, nextStep, PART_BYTES, type Way, waitMs } from './upload-plan.ts';

const SIZE = 1_000_000;

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
