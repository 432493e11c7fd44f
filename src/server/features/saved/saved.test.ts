import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PhoneSummary, SavedPhone } from '#contract/saved.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, type Person, sellTo } from '#test/support/world/world.ts';

let shop: TestApp;
let seller: Person;
let buyer: Person;

beforeAll(async () => {
  shop = await createTestApp();
  seller = await createPerson(shop, 'seller');
}, 120_000);
afterAll(() => shop.close());

const save = (as: Person, ids: unknown) => shop.call('POST', '/saved', { as: as.token, body: { ids } });
const savedBy = async (as: Person) => (await shop.call('GET', '/saved', { as: as.token })).body as SavedPhone[];
const idsOf = async (as: Person) => ((await shop.call('GET', '/saved/ids', { as: as.token })).body as { ids: string[] }).ids;
const summaries = (ids: string[]) => shop.call('GET', `/phoneSummaries?ids=${ids.join()}`);
const setPrice = (id: string, cents: number) => shop.services.db.updateTable('listings').set({ price_cents: cents }).where('id', '=', id).execute();

describe('Saving phones', () => {
  test('A saved phone is listed with its price then and now, once, and only for the person who saved it', async () => {
    buyer = await createPerson(shop, 'buyer');
    const [first, second] = [await createListing(shop, seller, { resale_price: 300 }), await createListing(shop, seller)];
    expect(await save(buyer, [first])).toMatchObject({ status: 200, body: { matchedCount: 1, modifiedCount: 1 } });
    expect(await save(buyer, [first])).toMatchObject({ status: 200, body: { matchedCount: 1, modifiedCount: 0 } });
    shop.clock.advance(1000);
    await save(buyer, [second]);
    await setPrice(first, 25_000);
    expect(await savedBy(buyer)).toMatchObject([{ _id: second }, { _id: first, priceThen: 300, resale_price: 250, status: 'available' }]);
    expect((await idsOf(buyer)).sort()).toEqual([first, second].sort());
    expect(await savedBy(await createPerson(shop, 'buyer'))).toEqual([]);
  });

  test('A removed phone is gone at once, and a stranger can’t remove it', async () => {
    const [id = ''] = await idsOf(buyer);
    const stranger = await createPerson(shop, 'buyer');
    expect(await shop.call('DELETE', `/saved/${id}`, { as: stranger.token })).toMatchObject({ status: 200, body: { deletedCount: 0 } });
    expect(await shop.call('DELETE', `/saved/${id}`, { as: buyer.token })).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    expect(await idsOf(buyer)).not.toContain(id);
  });

  test('Says when a saved phone was sold or taken down, and shows no picture of the latter', async () => {
    const person = await createPerson(shop, 'buyer');
    const [sold, gone] = [await createListing(shop, seller), await createListing(shop, seller)];
    await save(person, [sold, gone]);
    await sellTo(shop, await createPerson(shop, 'buyer'), sold);
    await shop.call('DELETE', `/products/${gone}`, { as: seller.token });
    const saved = new Map((await savedBy(person)).map((phone) => [phone._id, phone]));
    expect([saved.get(sold)?.status, saved.get(gone)?.status, saved.get(gone)?.image]).toEqual(['sold', 'gone', '']);
    expect((await summaries([gone, sold])).body as PhoneSummary[]).toMatchObject([{ _id: sold, status: 'sold' }]);
  });

  test('Shows the words of a phone that its seller took down, and not of one that the shop took down', async () => {
    const person = await createPerson(shop, 'buyer');
    const [bySeller, byShop] = [await createListing(shop, seller), await createListing(shop, seller)];
    await save(person, [bySeller, byShop]);
    await shop.call('DELETE', `/products/${bySeller}`, { as: seller.token });
    await shop.call('POST', '/reportedItems', { as: person.token, body: { _id: byShop, status: 'reported', model_name: '' } });
    await shop.call('DELETE', `/reportedItems/${byShop}`, { as: (await createPerson(shop, 'admin')).token });
    const saved = new Map((await savedBy(person)).map((phone) => [phone._id, phone]));
    expect(saved.get(bySeller)).toMatchObject({ status: 'gone', image: '', model_name: expect.not.stringContaining('taken down') });
    expect(saved.get(byShop)).toMatchObject({ status: 'gone', image: '', model_name: 'A phone that was taken down', storage: '', condition: '', color: '' });
  });

  test('A paused phone is still there, and can be saved', async () => {
    const person = await createPerson(shop, 'buyer');
    const id = await createListing(shop, seller);
    await shop.call('POST', '/ownListingChanges', { as: seller.token, body: { act: 'pause', ids: [id] } });
    expect((await save(person, [id])).status).toBe(200);
    expect(await savedBy(person)).toMatchObject([{ _id: id, status: 'paused', image: expect.stringMatching(/./u) }]);
    expect((await summaries([id])).body).toMatchObject([{ _id: id, status: 'paused' }]);
  });

  test('Refuses phones that don’t exist, too many at once, and more than 500 in all', async () => {
    const person = await createPerson(shop, 'buyer');
    const nowhere = '01890000-0000-7000-8000-000000000000';
    expect(await save(person, [nowhere])).toMatchObject({ status: 404, body: { message: 'This phone is no longer available.' } });
    expect((await save(person, [])).status).toBe(422);
    expect(
      (
        await save(
          person,
          Array.from({ length: 101 }, () => nowhere),
        )
      ).status,
    ).toBe(422);
    expect((await save(person, 'all')).status).toBe(422);
    expect((await summaries(['a'])).status).toBe(400);
    expect((await shop.call('GET', '/saved')).status).toBe(401);

    const id = await createListing(shop, seller);
    const { db } = shop.services;
    const template = await db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const others = Array.from({ length: 499 }, () => ({ ...template, id: crypto.randomUUID() }));
    for (let at = 0; at < 499; at += 50)
      await db
        .insertInto('listings')
        .values(others.slice(at, at + 50))
        .execute();
    const ids = others.map((other) => other.id);
    for (let at = 0; at < 499; at += 100) await save(person, ids.slice(at, at + 100));
    const [one, two] = [await createListing(shop, seller), await createListing(shop, seller)];
    expect(await save(person, [nowhere, one, two])).toMatchObject({ body: { matchedCount: 1, modifiedCount: 1, left: [two] } });
    expect(await save(person, [two])).toMatchObject({ status: 409, body: { message: 'You have saved 500 phones. Remove some first.' } });
    expect((await idsOf(person)).length).toBe(500);
    await shop.call('DELETE', `/saved/${one}`, { as: person.token });
    const three = await createListing(shop, seller);
    const replies = await Promise.all([save(person, [two]), save(person, [three])]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await idsOf(person)).length).toBe(500);
  });
});
