import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findFault } from '#contract/passport-chain.ts';
import type { OrderPassport, Passport } from '#contract/passports.ts';
import { type Draft, MAX_DRAFTS } from '#contract/selling/drafts.ts';
import { days } from '#contract/shared/durations.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { completeSale } from '#test/support/world/calls.ts';
import { newImei } from '#test/support/world/imei.ts';
import { createPicture } from '#test/support/world/stored-pictures.ts';
import { callerOf, completeOrder, createListing, createPerson, listingInput, type Person, passTime, sellTo } from '#test/support/world/world.ts';

let shop: TestApp;
let seller: Person;
let buyer: Person;
let stranger: Person;

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());
beforeEach(async () => {
  [seller, buyer, stranger] = await Promise.all([createPerson(shop, 'seller'), createPerson(shop, 'buyer'), createPerson(shop, 'buyer')]);
});

const call = (as: Person, method: string, path: string, body?: unknown) => shop.call(method, path, { as: as.token, body });
const startSelling = (as: Person) => call(as, 'POST', '/users/selling', { confirmed: true });
const begin = (as: Person, orderId: string) => call(as, 'POST', `/orders/${orderId}/draft`);

const later = (ms: number) => passTime(shop, ms, [seller, buyer, stranger]);

async function buy(as: Person, listingId: string, from: Person): Promise<string> {
  const orderId = await sellTo(shop, as, listingId);
  await completeSale(callerOf(shop, as), callerOf(shop, from), orderId);
  return orderId;
}

async function passportOf(orderId: string, as: Person): Promise<{ mine: OrderPassport; passport: Passport }> {
  const mine = ((await call(as, 'GET', `/orders/${orderId}/passport`)).body as { passport: OrderPassport }).passport;
  return { mine, passport: (await shop.call('GET', `/passports/${mine._id}`)).body as Passport };
}

/** Lists the phone of a draft as its form would, with a photo and words of the seller's own. */
async function listDraft(as: Person, id: string, changes: Record<string, unknown> = {}) {
  const { content } = (await call(as, 'GET', `/drafts/${id}`)).body as Draft;
  const filled = Object.fromEntries(Object.entries(content).filter(([key, value]) => key in listingInput() && value !== '' && key !== 'photos'));
  const own = { image: await createPicture(shop.services.db), description: 'Mine for a year.', condition: 'good', answers: {} };
  return call(as, 'POST', `/products?draft=${id}`, { ...listingInput(), ...filled, ...own, ...changes });
}

describe('Starting to sell', () => {
  test('Makes a buyer a seller once, is recorded, and leaves their purchases and their token valid', async () => {
    const orderId = await sellTo(shop, buyer, await createListing(shop, seller));
    expect((await call(buyer, 'GET', '/drafts')).status).toBe(403);
    expect((await call(buyer, 'POST', '/users/selling', {})).status).toBe(422);
    expect((await call(buyer, 'GET', '/users/selling')).body).toEqual({ since: null });
    expect((await startSelling(buyer)).body).toMatchObject({ modifiedCount: 1 });
    expect((await startSelling(buyer)).body).toMatchObject({ modifiedCount: 0 });
    expect((await call(buyer, 'GET', '/users/selling')).body).toEqual({ since: new Date(shop.clock.now()).toISOString() });
    expect((await call(buyer, 'GET', '/drafts')).status).toBe(200);
    expect((await shop.call('GET', `/users/sellers/${buyer.email}`, { as: buyer.token })).body).toEqual({ isSeller: true });
    expect((await call(buyer, 'GET', '/bookings')).body).toMatchObject([{ _id: orderId }]);
    for (const path of [`/orders/${orderId}`, `/orders/${orderId}/receipt`, `/payment/${orderId}`]) expect((await call(buyer, 'GET', path)).status).toBe(200);
    const acts = await shop.services.db.selectFrom('audit_log').select(['act', 'actor_role']).where('subject_id', '=', buyer.id).execute();
    expect(acts.filter(({ act }) => act === 'selling_started')).toEqual([{ act: 'selling_started', actor_role: 'buyer' }]);
  });

  test('Is not for admins, and a seller who signed up as one keeps no trace of it', async () => {
    expect((await startSelling(await createPerson(shop, 'admin'))).status).toBe(403);
    expect((await startSelling(seller)).body).toMatchObject({ modifiedCount: 0 });
    expect((await call(seller, 'GET', '/users/selling')).body).toEqual({ since: null });
  });
});

