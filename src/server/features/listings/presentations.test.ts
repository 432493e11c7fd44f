import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noteListing, noteShop } from '#server/db/changes.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, type Person } from '#test/support/world/world.ts';
import { writePresentation } from './presentation.ts';
import { findUnshownRows, storePresentations } from './presentation-queries.ts';

let shop: TestApp;
let seller: Person;
let buyer: Person;
let id: string;
/** A listing that stays as it is. */
let other: string;
const log: string[] = [];

beforeAll(async () => {
  shop = await createTestApp({}, { onLog: (line) => log.push(line) });
  buyer = await createPerson(shop, 'buyer');
  other = await createListing(shop, await createPerson(shop, 'seller'));
});
afterAll(() => shop.close());

beforeEach(async () => {
  seller = await createPerson(shop, 'seller', { name: 'Zoë “Z” Müller \u{1f4f1}' });
  id = await createListing(shop, seller, {
    model_name: 'Галакси S21 \u{1f4f1}',
    mobile_number: '+49 30 \u{1f4f1}',
    description: 'One \\ two " three\nfour \u2028',
  });
  await listed();
  await expect.poll(() => storedOf(id)).not.toBeNull();
});

type Shown = Record<string, unknown> & { _id: string };

async function listed(as?: string): Promise<Shown | undefined> {
  const { status, body } = await shop.call('GET', '/products?limit=100', as === undefined ? {} : { as });
  expect(status).toBe(200);
  return (body as Shown[]).find(({ _id }) => _id === id);
}

/** What a comparison shows, which is computed from the listing's columns. */
async function compared(as?: string): Promise<Shown | undefined> {
  const { body } = await shop.call('GET', `/compare?ids=${id}`, as === undefined ? {} : { as });
  return (body as { phones: Shown[] }).phones[0];
}

async function expectCurrent(as?: string): Promise<void> {
  const { updatesSource: _source, ...computed } = ((await compared(as)) ?? {}) as Shown;
  expect(await listed(as)).toEqual(computed);
  const { judgement: _verdict, ...shown } = computed as Shown & { judgement?: unknown };
  const page = await shop.call('GET', `/selectedProducts/${id}`, as === undefined ? {} : { as });
  expect(page.body).toMatchObject(shown);
}

async function storedOf(listing: string): Promise<string | null> {
  return (await shop.services.db.selectFrom('listings').select('shown').where('id', '=', listing).executeTakeFirstOrThrow()).shown;
}

/** Every write, even a refused one, makes the shop read the changes that were noted. */
const readChanges = () => shop.call('POST', '/reportedItems', { body: {} });

/** What would be stored of a listing at another price, one change before the present one. */
async function older(listing: string): Promise<string> {
  const [row] = await findUnshownRows(shop.services.db, [listing]);
  if (!row) throw new Error('the listing is gone');
  return writePresentation({ ...row, price_cents: 100, shown_turn: row.shown_turn - 1 });
}

const store = (shown: string | null) => shop.services.db.updateTable('listings').set({ shown }).where('id', '=', id).execute();

/** Stores it where nothing of it is in memory, as after a start. */
async function storeAsBefore(shown: string | null): Promise<void> {
  await store(shown);
  await noteShop(shop.services.db, shop.clock.now());
  await readChanges();
}

