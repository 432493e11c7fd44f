import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzz, openShopToFuzz } from '#test/fuzz/fuzz.ts';
import type { TestApp } from '../app.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await openShopToFuzz();
});
afterAll(() => shop.close());

const FIXED = 20261122;
/** Another each hour, the same for whoever looks into a failure meanwhile. */
const MOVING = Math.floor(Date.now() / 3_600_000);

test.each([
  ['always the same', FIXED],
  ['others each hour', MOVING],
])(
  '750 requests at random, %s (seed %i): none breaks what the contract promises',
  async (_which, seed) => {
    const { failure, requests, done, operations } = await fuzz({ seed, requests: 750 }, { shop });
    expect(failure).toBeNull();
    expect(requests).toBe(750);
    // Otherwise what they do would not have been looked at.
    expect(operations.filter((name) => !done.has(name))).toEqual([]);
    expect((await shop.app.inject('/healthz')).statusCode).toBe(200);
  },
  240_000,
);
