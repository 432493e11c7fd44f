import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createOrder, createPerson, type Person } from '#test/support/world/world.ts';
import { reportListing } from './commands.ts';

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

function report(id: string, as?: string) {
  return shop.call('POST', '/reportedItems', { as, body: { _id: id, status: 'reported', model_name: 'ignored' } });
}

async function reported() {
  return (await shop.call('GET', '/reportedItems', { as: admin.token })).body as { _id: string; reports: number; status: string }[];
}

describe('Reports', () => {
  test('Keeps one report per person and shows admins one row per listing', async () => {
    const id = await createListing(shop, seller);
    expect((await shop.call('GET', `/reportedItems/${id}`)).body).toEqual({ reportedStatus: null });
    expect(await report(id, buyer.token)).toMatchObject({ status: 201, body: { acknowledged: true, insertedId: expect.any(String) } });
    expect(await report(id, buyer.token)).toEqual(expect.objectContaining({ status: 200, body: { acknowledged: true } }));
    expect((await report(id, (await createPerson(shop, 'seller')).token)).status).toBe(201);
    expect((await shop.call('GET', `/reportedItems/${id}`)).body).toEqual({ reportedStatus: 'reported' });
    expect(await reported()).toEqual([expect.objectContaining({ _id: id, status: 'reported', reports: 2, model_name: 'Galaxy S21' })]);
    expect((await shop.call('GET', `/selectedItem/${id}`)).body).toMatchObject({ reportedStatus: 'reported', status: 'available' });
  });

  test('Rejects a report from a visitor or of an unknown listing', async () => {
    const id = await createListing(shop, seller);
    expect((await report(id)).status).toBe(401);
    expect((await report('no-such-id', buyer.token)).status).toBe(404);
    expect((await shop.call('POST', '/reportedItems', { as: buyer.token, body: { _id: ['a'] } })).status).toBe(422);
    expect((await shop.call('POST', '/reportedItems', { as: buyer.token, body: [] })).status).toBe(400);
  });

  test('Nobody reports their own listing, which others can still report', async () => {
    const id = await createListing(shop, seller);
    expect(await report(id, seller.token)).toMatchObject({ status: 403, body: { message: 'You can’t report your own listing.', code: 'own_listing' } });
    expect((await shop.call('GET', `/reportedItems/${id}`)).body).toEqual({ reportedStatus: null });
    expect((await report(id, buyer.token)).status).toBe(201);
  });

  test('Refuses a report of a listing that was removed while the report was on its way, and leaves none open', async () => {
    const id = await createListing(shop, seller);
    const { db } = shop.services;
    await report(id, (await createPerson(shop, 'buyer')).token);
    expect((await shop.call('DELETE', `/reportedItems/${id}`, { as: admin.token })).body).toMatchObject({ deletedCount: 1 });
    await expect(reportListing(db, { listingId: id, reporterId: buyer.id }, shop.clock.now())).rejects.toThrow('This listing is no longer available.');
    expect(await db.selectFrom('reports').select('closed_at').where('listing_id', '=', id).execute()).toEqual([{ closed_at: expect.anything() }]);
  });

  test('Lets an admin remove a reported listing, which cancels its bookings and closes its reports', async () => {
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

  test.each(['its seller removes it', 'its seller is removed'])('Who reported a listing learns that it is gone when %s', async (how) => {
    const [owner, reporter] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer')];
    const id = await createListing(shop, owner);
    await report(id, reporter.token);
    if (how === 'its seller is removed') await shop.call('DELETE', `/users/sellers/${owner.id}`, { as: admin.token });
    else await shop.call('DELETE', `/products/${id}`, { as: owner.token });
    const notified = (await shop.call('GET', '/notifications', { as: reporter.token })).body;
    expect(notified).toEqual([expect.objectContaining({ kind: 'report_decided', text: expect.stringContaining('no longer on our site'), path: '/phones' })]);
  });

  test.each(['hold', 'suspension'])('A reported listing that is hidden by a %s stays in the list, and can be removed from there', async (kind) => {
    const owner = await createPerson(shop, 'seller');
    const id = await createListing(shop, owner);
    await report(id, buyer.token);
    const subject = kind === 'hold' ? { listingId: id } : { sellerId: owner.id };
    expect((await shop.call('POST', '/decisions', { as: admin.token, body: { kind, ...subject, reason: 'We look into it.' } })).status).toBe(201);
    expect((await shop.call('GET', `/selectedItem/${id}`)).status).toBe(404);
    expect(await reported()).toContainEqual(expect.objectContaining({ _id: id, hidden: true }));
    expect(await shop.call('DELETE', `/reportedItems/${id}`, { as: admin.token })).toMatchObject({ body: { deletedCount: 1 } });
    expect((await reported()).map(({ _id }) => _id)).not.toContain(id);
    expect((await shop.call('GET', '/removedItems', { as: admin.token })).body).toContainEqual(expect.objectContaining({ _id: id, reason: 'reported' }));
  });

  test('A report of a listing that is gone, or whose seller was removed, isn’t listed', async () => {
    const [leaving, owner] = [await createPerson(shop, 'seller'), await createPerson(shop, 'seller')];
    const [held, unsold] = [await createListing(shop, leaving), await createListing(shop, owner)];
    for (const id of [held, unsold]) await report(id, buyer.token);
    await shop.call('POST', '/decisions', { as: admin.token, body: { kind: 'hold', listingId: held, reason: 'We look into it.' } });
    await shop.call('DELETE', `/users/sellers/${leaving.id}`, { as: admin.token });
    // As a sale leaves it that was canceled without listing the phone again.
    await shop.services.db.updateTable('listings').set({ removed_at: 1, removed_reason: 'refunded' }).where('id', '=', unsold).execute();
    const listed = (await reported()).map(({ _id }) => _id);
    for (const id of [held, unsold]) expect(listed).not.toContain(id);
    expect((await shop.call('DELETE', `/reportedItems/${unsold}`, { as: admin.token })).status).toBe(404);
  });
});
