import { setTimeout as wait } from 'node:timers/promises';
import { seconds } from '#contract/shared/durations.ts';
import { createTestApp, type TestApp } from '../test/support/app.ts';
import { startServer } from '../test/support/server-process.ts';
import { createListing, createPerson, sellTo } from '../test/support/world/world.ts';
import { percentile } from './percentiles.ts';

// `npm run bench:deadlines`: how late a running shop, and one that starts again, meets the deadlines of ORDERS (200) paid orders.
const ORDERS = Number(process.env.ORDERS ?? 200);
const PER_BUYER = 5;
const SPREAD_MS = seconds(10);
const POLL_MS = 50;

/** When each order is due (epoch ms). */
const due = new Map<string, number>();

const shop = await createTestApp();
const { db } = shop.services;
const orders = await payForAll(shop);

const running = await startServer({ DATA_DIR: shop.config.dataDir });
const [early, late] = [orders.slice(0, ORDERS / 2), orders.slice(ORDERS / 2)];
const soon = Date.now() + seconds(3);
for (const [number, orderId] of early.entries()) await setDeadline(orderId, soon + (number * SPREAD_MS) / early.length);
report(`${early.length} deadlines within ${SPREAD_MS / 1000} s on a running shop`, await untilMet(early));

await running.kill();
const passed = Date.now();
for (const orderId of late) await setDeadline(orderId, passed);
await wait(seconds(1));
const begun = Date.now();
const again = await startServer({ DATA_DIR: shop.config.dataDir });
const opened = Date.now();
const lateness = (await untilMet(late)).map((late) => late + passed - opened);
report(`${late.length} deadlines that passed while it was down, from its opening (${opened - begun} ms after its start)`, lateness);
await again.stop();
await shop.close();

async function payForAll(test: TestApp): Promise<string[]> {
  const seller = await createPerson(test, 'seller');
  const paid: string[] = [];
  while (paid.length < ORDERS) {
    const buyer = await createPerson(test, 'buyer');
    for (let number = 0; number < PER_BUYER; number += 1) paid.push(await sellTo(test, buyer, await createListing(test, seller)));
  }
  return paid;
}

async function setDeadline(orderId: string, at: number): Promise<void> {
  await db
    .updateTable('fulfillments')
    .set({ due_at: Math.round(at) })
    .where('order_id', '=', orderId)
    .execute();
  due.set(orderId, at);
}

/** Waits until all of them are decided. Returns how late each was, in milliseconds. */
async function untilMet(ids: string[]): Promise<number[]> {
  for (;;) {
    const met = await db.selectFrom('fulfillment_history').select(['order_id', 'at']).where('to_state', '=', 'canceled').where('order_id', 'in', ids).execute();
    if (met.length === ids.length) return met.map(({ order_id, at }) => at - (due.get(order_id) ?? 0));
    await wait(POLL_MS);
  }
}

function report(what: string, lateness: number[]): void {
  const sorted = lateness.toSorted((one, other) => one - other);
  const [min, median, max] = [0, 0.5, 1].map((share) => Math.round(percentile(sorted, share)));
  process.stdout.write(`${what}: ${min} ms late at least, ${median} ms in the median, ${max} ms at most\n`);
}
