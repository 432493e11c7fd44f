import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { startServer } from '#test/support/server-process.ts';
import { createListing, createPerson, sellTo } from '#test/support/world/world.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const POLL_MS = 100;

test('A deadline that passes while the shop is down is met when it starts, and the buyer gets the money back', async () => {
  const { db } = shop.services;
  const seller = await createPerson(shop, 'seller');
  const orders: string[] = [];
  for (let number = 0; number < 3; number += 1) orders.push(await sellTo(shop, await createPerson(shop, 'buyer'), await createListing(shop, seller)));
  await db
    .updateTable('fulfillments')
    .set({ due_at: Date.now() - 1 })
    .execute();
  const server = await startServer({ DATA_DIR: shop.config.dataDir, DEMO: 'false' });
  const statesOf = async () => (await db.selectFrom('orders').select('state').where('id', 'in', orders).execute()).map(({ state }) => state);
  try {
    while ((await statesOf()).some((state) => state !== 'refunded')) await wait(POLL_MS);
  } finally {
    await server.stop();
  }
  const steps = await db.selectFrom('fulfillment_history').select('why').where('to_state', '=', 'canceled').execute();
  expect(steps).toEqual(orders.map(() => ({ why: 'handover_overdue' })));
});
