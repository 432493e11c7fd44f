import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaidOrder } from '#contract/orders.ts';
import { hours } from '#contract/shared/durations.ts';
import { findPaidOrderOf, requireOrder } from '#server/features/orders/index.ts';
import { createTestApp, mailsTo, type TestApp } from '#test/support/app.ts';
import { scannedCode } from '#test/support/world/handover.ts';
import { createPastMeeting } from '#test/support/world/meetings.ts';
import { createListing, createPerson, type Person, sellTo } from '#test/support/world/world.ts';
import { relistPhone } from './commands.ts';

let shop: TestApp;
let seller: Person;
let buyer: Person;
let listingId: string;

beforeAll(async () => {
  shop = await createTestApp();
  [seller, buyer] = await Promise.all([createPerson(shop, 'seller'), createPerson(shop, 'buyer')]);
});
afterAll(() => shop.close());

async function buy(phone: Record<string, unknown> = {}): Promise<string> {
  listingId = await createListing(shop, seller, phone);
  return sellTo(shop, buyer, listingId);
}

const REASON = 'I can’t come to town.';
const cancel = (orderId: string, as: Person, body: object = { reason: REASON }) => shop.call('POST', `/orders/${orderId}/cancellation`, { as: as.token, body });
const relist = (orderId: string, as: Person = seller) => shop.call('POST', `/orders/${orderId}/relisting`, { as: as.token });
const see = async (orderId: string) => (await shop.call('GET', `/orders/${orderId}`, { as: buyer.token })).body as PaidOrder;
const isOnSale = async (id: string) => (await shop.call('GET', `/selectedProducts/${id}`)).status === 200;
const mayRelist = async (orderId: string, as: Person = seller) =>
  ((await shop.call('GET', `/orders/${orderId}/relisting`, { as: as.token })).body as { isPossible: boolean }).isPossible;

describe('Canceling a paid order', () => {
  test('By the buyer: refunded in full at once, told to both with the reason, and the phone isn’t on sale', async () => {
    const orderId = await buy();
    const replies = await Promise.all([cancel(orderId, buyer), cancel(orderId, buyer)]);
    expect(replies.map(({ status }) => status)).toContain(200);
    expect((await cancel(orderId, buyer)).body).toMatchObject({ modifiedCount: 0 });
    expect(await see(orderId)).toMatchObject({ state: 'refunded', fulfillment: { state: 'canceled', refunded: 289 }, seller: { phone: '' } });
    for (const { email } of [buyer, seller]) expect((await mailsTo(shop, email)).map(({ text }) => text).join('\n')).toContain(REASON);
    expect(await isOnSale(listingId)).toBe(false);
    const refunds = await shop.services.db.selectFrom('ledger').select('amount_cents').where('order_id', '=', orderId).where('kind', '=', 'refund').execute();
    expect(refunds).toHaveLength(1);
  });

  test('The reason leaves the other side’s messages together with the person who gave it', async () => {
    const leaver = await createPerson(shop, 'buyer');
    const orderId = await sellTo(shop, leaver, await createListing(shop, seller));
    const reason = 'I’m moving to Elm Street 5.';
    expect((await cancel(orderId, leaver, { reason })).status).toBe(200);
    const texts = async () => ((await shop.call('GET', '/notifications', { as: seller.token })).body as { text: string }[]).map(({ text }) => text);
    expect(await texts()).toContainEqual(expect.stringContaining(`The buyer canceled the purchase. “${reason}”`));
    expect((await shop.call('DELETE', `/personalData?email=${encodeURIComponent(leaver.email)}`, { as: leaver.token })).status).toBe(200);
    expect(await texts()).toContainEqual(expect.stringContaining('The buyer canceled the purchase. “(deleted)”'));
    expect((await texts()).join()).not.toContain('Elm Street');
  });

  test('By the seller, who must say whether the phone goes back on sale', async () => {
    const [first, firstListing] = [await buy(), listingId];
    expect(await cancel(first, seller)).toMatchObject({ status: 422, body: { fields: { relist: expect.any(String) } } });
    expect((await cancel(first, seller, { reason: REASON, relist: true })).status).toBe(200);
    expect(await isOnSale(firstListing)).toBe(true);
    const [second, secondListing] = [await buy(), listingId];
    expect((await cancel(second, seller, { reason: REASON, relist: false })).status).toBe(200);
    expect(await isOnSale(secondListing)).toBe(false);
    expect(await see(second)).toMatchObject({ state: 'refunded', fulfillment: { state: 'canceled' } });
  });

  test('A buyer can’t put the phone back on sale', async () => {
    const orderId = await buy();
    expect((await cancel(orderId, buyer, { reason: REASON, relist: true })).status).toBe(200);
    expect(await isOnSale(listingId)).toBe(false);
  });

  test.each([
    [' ', 422],
    ['x'.repeat(501), 422],
    ['漢'.repeat(500), 200],
  ])('The reason is required and has at most 500 characters', async (reason, status) => {
    expect((await cancel(await buy(), buyer, { reason })).status).toBe(status);
  });

  test('Works with an agreed meeting, and not after one side confirmed the handover', async () => {
    const [arranged, confirming] = [await buy(), await buy()];
    await createPastMeeting(shop, arranged);
    expect((await cancel(arranged, seller, { reason: REASON, relist: false })).status).toBe(200);
    for (const state of ['confirming', 'handed_over', 'completed', 'problem_reported'] as const) {
      await shop.services.db.updateTable('fulfillments').set({ state, handed_over_at: 1 }).where('order_id', '=', confirming).execute();
      expect(await cancel(confirming, buyer)).toMatchObject({ status: 409, body: { code: 'order_changed' } });
    }
    expect((await see(confirming)).state).toBe('paid');
  });

  test('Strangers can’t, nor anybody while the buyer’s bank investigates the payment', async () => {
    const orderId = await buy();
    expect((await cancel(orderId, await createPerson(shop, 'buyer'))).status).toBe(404);
    const { intent_id } = await shop.services.db.selectFrom('orders').select('intent_id').where('id', '=', orderId).executeTakeFirstOrThrow();
    const row = { id: orderId, reference: `dp_${orderId}`, provider: 'practice' as const, order_id: orderId, intent_id: intent_id ?? '', amount_cents: 1 };
    await shop.services.db
      .insertInto('disputes')
      .values({ ...row, currency: 'usd', status: 'needs_response', reason: 'fraudulent', opened_at: 0, withdrawn_cents: 0, movements: 0, checked_at: 0 })
      .execute();
    expect(await cancel(orderId, buyer)).toMatchObject({ status: 409, body: { code: 'disputed' } });
    expect(await cancel(orderId, seller, { reason: REASON, relist: true })).toMatchObject({ status: 409, body: { code: 'disputed' } });
    expect(await see(orderId)).toMatchObject({ state: 'paid', fulfillment: { state: 'to_arrange' } });
  });
});

