import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BuyerRecord, PaidOrder } from '#contract/orders.ts';
import type { Sale } from '#contract/payments/payments.ts';
import { hours } from '#contract/shared/durations.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createNoShow } from '#test/support/world/meetings.ts';
import { completeOrder, createListing, createPerson, type Person, sellTo } from '#test/support/world/world.ts';

let shop: TestApp;
let seller: Person;
let buyer: Person;

beforeAll(async () => {
  shop = await createTestApp();
  [seller, buyer] = await Promise.all([createPerson(shop, 'seller'), createPerson(shop, 'buyer')]);
});
afterAll(() => shop.close());

/** A buyer's purchase from another seller. */
async function buyElsewhere(): Promise<string> {
  return sellTo(shop, buyer, await createListing(shop, await createPerson(shop, 'seller')));
}

async function review(orderId: string, { stars, visibleAt = shop.clock.now(), removed = false }: { stars: number; visibleAt?: number; removed?: boolean }) {
  const { seller_id } = await shop.services.db.selectFrom('orders').select('seller_id').where('id', '=', orderId).executeTakeFirstOrThrow();
  const text = 'A sentence that only its page shows.';
  const row = { id: `review-${orderId}`, order_id: orderId, side: 'seller', author_id: seller_id, subject_id: buyer.id, stars, text } as const;
  const times = { created_at: shop.clock.now(), visible_at: visibleAt, answer: null, answered_at: null, reported_at: null };
  const removal = { removed_at: removed ? 1 : null, removed_reason: removed ? 'Spam.' : null };
  await shop.services.db
    .insertInto('reviews')
    .values({ ...row, ...times, ...removal })
    .execute();
}

const openAs = async (person: Person, orderId: string) => (await shop.call('GET', `/orders/${orderId}`, { as: person.token })).body as PaidOrder;

test('A seller sees on a sale to how many meetings its buyer came and what other sellers gave, and the buyer doesn’t', async () => {
  const sale = await sellTo(shop, buyer, await createListing(shop, seller));
  const readBoth = async (): Promise<(BuyerRecord | null | undefined)[]> => [
    (await openAs(seller, sale)).buyerRecord,
    ((await shop.call('GET', '/sales', { as: seller.token })).body as Sale[]).find(({ orderId }) => orderId === sale)?.buyerRecord,
  ];
  const nothing = { kept: 0, all: 0, rating: null };
  expect(await readBoth()).toEqual([nothing, nothing]);

  const [good, fair, hidden, removed, missed] = [await buyElsewhere(), await buyElsewhere(), await buyElsewhere(), await buyElsewhere(), await buyElsewhere()];
  for (const orderId of [good, fair]) await completeOrder(shop, orderId);
  await review(good, { stars: 5 });
  await review(fair, { stars: 2 });
  await review(hidden, { stars: 1, visibleAt: shop.clock.now() + hours(1) });
  await review(removed, { stars: 1, removed: true });
  await createNoShow(shop, missed);
  await shop.services.db
    .updateTable('no_shows')
    .set({ reported_at: shop.clock.now() - hours(24) })
    .where('order_id', '=', missed)
    .execute();

  const record = { kept: 2, all: 3, rating: { average: 3.5, count: 2 } };
  expect(await readBoth()).toEqual([record, record]);
  expect((await openAs(buyer, sale)).buyerRecord).toBeNull();
});
