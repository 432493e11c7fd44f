import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, minutes } from '#contract/shared/durations.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, type Person, tokenNow } from '#test/support/world/world.ts';

let shop: TestApp;
let seller: Person;

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

/** Lists a phone of a new seller, who stays logged in for many days. */
async function list(price: number): Promise<string> {
  seller = await createPerson(shop, 'seller');
  const ends = new Date(shop.clock.now() + days(60)).toISOString();
  await sql`update identity_sessions set "expiresAt" = ${ends} where "id" = ${seller.sessionId}`.execute(shop.services.db);
  return createListing(shop, seller, { resale_price: price });
}

async function ask(id: string, price: number): Promise<void> {
  const { revision } = await shop.services.db.selectFrom('listings').select('revision').where('id', '=', id).executeTakeFirstOrThrow();
  const { status } = await shop.call('PATCH', `/products/${id}`, { as: await tokenNow(shop, seller), body: { revision, resale_price: price } });
  expect(status).toBe(200);
}

async function earlier(id: string): Promise<number[]> {
  const { earlierPrices } = (await shop.call('GET', `/selectedItem/${id}`)).body as { earlierPrices: { price: number }[] };
  return earlierPrices.map(({ price }) => price);
}

const beginDay = () => shop.clock.advance(days(1) - (shop.clock.now() % days(1)) + 1);

test('Many changes in a day leave the prices of earlier days', async () => {
  const id = await list(300);
  await ask(id, 350);
  beginDay();
  for (let cents = 1; cents <= 19; cents += 1) await ask(id, 350 + cents / 100);
  expect(await earlier(id)).toEqual([350, 300]);
});

test('A price that is raised and lowered again within a day isn’t an earlier price', async () => {
  const id = await list(300);
  beginDay();
  await ask(id, 500);
  await ask(id, 300);
  expect(await earlier(id)).toEqual([]);
  await ask(id, 280);
  expect(await earlier(id)).toEqual([300]);
  beginDay();
  await ask(id, 500);
  beginDay();
  await ask(id, 280);
  expect(await earlier(id)).toEqual([500, 280, 300]);
});

test('A price that is undone soon isn’t an earlier price, also when midnight was in between', async () => {
  const id = await list(300);
  beginDay();
  shop.clock.advance(days(1) - minutes(5));
  await ask(id, 255);
  expect(await earlier(id)).toEqual([300]);
  shop.clock.advance(minutes(10));
  await ask(id, 300);
  expect(await earlier(id)).toEqual([]);
});

test('Twenty stay, with the first and the highest', async () => {
  const id = await list(150);
  for (const price of [400, ...Array.from({ length: 25 }, (_, at) => 101 + at)]) {
    beginDay();
    await ask(id, price);
  }
  expect(await earlier(id)).toEqual([...Array.from({ length: 18 }, (_, at) => 124 - at), 400, 150]);
});
