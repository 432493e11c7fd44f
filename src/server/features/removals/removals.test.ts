import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { createTestApp, mailsTo, type TestApp } from '#test/support/app.ts';
import { beforeNextTransaction } from '#test/support/before-transaction.ts';
import { newImei } from '#test/support/world/imei.ts';
import { createListing, createPerson, type Person, sellTo } from '#test/support/world/world.ts';

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

describe('Removals and restorations', () => {
  const removed = async (query = '') => (await shop.call('GET', `/removedItems${query}`, { as: admin.token })).body as { _id: string; reason: string }[];
  const restore = (id: string, as = admin.token) => shop.call('POST', `/removedItems/${id}/restore`, { as });

  test('Lists a removed listing and restores it without its reports', async () => {
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

  test('Tells the seller of a restored listing what it is now: on sale, paused, or sold', async () => {
    const owner = await createPerson(shop, 'seller');
    const [onSale, paused, sold] = [await createListing(shop, owner), await createListing(shop, owner), await createListing(shop, owner)];
    await shop.call('POST', '/ownListingChanges', { as: owner.token, body: { act: 'pause', ids: [paused] } });
    await sellTo(shop, buyer, sold);
    const texts = [];
    for (const id of [onSale, paused, sold]) {
      const removal = await shop.call('POST', '/decisions', { as: admin.token, body: { kind: 'removal', listingId: id, reason: 'It is a copy.' } });
      expect([removal.status, (await restore(id)).status]).toEqual([201, 200]);
      const [latest] = (await shop.call('GET', '/notifications', { as: owner.token })).body as { text: string }[];
      texts.push(latest?.text.replace('We reviewed your Galaxy S21 listing again and restored it.', ''));
    }
    expect(texts).toEqual([' Buyers who had booked it can book it again.', ' It’s paused, as before. You can put it back on sale.', '']);
  });

  test('A person who is removed again, as after a lost reply, is said to be removed already', async () => {
    const leaving = await createPerson(shop, 'buyer');
    const remove = (id: string) => shop.call('DELETE', `/users/sellers/${id}`, { as: admin.token });
    expect([(await remove(leaving.id)).body, (await remove(leaving.id)).body]).toMatchObject([{ deletedCount: 1 }, { deletedCount: 0 }]);
    expect((await remove(crypto.randomUUID())).status).toBe(404);
    expect((await mailsTo(shop, leaving.email)).filter(({ kind }) => kind === 'person_removed')).toHaveLength(1);
  });

  test('Restores a person with the listings removed with them, but not those they deleted', async () => {
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

  test('Somebody who becomes an admin meanwhile isn’t removed, and keeps their listings', async () => {
    const rising = await createPerson(shop, 'seller');
    const id = await createListing(shop, rising);
    beforeNextTransaction(shop.services.db, async () => {
      await shop.services.db.updateTable('users').set({ role: 'admin' }).where('id', '=', rising.id).execute();
    });
    expect((await shop.call('DELETE', `/users/sellers/${rising.id}`, { as: admin.token })).body).toMatchObject({ deletedCount: 0 });
    expect((await shop.call('GET', `/selectedItem/${id}`)).status).toBe(200);
  });

  test('Restoring a person removes what was listed again or reported lost meanwhile for good, and notifies them', async () => {
    const leaving = await createPerson(shop, 'seller');
    const [again, lost] = [newImei(), newImei()];
    const back = await createListing(shop, leaving);
    const gone = [await createListing(shop, leaving, { imei: again }), await createListing(shop, leaving, { imei: lost })];
    await shop.call('DELETE', `/users/sellers/${leaving.id}`, { as: admin.token });
    await createListing(shop, seller, { imei: again });
    const loss = { imei: lost, lostOn: '2024-05-01', place: 'Faro', proof: 'The receipt.' };
    const { body } = await shop.call('POST', '/lostPhones', { as: buyer.token, body: loss });
    const { insertedId } = body as { insertedId: string };
    await shop.call('POST', `/lostPhones/${insertedId}/decision`, { as: admin.token, body: { decision: 'accepted', reason: 'The receipt is right.' } });
    expect((await restore(leaving.id)).status).toBe(200);
    expect((await shop.call('GET', `/selectedItem/${back}`)).status).toBe(200);
    const items = await removed();
    expect(gone.map((id) => items.find(({ _id }) => _id === id)?.reason)).toEqual(['listed_again', 'reported_lost']);
    const mails = await mailsTo(shop, leaving.email);
    const kinds = mails.map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['own_listing_held', 'own_listing_removed', 'person_removed', 'person_restored']);
    expect(mails.find(({ kind }) => kind === 'person_restored')?.text).toContain('except what we had to remove: see our messages about it');
    for (const id of gone) {
      const [entry] = (await shop.call('GET', `/auditLog?subject=${id}`, { as: admin.token })).body as AuditEntry[];
      expect(entry).toMatchObject({ act: 'listing_removed', by: { _id: admin.id }, before: { removed: true } });
    }
  });

  test.each(['seller', 'buyer'] as const)('A removed %s’s partners in paid orders are told what happens to each, and others aren’t', async (role) => {
    const [leaving, partner] = [await createPerson(shop, role), await createPerson(shop, role === 'seller' ? 'buyer' : 'seller')];
    const trade = async () =>
      role === 'seller' ? sellTo(shop, partner, await createListing(shop, leaving)) : sellTo(shop, leaving, await createListing(shop, partner));
    const [running, checking, over] = [await trade(), await trade(), await trade()];
    const { db } = shop.services;
    await db.updateTable('fulfillments').set({ state: 'handed_over', handed_over_at: 1 }).where('order_id', '=', checking).execute();
    await db.updateTable('fulfillments').set({ state: 'completed', due_at: null }).where('order_id', '=', over).execute();
    await shop.call('DELETE', `/users/sellers/${leaving.id}`, { as: admin.token });
    const mails = (await mailsTo(shop, partner.email)).filter(({ kind }) => kind === 'partner_removed');
    expect(mails).toHaveLength(2);
    expect(mails.find(({ link }) => link?.includes(running))?.text).toContain(role === 'seller' ? 'Don’t meet them' : 'Don’t hand the phone over');
    expect(mails.find(({ link }) => link?.includes(checking))?.text).toContain(role === 'seller' ? 'The phone is yours' : 'The money is yours');
    expect((await mailsTo(shop, leaving.email)).filter(({ kind }) => kind === 'partner_removed')).toEqual([]);
  });

  test.each(['suspended', 'removed'] as const)('Doesn’t restore a listing whose seller is %s at the same moment', async (outcome) => {
    const leaving = await createPerson(shop, 'seller');
    const id = await createListing(shop, leaving);
    await shop.call('DELETE', `/products/${id}`, { as: leaving.token });
    beforeNextTransaction(shop.services.db, async () => {
      if (outcome === 'removed') await shop.call('DELETE', `/users/sellers/${leaving.id}`, { as: admin.token });
      else await shop.call('POST', '/decisions', { as: admin.token, body: { kind: 'suspension', sellerId: leaving.id, reason: 'Too many copies.' } });
    });
    expect(await restore(id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(`The seller ${outcome === 'removed' ? 'was' : 'is'} ${outcome}`) },
    });
    expect((await shop.call('GET', `/selectedItem/${id}`)).status).toBe(404);
  });

  test('Lets only admins restore a listing', async () => {
    const id = await createListing(shop, seller);
    await shop.call('DELETE', `/products/${id}`, { as: seller.token });
    expect((await shop.call('POST', `/removedItems/${id}/restore`)).status).toBe(401);
    expect((await restore(id, seller.token)).status).toBe(403);
    expect((await restore(id, buyer.token)).status).toBe(403);
  });

  test('Pages through removed listings and people together, most recent first', async () => {
    for (const id of [await createListing(shop, seller), await createListing(shop, seller)]) await shop.call('DELETE', `/products/${id}`, { as: seller.token });
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

  test('Refuses to restore a listing removed more than 30 days ago', async () => {
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