describe('Selling a phone that was bought here', () => {
  test('A year later the next owner relists it in one tap, without typing the IMEI, and its passport goes on', async () => {
    const imei = newImei();
    const listingId = await createListing(shop, seller, { imei, description: 'Words of the seller.', color: 'Green', storage: '256 GB' });
    const orderId = await buy(buyer, listingId, seller);
    await later(days(365));
    expect((await begin(buyer, orderId)).status).toBe(403);
    await startSelling(buyer);
    expect(await begin(buyer, orderId)).toMatchObject({ status: 201, body: { insertedId: orderId } });
    expect(await begin(buyer, orderId)).toMatchObject({ status: 200, body: { insertedId: orderId } });
    const draft = (await call(buyer, 'GET', `/drafts/${orderId}`)).body as Draft;
    expect(draft.content).toMatchObject({
      brand: 'Samsung',
      model_name: 'Galaxy S21',
      color: 'Green',
      storage: '256 GB',
      knownImei: imei.slice(-4),
      photos: [],
    });
    expect(draft.content).toMatchObject({ description: '', location: '', mobile_number: '', condition: '', resale_price: '', hasImei: false });
    expect(JSON.stringify(draft)).not.toContain('Words of the seller');

    const relisted = await listDraft(buyer, orderId);
    expect(relisted.status).toBe(201);
    const { insertedId } = relisted.body as { insertedId: string };
    expect((await shop.call('GET', `/selectedItem/${insertedId}`, { as: seller.token })).body).toMatchObject({
      imei: { last4: imei.slice(-4), checked: true },
    });
    expect((await begin(buyer, orderId)).status).toBe(409);

    const next = await buy(stranger, insertedId, buyer);
    const { mine, passport } = await passportOf(next, stranger);
    expect(mine.isYours).toBe(true);
    expect(passport.history.map(({ kind, owner }) => `${kind} ${owner}`)).toEqual([
      ...['listed 1', 'sold 1', 'handed_over 2'],
      ...['listed 2', 'sold 2', 'handed_over 3'],
    ]);
    const heads = [...mine.heads, ...(await passportOf(orderId, buyer)).mine.heads];
    expect(heads).toHaveLength(4);
    expect(await findFault(passport, heads)).toBeNull();
    // It is the stranger's now.
    expect((await begin(buyer, orderId)).status).toBe(404);
  });

  test('Is for the buyer alone, once the order is complete, and while they have the phone', async () => {
    const listingId = await createListing(shop, seller, { imei: newImei() });
    const orderId = await sellTo(shop, buyer, listingId);
    await startSelling(buyer);
    expect((await begin(buyer, orderId)).status).toBe(404);
    await completeSale(callerOf(shop, buyer), callerOf(shop, seller), orderId);
    await startSelling(stranger);
    for (const other of [seller, stranger]) expect((await begin(other, orderId)).status).toBe(404);
    expect((await begin(buyer, orderId)).status).toBe(201);
  });

  test('Another’s order as the draft’s id brings neither the phone’s IMEI nor its passport', async () => {
    const orderId = await buy(buyer, await createListing(shop, seller, { imei: newImei() }), seller);
    const thief = await createPerson(shop, 'seller');
    const { body } = await call(thief, 'POST', `/products?draft=${orderId}`, listingInput({ image: await createPicture(shop.services.db) }));
    const listing = (await shop.call('GET', `/selectedItem/${(body as { insertedId: string }).insertedId}`)).body;
    expect(listing).toMatchObject({ imei: null, passport: null });
  });

  test('A phone that was reported lost since can’t be listed, and a typed IMEI counts', async () => {
    const orderId = await buy(buyer, await createListing(shop, seller, { imei: newImei() }), seller);
    await startSelling(buyer);
    await begin(buyer, orderId);
    const other = newImei();
    const { imei_hash } = await shop.services.db
      .selectFrom('orders')
      .innerJoin('listings', 'listings.id', 'orders.listing_id')
      .select('listings.imei_hash')
      .where('orders.id', '=', orderId)
      .executeTakeFirstOrThrow();
    const lost = {
      id: `lost-${orderId}`,
      imei_hash: imei_hash ?? '',
      last4: '',
      known_as: null,
      reporter_id: seller.id,
      lost_on: '2026-01-01',
      place: '',
      proof: '',
    };
    const accepted = { ...lost, picture: null, state: 'accepted', reason: null, decided_by: null, created_at: 1, decided_at: 1 } as const;
    await shop.services.db.insertInto('lost_phones').values(accepted).execute();
    expect(await listDraft(buyer, orderId)).toMatchObject({ status: 409, body: { code: 'reported_lost' } });
    expect((await listDraft(buyer, orderId, { imei: other })).status).toBe(201);
  });

  test('Drafts stay limited', async () => {
    const orderId = await sellTo(shop, buyer, await createListing(shop, seller));
    await completeOrder(shop, orderId);
    await startSelling(buyer);
    await begin(buyer, orderId);
    for (let made = 1; made < MAX_DRAFTS; made += 1) await call(buyer, 'PUT', `/drafts/${crypto.randomUUID()}`, { revision: 0, content: {} });
    const second = await sellTo(shop, buyer, await createListing(shop, seller));
    await completeOrder(shop, second);
    expect((await begin(buyer, second)).status).toBe(429);
  });
});
