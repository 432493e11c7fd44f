import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, type Person } from '#test/support/world/world.ts';
import { findPeopleByWords, indexPeople } from './index.ts';

let shop: TestApp;
let seller: Person;
let buyer: Person;

beforeAll(async () => {
  shop = await createTestApp();
  seller = await createPerson(shop, 'seller', { name: 'Anna Annika O’Brien-Čapek', email: 'anna.sells@people.test' });
  buyer = await createPerson(shop, 'buyer', { name: '李 Mei', email: 'mei@people.test' });
  const listing = await createListing(shop, seller, { mobile_number: '+1 (555) 010-7788' });
  await book(buyer, listing, '0049 170 5550144');
  await indexPeople(shop.services.db);
});
afterAll(() => shop.close());

async function book(by: Person, productId: string, phone: string): Promise<void> {
  expect((await shop.call('POST', '/bookings', { as: by.token, body: { productId, phone, meeting_location: 'Station' } })).status).toBe(201);
}

async function find(typed: string): Promise<string[]> {
  const { items } = await findPeopleByWords(shop.services.db, typed, { limit: 10, after: null });
  return items.map(({ id }) => id);
}

describe('People are found', () => {
  test.each(['anna', 'ANNA', 'ann', 'brien', "o'brien", 'capek', 'Čapek', 'capek anna', 'anna.sells@people.test', 'anna.sells@', 'capek Anna.Sells@People'])(
    'by the beginnings of words of their name or address: %s',
    async (typed) => expect(await find(typed)).toEqual([seller.id]),
  );

  test('by a name in another script', async () => expect(await find('李')).toEqual([buyer.id]));

  test.each(['555 010 7788', '5550107788', '+15550107788'])('by the number in their listing, however it is written: %s', async (typed) =>
    expect(await find(typed)).toEqual([seller.id]),
  );

  test.each(['+49 170 5550144', '(0170) 555-0144'])('by the number they gave with a booking: %s', async (typed) =>
    expect(await find(typed)).toEqual([buyer.id]),
  );

  test.each(['', '   ', '%', '…', 'nna', 'anna mei', 'people.test', '5550', '\u{10ffff}'])('by nothing else: %j', async (typed) =>
    expect(await find(typed)).toEqual([]),
  );
});

test('A person’s words are written when they give a number later, and go with their account', async () => {
  const { db } = shop.services;
  const leaving = await createPerson(shop, 'buyer', { name: 'Lea Leaving' });
  await indexPeople(db);
  await book(leaving, await createListing(shop, seller), '+351 911 222 333');
  expect(await find('911222333')).toEqual([leaving.id]);
  expect((await shop.call('DELETE', `/personalData?email=${leaving.email}`, { as: leaving.token })).status).toBe(200);
  await indexPeople(db);
  for (const typed of ['911222333', 'leaving', 'deleted account']) expect(await find(typed)).toEqual([]);
});