describe('Putting a phone back on sale', () => {
  test('The seller does it once after the buyer canceled, and the phone can be bought again', async () => {
    const [orderId, id] = [await buy(), listingId];
    expect(await mayRelist(orderId)).toBe(false);
    expect((await relist(orderId)).status).toBe(409);
    await cancel(orderId, buyer);
    expect([await mayRelist(orderId), await mayRelist(orderId, buyer)]).toEqual([true, false]);
    expect((await relist(orderId, buyer)).status).toBe(403);
    expect((await relist(orderId, await createPerson(shop, 'seller'))).status).toBe(404);
    const replies = await Promise.all([relist(orderId), relist(orderId)]);
    expect(replies.map(({ body }) => (body as { modifiedCount: number }).modifiedCount).toSorted()).toEqual([0, 1]);
    expect(await isOnSale(id)).toBe(true);
    expect(await mayRelist(orderId)).toBe(false);
    await sellTo(shop, await createPerson(shop, 'buyer'), id);
    expect((await relist(orderId)).status).toBe(409);
  });

  test('A phone that the buyer still has stays off sale; one that came back doesn’t', async () => {
    const orderId = await buy();
    await shop.services.db.updateTable('fulfillments').set({ state: 'handed_over', handed_over_at: 1 }).where('order_id', '=', orderId).execute();
    const admin = await createPerson(shop, 'admin');
    expect((await shop.call('POST', `/orders/${orderId}/refund`, { as: admin.token, body: { reason: 'Stolen.', relist: false } })).status).toBe(200);
    expect(await mayRelist(orderId)).toBe(false);
    expect((await relist(orderId)).status).toBe(409);
    await shop.services.db
      .insertInto('fulfillment_history')
      .values({
        order_id: orderId,
        step: 90,
        from_state: 'returning',
        to_state: 'return_confirming',
        why: 'x',
        note: null,
        by_role: 'shop',
        by_id: null,
        at: 1,
      })
      .execute();
    expect((await relist(orderId)).status).toBe(200);
  });

  test('Neither does one that the buyer has, or may have, by what one side sent from a meeting', async () => {
    const admin = await createPerson(shop, 'admin');
    for (const offline of [false, true]) {
      const orderId = await buy();
      const code = { ...(await scannedCode(shop, { orderId, ...(offline && { at: shop.clock.now() - hours(1) }) })), offline };
      expect((await shop.call('POST', `/orders/${orderId}/handover/code`, { as: seller.token, body: code })).status).toBe(200);
      expect((await shop.call('POST', `/orders/${orderId}/refund`, { as: admin.token, body: { reason: 'Stolen.', relist: false } })).status).toBe(200);
      expect(await mayRelist(orderId)).toBe(false);
      expect((await relist(orderId)).status).toBe(409);
    }
  });

  test('Nothing comes back for a seller who is removed meanwhile', async () => {
    const [leaving, admin] = [await createPerson(shop, 'seller'), await createPerson(shop, 'admin')];
    const id = await createListing(shop, leaving);
    const orderId = await sellTo(shop, buyer, id);
    await cancel(orderId, buyer);
    const order = await findPaidOrderOf(shop.services.db, leaving.id, orderId);
    requireOrder(order);
    expect((await shop.call('DELETE', `/users/sellers/${leaving.id}`, { as: admin.token })).status).toBe(200);
    await expect(relistPhone(shop.services, order)).rejects.toMatchObject({ status: 401 });
    expect(await isOnSale(id)).toBe(false);
  });

  test('Neither a listing removed for another reason, nor a suspended seller’s, nor a phone that is listed again comes back', async () => {
    const imei = '490154203237518';
    const orderId = await buy({ imei });
    await cancel(orderId, buyer);
    const id = listingId;
    const set = (values: { removed_reason: string }) => shop.services.db.updateTable('listings').set(values).where('id', '=', id).execute();
    await set({ removed_reason: 'by_seller' });
    expect((await relist(orderId)).status).toBe(409);
    await set({ removed_reason: 'refunded' });
    await shop.services.db.updateTable('users').set({ suspended_at: 1 }).where('id', '=', seller.id).execute();
    expect(await relist(orderId)).toMatchObject({ status: 403, body: { code: 'suspended' } });
    await shop.services.db.updateTable('users').set({ suspended_at: null }).where('id', '=', seller.id).execute();
    await createListing(shop, seller, { imei });
    expect(await relist(orderId)).toMatchObject({ status: 409, body: { code: 'already_listed' } });
    expect(await isOnSale(id)).toBe(false);
  });
});
