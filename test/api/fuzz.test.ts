import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzz, openShopToFuzz } from '#test/fuzz/fuzz.ts';
import { findWhatBlocks, LONGEST_BLOCK_MS, openShopToBlock } from '#test/fuzz/limits/blocking.ts';
import type { TestApp } from '../support/app.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await openShopToFuzz();
});
afterAll(() => shop.close());

/** Always the same, so that a new failure is due to a change. `npm run fuzz` tries other seeds. */
const SEED = 20261122;
const REQUESTS = 650;
/** The shop's payout service sends payouts, so none can be noted by hand. */
const NOT_HERE = ['POST /orders/{orderId}/payout'];
/** The largest bodies, the most expensive pictures and the worst parts, and the first spreadsheets; `npm run fuzz` sends all. */
const NEAR_LIMITS = 92;

test(`${REQUESTS} random requests, seed ${SEED}: every call succeeds at least once, and none breaks the contract`, async () => {
  const { failure, requests, done, operations } = await fuzz({ seed: SEED, requests: REQUESTS }, { shop });
  expect(failure).toBeNull();
  expect(requests).toBe(REQUESTS);
  // Otherwise their effects would not have been checked.
  expect(operations.filter((name) => !done.has(name) && !NOT_HERE.includes(name))).toEqual([]);
  expect((await shop.app.inject('/healthz')).statusCode).toBe(200);
}, 480_000);

test(`No request near a limit blocks the server for ${LONGEST_BLOCK_MS} ms of processor time`, async () => {
  const served = await openShopToBlock();
  try {
    const outcome = await findWhatBlocks(served, { seed: SEED, requests: NEAR_LIMITS });
    expect(outcome).toMatchObject({ asked: NEAR_LIMITS, blocking: [] });
  } finally {
    await served.close();
  }
}, 240_000);
