import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import type { PaidOrder } from '#contract/orders.ts';
import { days } from '#contract/shared/durations.ts';
import { createTestApp } from '#test/support/app.ts';
import { createListing, createOrder, createPerson, sellTo } from '#test/support/world/world.ts';
import { fillFulfillments } from './038-fulfillment.ts';

test('Orders paid before are complete if their seller was paid out, ended if the bank took the money, and start with a fresh deadline otherwise', async () => {
  const shop = await createTestApp();
  const { db } = shop.services;
  const [seller, buyer] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer')];
  const buy = async () => sellTo(shop, buyer, await createListing(shop, seller));
  const [waiting, paidOut, lost, unpaid] = [await buy(), await buy(), await buy(), await createOrder(shop, buyer, await createListing(shop, seller))];
  await db.deleteFrom('fulfillments').execute();
  await db.deleteFrom('fulfillment_history').execute();
  await db.updateTable('orders').set({ paid_out_at: 5000 }).where('id', '=', paidOut).execute();
  const about = { id: 'd', reference: 'dp', provider: 'practice', order_id: lost, intent_id: 'pi', amount_cents: 1, currency: 'usd' } as const;
  const closed = { status: 'lost', reason: 'fraudulent', opened_at: 0, closed_at: 1, withdrawn_cents: 0, movements: 0, checked_at: 0 };
  await db
    .insertInto('disputes')
    .values({ ...about, ...closed })
    .execute();

  const now = shop.clock.now();
  await fillFulfillments(db as unknown as Kysely<unknown>, now);
  await fillFulfillments(db as unknown as Kysely<unknown>, now + 1);
  const see = async (orderId: string) => ((await shop.call('GET', `/orders/${orderId}`, { as: buyer.token })).body as PaidOrder).fulfillment;
  expect(await see(waiting)).toMatchObject({ state: 'to_arrange', dueAt: new Date(now + days(14)).toISOString(), endedAt: null });
  expect(await see(paidOut)).toMatchObject({ state: 'completed', dueAt: null, endedAt: new Date(5000).toISOString() });
  expect(await see(lost)).toMatchObject({ state: 'decided', outcome: 'refunded', dueAt: null });
  expect((await shop.call('GET', `/orders/${unpaid}`, { as: buyer.token })).status).toBe(404);
  const steps = await db.selectFrom('fulfillment_history').select(['order_id', 'step', 'to_state']).orderBy('order_id').orderBy('step').execute();
  expect(steps.filter(({ order_id }) => order_id === paidOut).map(({ to_state }) => to_state)).toEqual(['to_arrange', 'completed']);
  await shop.close();
});