describe('The stored presentation of a listing', () => {
  test('Shows strangers and people with contacts what a comparison shows, in lists and on the listing’s page', async () => {
    expect(await listed()).toMatchObject({ model_name: 'Галакси S21 \u{1f4f1}', mobile_number: '••••••••' });
    await expectCurrent();
    expect(await listed(buyer.token)).toMatchObject({ mobile_number: '+49 30 \u{1f4f1}', sellerEmail: seller.email });
    await expectCurrent(buyer.token);
  });

  test('Is forgotten when the listing changes, and written again for the next list', async () => {
    await shop.services.db.transaction().execute(async (tx) => {
      await tx.updateTable('listings').set({ price_cents: 12_300, color: 'Teal' }).where('id', '=', id).execute();
      await noteListing(tx, id, shop.clock.now());
    });
    expect(await storedOf(id)).toBeNull();
    await readChanges();
    expect(await listed()).toMatchObject({ resale_price: 123, color: 'Teal' });
    await expect.poll(() => storedOf(id)).toContain('Teal');
    await expectCurrent();
  });

  test('Isn’t stored when the listing changed after it was read', async () => {
    const { db } = shop.services;
    const [before] = await findUnshownRows(db, [id]);
    if (!before) throw new Error('the listing is gone');
    await db.transaction().execute((tx) => noteListing(tx, id, shop.clock.now()));
    await storePresentations(db, [{ id, shown: writePresentation(before), turn: before.shown_turn }]);
    expect(await storedOf(id)).toBeNull();
  });

  test.each([
    ['damaged', (stored: string) => stored.replace('S21', 'S22')],
    ['cut off', (stored: string) => stored.slice(0, -20)],
    ['empty', () => ''],
    ['JSON alone', (stored: string) => stored.slice(stored.indexOf('{'))],
    ['that of another listing', () => storedOf(other)],
    ['older than the listing', () => older(id)],
  ])('Is written again when it is %s, and reported', async (_what, change) => {
    const stored = (await storedOf(id)) ?? '';
    const wrong = await change(stored);
    expect(wrong).not.toBe(stored);
    log.length = 0;
    await storeAsBefore(wrong);
    await expectCurrent();
    expect(log.filter((line) => line.includes('stored presentations') && line.includes(id))).not.toEqual([]);
    await expect.poll(() => storedOf(id)).toBe(stored);
  });

  test('Is written again when it is of an earlier or later version, and only the first is reported', async () => {
    const stored = (await storedOf(id)) ?? '';
    log.length = 0;
    for (const version of ['1', '9']) {
      await storeAsBefore(version + stored.slice(1));
      await expectCurrent();
      await expect.poll(() => storedOf(id)).toBe(stored);
    }
    expect(log.filter((line) => line.includes('stored presentations'))).toEqual([expect.stringContaining(id)]);
  });

  test('Is what the database has, also after a server that lacks the last changes has taken over', async () => {
    const { db } = shop.services;
    const earlier = await db.selectFrom('listings').select(['price_cents', 'shown', 'shown_turn']).where('id', '=', id).executeTakeFirstOrThrow();
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('listings').set({ price_cents: 45_600 }).where('id', '=', id).execute();
      await noteListing(tx, id, shop.clock.now());
    });
    await readChanges();
    expect(await listed()).toMatchObject({ resale_price: 456 });
    await expect.poll(() => storedOf(id)).toContain('456');
    const last = db.selectFrom('changes').select('id').where('listing_id', '=', id).orderBy('at', 'desc').limit(1);
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('changes').where('id', 'in', last).execute();
      await tx.updateTable('listings').set(earlier).where('id', '=', id).execute();
    });
    await expect.poll(async () => (await listed())?.resale_price, { timeout: 5000 }).toBe(earlier.price_cents / 100);
    await expectCurrent();
    await expectCurrent(buyer.token);
  });

  test('Is written in the background where it is missing', async () => {
    const stored = await storedOf(id);
    await store(null);
    await shop.app.presentations.writeMissing();
    expect(await storedOf(id)).toBe(stored);
  });

  test('Says nothing of an advertisement or report from before its seller was removed and restored', async () => {
    const admin = await createPerson(shop, 'admin');
    await shop.call('POST', '/advertise', { as: seller.token, body: { _id: id } });
    await shop.call('POST', '/reportedItems', { as: buyer.token, body: { _id: id } });
    expect(await listed()).toMatchObject({ isAdvertise: true, reportedStatus: 'reported' });
    await expect.poll(() => storedOf(id)).not.toBeNull();
    expect((await shop.call('DELETE', `/users/sellers/${seller.id}`, { as: admin.token })).status).toBe(200);
    expect((await shop.call('POST', `/removedItems/${seller.id}/restore`, { as: admin.token })).status).toBe(200);
    expect(await listed()).toMatchObject({ isAdvertise: false, reportedStatus: null });
    await expectCurrent();
  });

  test('Shows a seller’s new name and badge at once', async () => {
    const admin = await createPerson(shop, 'admin');
    expect(await listed()).toMatchObject({ seller_verify: false });
    const { status } = await shop.call('PUT', `/products/?id=${seller.id}&email=${seller.email}`, { as: admin.token });
    expect(status).toBeLessThan(300);
    expect(await listed()).toMatchObject({ seller_verify: true });
    await expectCurrent();
  });
});
