import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import { createTestApp } from '#test/support/app.ts';
import { sellOne } from '#test/support/world/sold.ts';
import { findOrder } from '../orders/index.ts';
import { findSalePayouts } from '../payments/entitlement-queries.ts';
import { owePayout } from './payout-commands.ts';

const SALES = 1000;

test('What a seller of a thousand phones owes is read once for a list of their sales, not for each of them', async () => {
  const shop = await createTestApp({ PAYOUTS: 'by-hand' });
  const { db } = shop.services;
  const { orderId } = await sellOne(shop);
  const sold = await findOrder(db, orderId);
  if (!sold) throw new Error('there is no order');
  await db.transaction().execute((tx) => owePayout(tx, sold, { refundedCents: 0, now: shop.clock.now() }));
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  const payout = await db.selectFrom('payouts').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow();
  const charge = await db.selectFrom('ledger').selectAll().where('order_id', '=', orderId).where('kind', '=', 'charge').executeTakeFirstOrThrow();
  const ids = Array.from({ length: SALES }, () => uuid());
  await db.transaction().execute(async (tx) => {
    for (const id of ids) {
      await tx
        .insertInto('orders')
        .values({ ...order, id, intent_id: id, state: 'refunded', closed_at: 1 })
        .execute();
      await tx
        .insertInto('payouts')
        .values({ ...payout, order_id: id })
        .execute();
      await tx
        .insertInto('ledger')
        .values({ ...charge, id: uuid(), order_id: id, intent_id: id, reference: id })
        .execute();
    }
  });
  const timeOf = async (count: number): Promise<number> => {
    const times: number[] = [];
    for (let run = 0; run < 5; run += 1) {
      const began = performance.now();
      expect((await findSalePayouts(db, ids.slice(0, count))).size).toBe(count);
      times.push(performance.now() - began);
    }
    return Math.min(...times);
  };
  expect((await timeOf(100)) / (await timeOf(1))).toBeLessThan(30);
  await shop.close();
});
