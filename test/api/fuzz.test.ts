import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzz, openShopToFuzz } from '#test/fuzz/fuzz.ts';
import type { TestApp } from '../app.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await openShopToFuzz();
});
afterAll(() => shop.close());

/** Always the same: what fails here failed by a change. `npm run fuzz` asks others. */
const SEED = 20261122;
const REQUESTS = 500;

test(`${REQUESTS} requests at random, seed ${SEED}: every call does its work, and none breaks what the contract promises`, async () => {
  const { failure, requests, done, operations } = await fuzz({ seed: SEED, requests: REQUESTS }, { shop });
  expect(failure).toBeNull();
  expect(requests).toBe(REQUESTS);
  // Otherwise what they do would not have been looked at.
  expect(operations.filter((name) => !done.has(name))).toEqual([]);
  expect((await shop.app.inject('/healthz')).statusCode).toBe(200);
}, 240_000);
