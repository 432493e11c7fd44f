import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createOrder, createPerson, type Person } from '#test/support/factories.ts';

let shop: TestApp;
let admin: Person;
let seller: Person;
let buyer: Person;

beforeAll(async () => {
  shop = await createTestApp();
  admin = await createPerson(shop, 'admin');
  seller = await createPerson(shop, 'seller');
  buyer = await createPerson(shop, 'buyer');
});
afterAll(() => shop.close());

const report = (id: string, as?: string) => shop.call('POST', '/reportedItems', { as, body: { _id: id, status: 'reported', model_name: 'ignored' } });
const reported = async () => (await shop.call('GET', '/reportedItems', { as: admin.token })).body as { _id: string; reports: number; status: string }[];

describe('reports', () => {
  test('are kept once a person, and shown to the admin as one row a listing', async () => {
    const id = await createListing(shop, seller);
    expect((await shop.call('GET', `/reportedItems/${id}`)).body).toEqual({ reportedStatus: null });
    expect(await report(id, buyer.token)).toMatchObject({ status: 201, body: { acknowledged: true, insertedId: expect.any(String) } });
    expect(await report(id, buyer.token)).toEqual(expect.objectContaining({ status: 200, body: { acknowledged: true } }));
    expect((await report(id, (await createPerson(shop, 'seller')).token)).status).toBe(201);
    expect((await shop.call('GET', `/reportedItems/${id}`)).body).toEqual({ reportedStatus: 'reported' });
    expect(await reported()).toEqual([expect.objectContaining({ _id: id, status: 'reported', reports: 2, model_name: 'Galaxy S21' })]);
    expect((await shop.call('GET', `/selectedItem/${id}`)).body).toMatchObject({ reportedStatus: 'reported', status: 'available' });
  });

  test('need someone signed in, and a listing', async () => {
    const id = await createListing(shop, seller);
    expect((await report(id)).status).toBe(401);
    expect((await report('no-such-id', buyer.token)).status).toBe(404);
    expect((await shop.call('POST', '/reportedItems', { as: buyer.token, body: { _id: ['a'] } })).status).toBe(422);
    expect((await shop.call('POST', '/reportedItems', { as: buyer.token, body: [] })).status).toBe(400);
  });

  test('an admin takes the listing off the shop, ends its bookings and closes its reports', async () => {
    const id = await createListing(shop, seller);
    const customer = await createPerson(shop, 'buyer');
    await createOrder(shop, customer, id);
    expect((await shop.call('DELETE', `/reportedItems/${id}`, { as: admin.token })).status).toBe(404);
    await report(id, buyer.token);
    for (const [as, status] of [
      [undefined, 401],
      [seller.token, 403],
      [buyer.token, 403],
    ] as const)
      expect((await shop.call('DELETE', `/reportedItems/${id}`, { as })).status).toBe(status);
    expect(await shop.call('DELETE', `/reportedItems/${id}`, { as: admin.token })).toMatchObject({
      status: 200,
      body: { acknowledged: true, deletedCount: 1 },
    });
    expect((await shop.call('GET', `/selectedItem/${id}`)).status).toBe(404);
    expect((await reported()).map(({ _id }) => _id)).not.toContain(id);
    expect((await shop.call('GET', '/bookings', { as: customer.token })).body).toMatchObject([{ closedReason: 'listing_removed' }]);
    expect((await shop.call('DELETE', `/reportedItems/${id}`, { as: admin.token })).status).toBe(404);
  });
});

describe('what was removed', () => {
  const removed = async (query = '') => (await shop.call('GET', `/removedItems${query}`, { as: admin.token })).body as { _id: string; reason: string }[];
  const restore = (id: string, as = admin.token) => shop.call('POST', `/removedItems/${id}/restore`, { as });

  test('is listed and comes back, without its reports', async () => {
    const id = await createListing(shop, seller);
    await report(id, buyer.token);
    await shop.call('DELETE', `/reportedItems/${id}`, { as: admin.token });
    expect(await removed()).toContainEqual({
      _id: id,
      kind: 'listing',
      name: 'Galaxy S21',
      image: expect.any(String),
      email: seller.email,
      reason: 'reported',
      removedAt: expect.any(String),
    });
    expect(await restore(id)).toMatchObject({ status: 200, body: { acknowledged: true, matchedCount: 1, modifiedCount: 1 } });
    expect((await shop.call('GET', `/selectedItem/${id}`)).body).toMatchObject({ status: 'available', reportedStatus: null });
    expect((await restore(id)).status).toBe(404);
    expect((await report(id, buyer.token)).status).toBe(201);
  });

  test('a person comes back with what left with them, and not with what they deleted themselves', async () => {
    const leaving = await createPerson(shop, 'seller');
    const [stored, deleted] = [await createListing(shop, leaving), await createListing(shop, leaving)];
    await shop.call('DELETE', `/products/${deleted}`, { as: leaving.token });
    await shop.call('DELETE', `/users/sellers/${leaving.id}`, { as: admin.token });
    expect(await removed()).toContainEqual({
      _id: leaving.id,
      kind: 'user',
      name: leaving.name,
      image: null,
      email: leaving.email,
      reason: 'by_admin',
      removedAt: expect.any(String),
    });
    expect(await restore(stored)).toMatchObject({ status: 409 });
    expect((await restore(leaving.id)).status).toBe(200);
    expect((await shop.call('GET', `/selectedItem/${stored}`)).status).toBe(200);
    expect((await shop.call('GET', `/selectedItem/${deleted}`)).status).toBe(404);
  });

  test('is the admin’s alone', async () => {
    const id = await createListing(shop, seller);
    await shop.call('DELETE', `/products/${id}`, { as: seller.token });
    expect((await shop.call('POST', `/removedItems/${id}/restore`)).status).toBe(401);
    expect((await restore(id, seller.token)).status).toBe(403);
    expect((await restore(id, buyer.token)).status).toBe(403);
  });

  test('is paged, the latest first, listings and people together', async () => {
    const all = (await removed()).map(({ _id }) => _id);
    const seen: string[] = [];
    let path: string | null = '/removedItems?limit=2';
    while (path) {
      const { body, headers } = await shop.call('GET', path, { as: admin.token });
      seen.push(...(body as { _id: string }[]).map(({ _id }) => _id));
      path = /<\/api([^>]+)>/u.exec(String(headers.link ?? ''))?.[1] ?? null;
    }
    expect(all.length).toBeGreaterThan(2);
    expect(seen).toEqual(all);
  });

  test('is out of reach after thirty days', async () => {
    const id = await createListing(shop, seller);
    await shop.call('DELETE', `/products/${id}`, { as: seller.token });
    const late = shop.clock;
    late.advance(31 * 86_400_000);
    const lateAdmin = await createPerson(shop, 'admin');
    expect(((await shop.call('GET', '/removedItems', { as: lateAdmin.token })).body as { _id: string }[]).map(({ _id }) => _id)).not.toContain(id);
    expect((await restore(id, lateAdmin.token)).status).toBe(404);
    late.advance(-31 * 86_400_000);
  });
});
