import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, mailsTo, sendMails, type TestApp } from '#test/support/app.ts';
import { createListing, createOrder, createPerson, type Person, sellTo } from '#test/support/world/world.ts';

let shop: TestApp;
let admin: Person;

beforeAll(async () => {
  shop = await createTestApp();
  admin = await createPerson(shop, 'admin');
});
afterAll(() => shop.close());

/** The kinds of emails sent to somebody so far, oldest first. */
async function mailedTo({ email }: Person): Promise<string[]> {
  await sendMails(shop);
  const rows = await shop.services.db
    .selectFrom('outbox')
    .select('kind')
    .where('recipient', '=', email)
    .where('sent_at', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ kind }) => kind);
}

function as({ token }: Person) {
  return { as: token };
}

async function reportAndRemove(reporter: Person, listingId: string) {
  await shop.call('POST', '/reportedItems', { ...as(reporter), body: { _id: listingId } });
  await shop.call('DELETE', `/reportedItems/${listingId}`, as(admin));
}

describe('Emails about events', () => {
  test('Emails buyer and seller when a phone is booked, sold and refunded, and buyers who were too late', async () => {
    const [seller, buyer, rival] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer'), await createPerson(shop, 'buyer')];
    const listingId = await createListing(shop, seller);
    await createOrder(shop, rival, listingId);
    const orderId = await sellTo(shop, buyer, listingId);
    await shop.call('POST', `/orders/${orderId}/refund`, { ...as(admin), body: { reason: 'It never came.', relist: false } });
    expect((await mailedTo(seller)).sort()).toEqual(['phone_booked', 'phone_booked', 'phone_sold', 'sale_refunded']);
    expect((await mailedTo(buyer)).sort()).toEqual(['booked', 'order_paid', 'refund_begun', 'refund_done']);
    expect((await mailedTo(rival)).sort()).toEqual(['booked', 'sold_to_another']);
  });

  test('A buyer who books a phone and cancels again and again has its seller emailed once a day', async () => {
    const [seller, buyer] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer')];
    const listingId = await createListing(shop, seller);
    for (let number = 0; number < 3; number += 1) await shop.call('DELETE', `/bookings/${await createOrder(shop, buyer, listingId)}`, as(buyer));
    expect(await mailedTo(seller)).toEqual(['phone_booked']);
    await createOrder(shop, await createPerson(shop, 'buyer'), listingId);
    await createOrder(shop, buyer, await createListing(shop, seller));
    expect(await mailedTo(seller)).toEqual(['phone_booked', 'phone_booked', 'phone_booked']);
  });

  test('Sends twenty booking emails a day at most, without the buyer’s text', async () => {
    const [seller, buyer] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer')];
    for (let number = 0; number < 22; number += 1) await createOrder(shop, buyer, await createListing(shop, seller));
    expect(await mailedTo(buyer)).toHaveLength(20);
    expect(await mailedTo(seller)).toHaveLength(22);
    const { meeting_location } = await shop.services.db
      .selectFrom('orders')
      .select('meeting_location')
      .where('email', '=', buyer.email)
      .executeTakeFirstOrThrow();
    const mails = await mailsTo(shop, buyer.email);
    expect(mails.filter(({ text }) => text.includes(meeting_location))).toEqual([]);
  });

  test('Emails the seller about a removal and restoration without naming the reporter, but not about the seller’s own', async () => {
    const [seller, buyer, reporter] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer'), await createPerson(shop, 'buyer')];
    const listingId = await createListing(shop, seller);
    await createOrder(shop, buyer, listingId);
    await reportAndRemove(reporter, listingId);
    await shop.call('POST', `/removedItems/${listingId}/restore`, as(admin));
    await shop.call('POST', `/removedItems/${listingId}/restore`, as(admin));
    await shop.call('DELETE', `/products/${listingId}`, as(seller));
    expect((await mailedTo(seller)).sort()).toEqual(['own_listing_removed', 'own_listing_restored', 'phone_booked']);
    expect((await mailedTo(buyer)).sort()).toEqual(['booked', 'listing_removed']);
    expect(await mailedTo(reporter)).toEqual(['report_decided', 'report_decided']);
    const notified = JSON.stringify(await mailsTo(shop, seller.email));
    for (const words of [reporter.name, reporter.email, admin.email]) expect(notified).not.toContain(words);
    const { body } = await shop.call('GET', '/notifications', as(seller));
    expect((body as { kind: string }[]).map(({ kind }) => kind).sort()).toEqual(['own_listing_removed', 'own_listing_restored']);
  });

  test('Sends one email when somebody is removed, restored or verified', async () => {
    const seller = await createPerson(shop, 'seller');
    await createListing(shop, seller);
    const verify = () => shop.call('PUT', `/products/?email=${seller.email}&id=${seller.id}`, as(admin));
    await verify();
    await verify();
    await shop.call('DELETE', `/users/sellers/${seller.id}`, as(admin));
    await shop.call('POST', `/removedItems/${seller.id}/restore`, as(admin));
    expect((await mailedTo(seller)).sort()).toEqual(['person_removed', 'person_restored', 'seller_verified']);
  });

  test('A booking that fails sends no email', async () => {
    const [seller, buyer] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer')];
    const listingId = await createListing(shop, seller);
    await createOrder(shop, buyer, listingId);
    const again = await shop.call('POST', '/bookings', { ...as(buyer), body: { productId: listingId, phone: '1', meeting_location: 'x' } });
    expect(again.status).toBe(409);
    expect(await mailedTo(buyer)).toEqual(['booked']);
  });
});
