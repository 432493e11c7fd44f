import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Conversation, Message } from '#contract/conversations.ts';
import { AGREED_HOURS, ANSWER_HOURS, OFFER_LIMITS, type Offer } from '#contract/offers.ts';
import type { Booking } from '#contract/orders.ts';
import { hours, minutes } from '#contract/shared/durations.ts';
import { sweepOffers } from '#server/features/offers/index.ts';
import { sweepPayments } from '#server/features/payments/index.ts';
import { moment } from '#server/messages/moment.ts';
import { createTestApp, mailsTo, type TestApp } from '#test/support/app.ts';
import { createPicture } from '#test/support/world/stored-pictures.ts';
import { bookingInput, PRICE } from '#test/support/world/values.ts';
import { beginPayment, createListing, createOrder, createPerson, type Person, payWithCard, reportPaid, sellTo, tokenNow } from '#test/support/world/world.ts';
import { makeOffer } from './commands.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp({ FIRST_PURCHASE_PERCENT: '0' });
}, 120_000);
afterAll(() => shop.close());

const call = async (as: Person, method: string, path: string, body?: object) => shop.call(method, path, { as: await tokenNow(shop, as), body });
const fresh = async (person: Person): Promise<Person> => ({ ...person, token: await tokenNow(shop, person) });
const offer = (as: Person, productId: string, price: number | string) => call(as, 'POST', '/offers', { ...bookingInput(productId), price });
const make = async (as: Person, productId: string, price: number): Promise<Offer> => (await offer(as, productId, price)).body as Offer;
const answer = (as: Person, id: string, how: string, body?: object) => call(as, 'POST', `/offers/${id}/${how}`, body);
const mine = async (as: Person, side = 'buyer') => (await call(as, 'GET', `/offers?side=${side}`)).body as Offer[];
const order = async (as: Person, id: string) => (await call(as, 'GET', `/payment/${id}`)).body as Booking;
const notifications = async (as: Person) => (await call(as, 'GET', '/notifications')).body as { subject: string; text: string; path: string }[];
const notified = async (as: Person) => (await notifications(as)).map(({ subject }) => subject);
const textsTo = async (as: Person) => (await notifications(as)).map(({ text }) => text);

/** A seller's phone and three people who want it. */
async function stage() {
  const seller = await createPerson(shop, 'seller', { name: 'Ana Maria Silva' });
  const [buyer, rival, third] = [
    await createPerson(shop, 'buyer', { name: 'Rui Costa' }),
    await createPerson(shop, 'buyer'),
    await createPerson(shop, 'buyer'),
  ];
  return { seller, buyer, rival, third, phone: await createListing(shop, await fresh(seller)) };
}

async function agree(seller: Person, buyer: Person, phone: string, price: number): Promise<string> {
  const { _id } = await make(buyer, phone, price);
  const accepted = (await answer(seller, _id, 'accept')).body as Offer;
  return accepted.order?._id ?? '';
}

async function pay(as: Person, listingId: string, orderId: string, price: number) {
  const clientSecret = await beginPayment(shop, await fresh(as), orderId, price);
  const { body } = await payWithCard(shop, clientSecret);
  return { charged: body.amount, reply: await reportPaid(shop, await fresh(as), { listingId, orderId, clientSecret }) };
}

describe('An offer', () => {
  test('Is countered, accepted, reserves the phone for a day at that price, and ends every other one when it is paid', async () => {
    const { seller, buyer, rival, third, phone } = await stage();
    const first = await make(buyer, phone, 240);
    expect(first).toMatchObject({ side: 'buyer', by: 'buyer', price: 240, state: 'open', askingPrice: PRICE, otherName: 'Ana Maria Silva', order: null });
    expect(await notified(seller)).toContainEqual(expect.stringContaining('$240.00'));
    const waiting = (await call(seller, 'GET', '/offers/waiting')).body;
    expect(waiting).toEqual([{ productId: phone, offers: 1 }]);

    const countered = await answer(seller, first._id, 'counter', { price: 265 });
    expect(countered).toMatchObject({ status: 201, body: { side: 'seller', by: 'seller', price: 265, state: 'open', otherName: 'Rui' } });
    const counter = countered.body as Offer;
    expect(await answer(seller, first._id, 'accept')).toMatchObject({ status: 409, body: { message: expect.stringContaining('Only the latest') } });
    expect((await answer(seller, counter._id, 'accept')).status).toBe(403);
    expect((await answer(rival, counter._id, 'accept')).status).toBe(404);

    const accepted = (await answer(buyer, counter._id, 'accept')).body as Offer;
    const orderId = accepted.order?._id ?? '';
    expect(accepted).toMatchObject({ state: 'accepted', order: { state: 'booked' } });
    expect((await answer(buyer, counter._id, 'accept')).body).toMatchObject({ state: 'accepted', order: { _id: orderId } });
    const booked = await order(buyer, orderId);
    const until = new Date(shop.clock.now() + hours(AGREED_HOURS)).toISOString();
    expect(booked).toMatchObject({ price: 265, listPrice: 265, phone: '+351 911 111 111', agreedUntil: until, heldUntil: until, state: 'booked' });
    expect(await mailsTo(shop, buyer.email)).toContainEqual(expect.objectContaining({ subject: expect.stringContaining('$265.00') }));

    // A rival can offer and book, and learns when the phone is free, but not why.
    const theirs = await make(rival, phone, 200);
    const thirds = await make(third, phone, 210);
    const booking = await createOrder(shop, await fresh(rival), phone);
    const refused = await call(rival, 'POST', '/create-payment-intent', { price: PRICE, orderId: booking });
    expect(refused).toMatchObject({ status: 409, body: { code: 'being_paid', message: expect.stringContaining('in 24 hours') } });
    expect((await call(seller, 'PATCH', `/products/${phone}`, { revision: 1, resale_price: '280' })).body).toMatchObject({
      message: expect.stringContaining('agreed on a price'),
    });
    expect((await offer(buyer, phone, 100)).body).toMatchObject({ message: expect.stringContaining('have agreed on a price') });

    expect((await call(buyer, 'POST', '/create-payment-intent', { price: PRICE, orderId })).status).toBe(422);
    const paid = await pay(buyer, phone, orderId, 265);
    expect([paid.charged, paid.reply.status]).toEqual([26_500, 201]);
    expect((await mine(rival))[0]).toMatchObject({ _id: theirs._id, state: 'closed' });
    expect((await mine(third))[0]).toMatchObject({ _id: thirds._id, state: 'closed' });
    expect(await notified(third)).toContainEqual(expect.stringContaining('is closed'));
    // One notification is enough for somebody whose booking ended, too.
    expect((await notified(rival)).filter((subject) => subject.includes('closed'))).toEqual([]);
    expect((await answer(seller, thirds._id, 'accept')).body).toMatchObject({ message: expect.stringContaining('closed') });
  });

  test('Stands in its conversation, unread, and the other side gets no second email about it', async () => {
    const { seller, buyer, phone } = await stage();
    const made = await make(buyer, phone, 240);
    const [conversation] = (await call(seller, 'GET', '/conversations')).body as Conversation[];
    expect(conversation).toMatchObject({ productId: phone, unread: 1, lastMessage: { text: 'Offer: $240.00', offerId: made._id } });
    const id = conversation?._id ?? '';
    await answer(seller, made._id, 'refuse');
    const messages = (await call(buyer, 'GET', `/conversations/${id}/messages`)).body as Message[];
    expect(messages.map(({ text, by, offerId }) => [by, text, offerId])).toEqual([
      ['seller', 'Declined: $240.00', null],
      ['buyer', 'Offer: $240.00', made._id],
    ]);
    // What the shop writes is no question, so it doesn’t count in how fast the seller answers.
    const asked = await shop.services.db.selectFrom('conversations').select(['asked_at', 'answered_at']).where('id', '=', id).executeTakeFirst();
    expect(asked).toEqual({ asked_at: null, answered_at: null });
    expect((await call(buyer, 'GET', `/conversations/${id}/offers`)).body).toMatchObject([{ _id: made._id, state: 'refused' }]);
    expect(await notified(buyer)).toContainEqual(expect.stringContaining('declined'));
    expect((await mailsTo(shop, seller.email)).map(({ kind }) => kind)).not.toContain('message_unread');
    const stranger = await createPerson(shop, 'buyer');
    expect((await call(stranger, 'GET', `/conversations/${id}/offers`)).status).toBe(404);
  });

  test('Doesn’t count anymore if it was made while the clock was two days ahead', async () => {
    const { buyer, phone } = await stage();
    shop.clock.advance(hours(48));
    for (let count = 0; count < OFFER_LIMITS.perListing; count += 1) expect((await offer(buyer, phone, 100 + count)).status).toBe(201);
    expect((await offer(buyer, phone, 200)).status).toBe(429);
    shop.clock.advance(-hours(48));
    expect((await offer(buyer, phone, 200)).status).toBe(201);
  });

  test('Is bounded by the asking price, the seller’s other answer, a day and its listing', async () => {
    const { seller, buyer, phone } = await stage();
    for (const price of [0, '0', -5, 'free', 0.49, 12.345]) expect((await offer(buyer, phone, price)).status).toBe(422);
    expect((await offer(buyer, phone, PRICE)).body).toMatchObject({ fields: { price: 'The seller asks for $289.00. Book it at the asking price instead.' } });
    expect((await offer(buyer, phone, 5000)).status).toBe(422);
    expect(await offer(seller, phone, 100)).toMatchObject({ status: 403, body: { code: 'own_listing' } });
    expect((await offer(buyer, crypto.randomUUID(), 100)).status).toBe(404);
    const made = await make(buyer, phone, 100);
    expect((await answer(seller, made._id, 'counter', { price: 100 })).body).toMatchObject({ message: expect.stringContaining('Accept that instead') });
    const noLess = { fields: { price: 'You ask for $289.00. Counter with less than that, or decline the offer.' } };
    expect(await answer(seller, made._id, 'counter', { price: PRICE })).toMatchObject({ status: 422, body: noLess });
    for (let count = 1; count < OFFER_LIMITS.perListing; count += 1) expect((await offer(buyer, phone, 100 + count)).status).toBe(201);
    expect(await offer(buyer, phone, 200)).toMatchObject({ status: 429 });
    expect((await mine(buyer)).map(({ state }) => state)).toEqual(['open', 'withdrawn', 'withdrawn', 'withdrawn', 'withdrawn']);
    // An offer that follows another is the only one that counts.
    expect((await answer(seller, made._id, 'accept')).status).toBe(409);

    const sold = await createListing(shop, await fresh(seller));
    await sellTo(shop, await fresh(await createPerson(shop, 'buyer')), sold);
    expect(await offer(buyer, sold, 100)).toMatchObject({ status: 409, body: { code: 'sold' } });
    const paused = await createListing(shop, await fresh(seller));
    const open = await make(buyer, paused, 150);
    await call(seller, 'POST', '/ownListingChanges', { act: 'pause', ids: [paused] });
    expect(await offer(buyer, paused, 160)).toMatchObject({ status: 409, body: { message: expect.stringContaining('paused') } });
    expect((await answer(seller, open._id, 'accept')).status).toBe(409);
    await call(seller, 'POST', '/ownListingChanges', { act: 'resume', ids: [paused] });
    expect((await answer(seller, open._id, 'accept')).status).toBe(200);
  });

  test('Waits for an answer in so many places at most, without those that were answered or have expired', async () => {
    const { seller, buyer } = await stage();
    const { db } = shop.services;
    const made: Offer[] = [];
    for (let count = 0; count < OFFER_LIMITS.open; count += 1) made.push(await make(buyer, await createListing(shop, await fresh(seller)), 200));
    const another = await createListing(shop, await fresh(seller));
    expect(await offer(buyer, another, 200)).toMatchObject({ status: 409, body: { message: expect.stringContaining('wait for an answer') } });
    expect((await answer(seller, made[0]?._id ?? '', 'counter', { price: 250 })).status).toBe(201);
    expect((await offer(buyer, another, 200)).status).toBe(201);
    const last = await createListing(shop, await fresh(seller));
    expect((await offer(buyer, last, 200)).status).toBe(409);
    // Not swept yet.
    await db
      .updateTable('offers')
      .set({ expires_at: shop.clock.now() })
      .where('id', '=', made[1]?._id ?? '')
      .execute();
    expect((await offer(buyer, last, 200)).status).toBe(201);
  });

  test('Is made once when it is sent again while it waits, and anew with another place or after it expired', async () => {
    const { seller, buyer, phone } = await stage();
    const replies = await Promise.all([offer(buyer, phone, 240), offer(buyer, phone, 240), offer(buyer, phone, '$240.00')]);
    const [first] = await mine(buyer);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
    for (let count = 0; count < OFFER_LIMITS.perListing; count += 1)
      expect(await offer(buyer, phone, 240)).toMatchObject({ status: 200, body: { _id: first?._id, state: 'open' } });
    expect(await mine(buyer)).toHaveLength(1);
    expect((await notified(seller)).filter((subject) => subject.includes('You have an offer'))).toHaveLength(1);
    const messages = (await call(seller, 'GET', `/conversations/${first?.conversationId}/messages`)).body as Message[];
    expect(messages.map(({ text }) => text)).toEqual(['Offer: $240.00']);

    const elsewhere = await call(buyer, 'POST', '/offers', { ...bookingInput(phone), price: 240, meeting_location: 'The main library' });
    const byPhone = await call(buyer, 'POST', '/offers', { ...bookingInput(phone), price: 240, phone: '+351 922 222 222' });
    expect([elsewhere.status, byPhone.status]).toEqual([201, 201]);
    shop.clock.advance(hours(ANSWER_HOURS));
    const late = await call(buyer, 'POST', '/offers', { ...bookingInput(phone), price: 240, phone: '+351 922 222 222' });
    expect(late).toMatchObject({ status: 201, body: { state: 'open' } });
    await answer(seller, (late.body as Offer)._id, 'refuse');
    expect(await call(buyer, 'POST', '/offers', { ...bookingInput(phone), price: 240, phone: '+351 922 222 222' })).toMatchObject({ status: 201 });
  });

  test('Is answered once when the answer is sent twice at the same time, and the second is answered alike', async () => {
    for (const [how, body] of [['counter', { price: 270 }], ['accept'], ['refuse'], ['withdraw']] as const) {
      const { seller, buyer, phone } = await stage();
      const { _id, conversationId } = await make(buyer, phone, 240);
      const side = how === 'withdraw' ? buyer : seller;
      const replies = await Promise.all([answer(side, _id, how, body), answer(side, _id, how, body)]);
      expect(replies.map(({ status }) => status).toSorted(), how).toEqual(how === 'counter' ? [200, 201] : [200, 200]);
      expect(replies[0]?.body, how).toEqual(replies[1]?.body);
      expect((await answer(side, _id, how, body)).status, how).toBe(200);
      expect((await call(seller, 'GET', `/conversations/${conversationId}/messages`)).body, how).toHaveLength(2);
    }
  });

  test('Of the seller that has expired is stored as such when the buyer makes another, and the seller is notified', async () => {
    const { seller, buyer, phone } = await stage();
    const { _id } = await make(buyer, phone, 200);
    await answer(seller, _id, 'counter', { price: 250 });
    shop.clock.advance(hours(ANSWER_HOURS) + minutes(1));
    await make(buyer, phone, 210);
    expect((await mine(seller, 'seller')).map(({ price, state }) => [price, state])).toEqual([
      [210, 'open'],
      [250, 'expired'],
      [200, 'countered'],
    ]);
    expect(await textsTo(seller)).toContainEqual(expect.stringMatching(/^Your offer of \$250.00 for .* wasn’t answered in time.$/u));
    await sweepOffers(shop.services);
    expect((await notified(seller)).filter((subject) => subject.endsWith('has expired'))).toHaveLength(1);
  });

  test('Is made anew by a buyer who has verified their address meanwhile, which the discount may need', async () => {
    const { phone } = await stage();
    const unproven = await createPerson(shop, 'buyer', { emailVerified: false });
    const body = { ...bookingInput(phone), price: 240 };
    const sent = await shop.call('POST', '/offers', { as: unproven.token, body });
    expect((await shop.call('POST', '/offers', { as: unproven.token, body })).body).toEqual(sent.body);
    expect((await offer(unproven, phone, 240)).status).toBe(201);
    expect((await mine(unproven)).map(({ state }) => state)).toEqual(['open', 'withdrawn']);
  });

  test('Reaches nobody who has blocked its maker', async () => {
    const { seller, buyer, phone } = await stage();
    await make(buyer, phone, 240);
    const [conversation] = (await call(seller, 'GET', '/conversations')).body as Conversation[];
    await call(seller, 'PUT', `/conversations/${conversation?._id}/block`, { blocked: true });
    expect(await offer(buyer, phone, 250)).toMatchObject({ status: 403, body: { message: 'Your offer can’t be delivered.' } });
  });

  test('Ends when one blocks the other: theirs is withdrawn, the other’s declined, and an older one can’t be accepted either', async () => {
    const { seller, buyer, rival, phone } = await stage();
    const block = async (blocked: boolean) => {
      const [conversation] = (await call(seller, 'GET', `/conversations`)).body as Conversation[];
      return call(seller, 'PUT', `/conversations/${conversation?._id}/block`, { blocked });
    };
    const countered = await make(buyer, phone, 200);
    const counter = (await answer(seller, countered._id, 'counter', { price: 250 })).body as Offer;
    const other = await createListing(shop, await fresh(seller));
    const theirs = await make(buyer, other, 210);
    await block(true);
    expect((await mine(buyer)).map(({ _id, state }) => [_id, state])).toEqual([
      [theirs._id, 'refused'],
      [counter._id, 'withdrawn'],
      [countered._id, 'countered'],
    ]);
    expect((await notified(buyer))[0]).toMatch(/^Your offer for .* was declined$/u);
    expect((await answer(buyer, counter._id, 'accept')).status).toBe(403);
    await block(false);
    expect((await answer(buyer, counter._id, 'accept')).status).toBe(409);
    // Those of other people stay open, and one from before the block that wasn't ended can't be accepted.
    const left = await make(rival, other, 220);
    await shop.services.db.insertInto('conversation_blocks').values({ blocker_id: seller.id, blocked_id: rival.id, created_at: 1 }).execute();
    expect(await answer(seller, left._id, 'accept')).toMatchObject({ status: 403, body: { message: expect.stringContaining('Unblock them') } });
    await block(true);
    expect(await mine(rival)).toMatchObject([{ _id: left._id, state: 'open' }]);
  });

  test('Isn’t made by a buyer who is removed meanwhile', async () => {
    const { seller, buyer, phone } = await stage();
    const admin = await createPerson(shop, 'admin');
    await call(admin, 'DELETE', `/users/sellers/${buyer.id}`);
    const input = { productId: phone, price: 24_000, phone: '0800 PHONE', meeting_location: 'Café' };
    await expect(makeOffer(shop.services, { userId: buyer.id, email: buyer.email, addressVerified: true }, input)).rejects.toMatchObject({ status: 401 });
    expect(await mine(seller, 'seller')).toEqual([]);
  });

  test('Below what the seller wants is declined without a word to them, and nobody else learns that price', async () => {
    const { seller, buyer, rival, phone } = await stage();
    expect((await call(rival, 'PUT', `/products/${phone}/lowestOffer`, { price: 1 })).status).toBe(403);
    const other = await createPerson(shop, 'seller');
    expect((await call(other, 'GET', `/products/${phone}/lowestOffer`)).status).toBe(404);
    expect((await call(seller, 'PUT', `/products/${phone}/lowestOffer`, { price: '236.67' })).body).toMatchObject({ modifiedCount: 1 });
    expect((await call(seller, 'GET', `/products/${phone}/lowestOffer`)).body).toEqual({ price: 236.67 });
    const declined = await offer(buyer, phone, 236.66);
    expect(declined).toMatchObject({ status: 201, body: { state: 'refused', conversationId: null } });
    expect([await mine(seller, 'seller'), (await call(seller, 'GET', '/conversations')).body, await notified(seller)]).toEqual([[], [], []]);
    expect((await answer(seller, (declined.body as Offer)._id, 'accept')).status).toBe(404);
    const shown = [declined, await call(buyer, 'GET', `/selectedProducts/${phone}`), await call(buyer, 'GET', '/offers'), await offer(buyer, phone, 250)];
    expect(JSON.stringify(shown)).not.toContain('236.67');
    expect((await mine(seller, 'seller')).map(({ price }) => price)).toEqual([250]);
  });

  test('Can’t be kept from the seller at every price: what they want at least is below what they ask for', async () => {
    const { seller, buyer, phone } = await stage();
    const lowest = (price: number | null) => call(seller, 'PUT', `/products/${phone}/lowestOffer`, { price });
    const { resale_price: asking } = (await call(seller, 'GET', `/selectedProducts/${phone}`)).body as { resale_price: number };
    for (const price of [asking, asking + 1])
      expect(await lowest(price)).toMatchObject({ status: 422, body: { fields: { price: expect.stringContaining('every offer would be declined') } } });
    expect((await call(seller, 'GET', `/products/${phone}/lowestOffer`)).body).toEqual({ price: null });
    expect((await offer(buyer, phone, asking - 1)).body).toMatchObject({ state: 'open' });
    expect((await lowest(asking - 0.01)).body).toMatchObject({ modifiedCount: 1 });
    expect((await lowest(null)).body).toMatchObject({ modifiedCount: 1 });
  });

  test('Reaches the seller once they ask for no more than what they wanted at least', async () => {
    const { seller, buyer, rival, phone } = await stage();
    const change = (revision: number, price: number) => call(seller, 'PATCH', `/products/${phone}`, { revision, resale_price: String(price) });
    const read = async () => (await call(seller, 'GET', `/products/${phone}/lowestOffer`)).body;
    await call(seller, 'PUT', `/products/${phone}/lowestOffer`, { price: 200 });
    expect(await make(buyer, phone, 180)).toMatchObject({ state: 'refused' });
    expect((await change(1, 200)).status).toBe(200);
    expect([await make(buyer, phone, 181), await read()]).toMatchObject([{ state: 'open' }, { price: null }]);
    expect((await change(2, 201)).status).toBe(200);
    expect([await make(rival, phone, 180), await read()]).toMatchObject([{ state: 'refused' }, { price: 200 }]);
  });

  test.each<[string, (buyer: Person, phone: string, counterId: string, price: number) => ReturnType<typeof call>]>([
    ['An answer', (buyer, _, counterId, price) => answer(buyer, counterId, 'counter', { price })],
    ['A new offer', (buyer, phone, _, price) => offer(buyer, phone, price)],
  ])('%s below what the seller wants leaves their counteroffer open, and counts', async (_, reply) => {
    const { seller, buyer, phone } = await stage();
    await call(seller, 'PUT', `/products/${phone}/lowestOffer`, { price: 200 });
    const first = await make(buyer, phone, 210);
    const counter = (await answer(seller, first._id, 'counter', { price: 250 })).body as Offer;
    for (let count = 1; count < OFFER_LIMITS.perListing; count += 1)
      expect(await reply(buyer, phone, counter._id, 190 + count)).toMatchObject({ status: 201, body: { state: 'refused', by: 'buyer', price: 190 + count } });
    expect((await reply(buyer, phone, counter._id, 230)).status).toBe(429);
    expect((await mine(seller, 'seller')).map(({ price, state }) => [price, state])).toEqual([
      [250, 'open'],
      [210, 'countered'],
    ]);
    expect((await notified(seller)).filter((subject) => subject.includes('offer'))).toHaveLength(1);
    expect((await answer(buyer, counter._id, 'accept')).body).toMatchObject({ state: 'accepted', price: 250 });
  });

  test('Of the other side can’t be withdrawn, and one’s own can’t be accepted', async () => {
    const { seller, buyer, phone } = await stage();
    const { _id } = await make(buyer, phone, 200);
    expect(await answer(seller, _id, 'withdraw')).toMatchObject({ status: 403, body: { message: 'The other side made this offer. You can decline it.' } });
    expect(await answer(buyer, _id, 'accept')).toMatchObject({ status: 403, body: { message: 'This is your own offer. The other side answers it.' } });
    expect(await mine(buyer)).toMatchObject([{ state: 'open' }]);
  });

  test('Can’t be answered once it has ended, whatever the price', async () => {
    const { seller, buyer, phone } = await stage();
    await call(seller, 'PUT', `/products/${phone}/lowestOffer`, { price: 200 });
    const counter = (await answer(seller, (await make(buyer, phone, 210))._id, 'counter', { price: 250 })).body as Offer;
    await answer(seller, counter._id, 'withdraw');
    for (const price of [190, 230])
      expect(await answer(buyer, counter._id, 'counter', { price })).toMatchObject({ status: 409, body: { message: expect.stringContaining('withdrawn') } });
    expect(await mine(buyer)).toHaveLength(2);
  });

  test('Expires after two days, and is closed by a lower asking price and by what sells the phone elsewhere', async () => {
    const { seller, buyer, rival, phone } = await stage();
    const late = await make(buyer, phone, 240);
    shop.clock.advance(hours(ANSWER_HOURS));
    expect((await mine(buyer))[0]).toMatchObject({ _id: late._id, state: 'expired' });
    expect(await answer(seller, late._id, 'accept')).toMatchObject({ status: 409, body: { message: 'This offer has expired.' } });
    await sweepOffers(shop.services);
    expect(await notified(buyer)).toContainEqual(expect.stringContaining('has expired'));

    const [high, low] = [await make(buyer, phone, 250), await make(rival, phone, 200)];
    expect((await call(seller, 'PATCH', `/products/${phone}`, { revision: 1, resale_price: '250' })).status).toBe(200);
    expect((await mine(buyer))[0]).toMatchObject({ _id: high._id, state: 'closed', askingPrice: 250 });
    expect((await mine(rival))[0]).toMatchObject({ _id: low._id, state: 'open' });
    await call(seller, 'POST', '/ownListingChanges', { act: 'sold_elsewhere', ids: [phone] });
    expect((await mine(rival))[0]).toMatchObject({ state: 'closed' });
    expect((await notifications(buyer))[0]).toMatchObject({ subject: expect.stringContaining('is closed'), path: `/selected-items-details/${phone}` });
    // The phone has no page anymore.
    expect((await notifications(rival))[0]).toMatchObject({ subject: expect.stringContaining('is closed'), path: '/phones' });
  });
});

describe('An edit of the listing', () => {
  test('Closes the offers of both sides, so that nobody gets another phone than they offered for', async () => {
    const { seller, buyer, rival, phone } = await stage();
    const [theirs, first] = [await make(buyer, phone, 240), await make(rival, phone, 200)];
    const counter = (await answer(seller, first._id, 'counter', { price: 250 })).body as Offer;
    expect((await call(seller, 'PATCH', `/products/${phone}`, { revision: 1, condition: 'For parts' })).status).toBe(200);
    for (const [as, id] of [
      [seller, theirs._id],
      [rival, counter._id],
    ] as const)
      expect(await answer(as, id, 'accept')).toMatchObject({ status: 409, body: { message: expect.stringContaining('its listing has changed') } });
    for (const person of [buyer, rival])
      expect((await notifications(person))[0]).toMatchObject({
        text: expect.stringContaining('The seller has changed what the listing says'),
        path: `/selected-items-details/${phone}`,
      });
    expect(await make(buyer, phone, 150)).toMatchObject({ state: 'open' });
  });

  test('Of the price, the pictures or the mobile number alone leaves lower offers open', async () => {
    const { seller, buyer, phone } = await stage();
    const { _id } = await make(buyer, phone, 200);
    const pictures = { image: await createPicture(shop.services.db), photos: [] };
    const edit = { revision: 1, resale_price: '280', mobile_number: '+351 933 000 111', ...pictures };
    expect((await call(seller, 'PATCH', `/products/${phone}`, edit)).status).toBe(200);
    expect((await answer(seller, _id, 'accept')).body).toMatchObject({ state: 'accepted' });
  });
});

test('A buyer who pays the asking price while their offer waits isn’t told that somebody else bought the phone', async () => {
  const { buyer, phone } = await stage();
  const { _id } = await make(buyer, phone, 240);
  const orderId = await createOrder(shop, await fresh(buyer), phone);
  expect((await pay(buyer, phone, orderId, PRICE)).reply.status).toBe(201);
  expect((await mine(buyer))[0]).toMatchObject({ _id, state: 'closed' });
  expect(await notified(buyer)).toEqual(['Receipt: Galaxy S21 is yours']);
});

describe('An agreed price', () => {
  test('Is over after a day: the booking ends, and the phone goes to the next on the waitlist', async () => {
    const { seller, buyer, rival, phone } = await stage();
    const orderId = await agree(seller, buyer, phone, 250);
    const booking = await createOrder(shop, await fresh(rival), phone);
    expect((await call(rival, 'POST', `/orders/${booking}/wait`)).status).toBe(200);
    shop.clock.advance(hours(AGREED_HOURS));
    const tooLate = await call(buyer, 'POST', '/create-payment-intent', { price: 250, orderId });
    expect(tooLate).toMatchObject({ status: 409, body: { code: 'order_closed', message: expect.stringContaining('24 hours') } });
    await sweepPayments(shop.services);
    expect(await order(buyer, orderId)).toMatchObject({ state: 'closed', closedReason: 'agreement_over' });
    expect((await order(rival, booking)).heldUntil).not.toBeNull();
    expect((await pay(rival, phone, booking, PRICE)).charged).toBe(PRICE * 100);
  });

  test.each(['paused', 'under review'])('Doesn’t end while the phone is %s, and is the buyer’s for a day afterwards', async (state) => {
    const { seller, buyer, phone } = await stage();
    const admin = await createPerson(shop, 'admin');
    const orderId = await agree(seller, buyer, phone, 250);
    const openPayment = () => call(buyer, 'POST', '/create-payment-intent', { price: 250, orderId });
    const passHours = async (count: number) => {
      shop.clock.advance(hours(count));
      await sweepPayments(shop.services);
    };
    await call(buyer, 'DELETE', `/orders/${orderId}/reservation`);
    const change = (act: string) => call(seller, 'POST', '/ownListingChanges', { act, ids: [phone] });
    const decided = state === 'paused' ? null : await call(admin, 'POST', '/decisions', { kind: 'hold', listingId: phone, reason: 'We check its photos.' });
    if (!decided) await change('pause');
    await passHours(23);
    await passHours(2);
    shop.clock.advance(hours(48));
    expect(await openPayment()).toMatchObject({ status: 409, body: { code: 'on_hold', message: expect.stringContaining('Your booking stays open') } });
    await passHours(0);
    expect(await order(buyer, orderId)).toMatchObject({ state: 'booked', price: 250 });
    if (decided) await call(admin, 'POST', `/decisions/${(decided.body as { insertedId: string }).insertedId}/undo`, { reason: 'They are fine.' });
    else await change('resume');
    await passHours(24);
    expect((await openPayment()).status).toBe(200);
    await call(buyer, 'DELETE', `/orders/${orderId}/reservation`);
    await passHours(1);
    // The first sweep has canceled the payment.
    await passHours(0);
    expect(await order(buyer, orderId)).toMatchObject({ state: 'closed', closedReason: 'agreement_over' });
  });

  test('Gives no place before those who wait, and none before the one who is paying', async () => {
    const { seller, buyer, rival, third, phone } = await stage();
    const [first, second] = [await createOrder(shop, await fresh(rival), phone), await createOrder(shop, await fresh(third), phone)];
    await beginPayment(shop, await fresh(rival), first);
    await call(third, 'POST', `/orders/${second}/wait`);
    const orderId = await agree(seller, buyer, phone, 250);
    expect(await order(buyer, orderId)).toMatchObject({ price: 250, heldUntil: null, waiting: true, line: { place: 2 } });
    await call(rival, 'DELETE', `/orders/${first}/reservation`);
    expect((await order(third, second)).heldUntil).not.toBeNull();
    shop.clock.advance(minutes(5));
    await sweepPayments(shop.services);
    expect((await order(buyer, orderId)).heldUntil).not.toBeNull();
    expect((await pay(buyer, phone, orderId, 250)).charged).toBe(25_000);
  });

  test.each([
    ['has begun', minutes(0)],
    ['could begin', minutes(15)],
  ])('Reserves the phone for a day for a buyer whose turn %s', async (_, later) => {
    const { seller, buyer, rival, phone } = await stage();
    const [first, orderId] = [await createOrder(shop, await fresh(rival), phone), await createOrder(shop, await fresh(buyer), phone)];
    await beginPayment(shop, await fresh(rival), first);
    await call(buyer, 'POST', `/orders/${orderId}/wait`);
    if (later === 0) await call(rival, 'DELETE', `/orders/${first}/reservation`);
    shop.clock.advance(later);
    expect(await agree(seller, buyer, phone, 250)).toBe(orderId);
    const until = new Date(shop.clock.now() + hours(AGREED_HOURS)).toISOString();
    expect(await order(buyer, orderId)).toMatchObject({ agreedUntil: until, heldUntil: until, waiting: false });
    expect(await textsTo(buyer)).toContainEqual(expect.stringContaining(`The phone is reserved for you. Pay by ${moment(Date.parse(until))};`));
    shop.clock.advance(hours(AGREED_HOURS) - minutes(1));
    await sweepPayments(shop.services);
    expect((await pay(buyer, phone, orderId, 250)).charged).toBe(25_000);
  });

  test('Leaves a turn as long as it is while others wait, and says so', async () => {
    const { seller, buyer, rival, third, phone } = await stage();
    const [first, orderId] = [await createOrder(shop, await fresh(rival), phone), await createOrder(shop, await fresh(buyer), phone)];
    const next = await createOrder(shop, await fresh(third), phone);
    await beginPayment(shop, await fresh(rival), first);
    for (const [person, id] of [
      [buyer, orderId],
      [third, next],
    ] as const)
      await call(person, 'POST', `/orders/${id}/wait`);
    await call(rival, 'DELETE', `/orders/${first}/reservation`);
    const { line } = await order(third, next);
    shop.clock.advance(minutes(1));
    await agree(seller, buyer, phone, 250);
    expect((await order(third, next)).line).toEqual(line);
    const until = shop.clock.now() + minutes(4);
    expect((await order(buyer, orderId)).heldUntil).toBe(new Date(until).toISOString());
    expect(await textsTo(buyer)).toContainEqual(expect.stringContaining(`reserved for you only until ${moment(until)}. Pay by `));
  });

  test('Replaces that of the buyer’s booking, but not while they are paying it', async () => {
    const { seller, buyer, phone } = await stage();
    const orderId = await createOrder(shop, await fresh(buyer), phone);
    const made = await make(buyer, phone, 250);
    const clientSecret = await beginPayment(shop, await fresh(buyer), orderId);
    expect(await answer(seller, made._id, 'accept')).toMatchObject({ status: 409, body: { code: 'being_paid' } });
    await call(buyer, 'DELETE', `/orders/${orderId}/reservation`);
    // Until the provider has canceled it, the payment may succeed.
    expect(await answer(seller, made._id, 'accept')).toMatchObject({ status: 409, body: { code: 'being_paid' } });
    await sweepPayments(shop.services);
    expect((await answer(seller, made._id, 'accept')).body).toMatchObject({ order: { _id: orderId } });
    expect(await order(buyer, orderId)).toMatchObject({ price: 250, listPrice: 250 });
    expect((await payWithCard(shop, clientSecret)).status).not.toBe(200);
    expect((await pay(buyer, phone, orderId, 250)).charged).toBe(25_000);
  });

  test('Brings the phone number and the meeting location of the offer to the buyer’s booking', async () => {
    const { seller, buyer, phone } = await stage();
    const orderId = await createOrder(shop, await fresh(buyer), phone);
    const given = { phone: '+351 922 222 222', meeting_location: 'The main library' };
    const made = (await call(buyer, 'POST', '/offers', { productId: phone, price: 250, ...given })).body as Offer;
    expect(await order(buyer, orderId)).toMatchObject({ phone: '+351 911 111 111', price: PRICE });
    expect((await answer(seller, made._id, 'accept')).body).toMatchObject({ order: { _id: orderId } });
    expect(await order(buyer, orderId)).toMatchObject({ ...given, price: 250 });
    const keys = await shop.services.db.selectFrom('buyer_keys').select('key').where('order_id', '=', orderId).execute();
    const expected = shop.services.buyerKeys.of({ userId: buyer.id, email: buyer.email, phone: given.phone });
    expect(keys.map(({ key }) => key).toSorted()).toEqual(Object.values(expected).toSorted());
    const admin = await createPerson(shop, 'admin');
    expect((await call(admin, 'GET', `/find?search=${encodeURIComponent(given.phone)}`)).body).toMatchObject({ people: { items: [{ _id: buyer.id }] } });
    await pay(buyer, phone, orderId, 250);
    const sold = (await mailsTo(shop, seller.email)).find(({ text }) => text.includes('bought your'))?.text;
    expect(sold).toContain(`Call ${given.phone} to arrange the meeting. They suggest this place: ${given.meeting_location}.`);
  });

  test('Goes to one of many who accept or refuse at once', async () => {
    const { seller, buyer, rival, phone } = await stage();
    const [one, other] = [await make(buyer, phone, 250), await make(rival, phone, 255)];
    const replies = await Promise.all([
      answer(seller, one._id, 'accept'),
      answer(seller, one._id, 'refuse'),
      answer(buyer, one._id, 'withdraw'),
      answer(seller, one._id, 'counter', { price: 270 }),
      answer(seller, other._id, 'accept'),
    ]);
    expect(replies.slice(0, 4).filter(({ status }) => status < 300)).toHaveLength(1);
    const { db } = shop.services;
    const reserved = await db
      .selectFrom('reservations')
      .select('id')
      .where('listing_id', '=', phone)
      .where('ended_at', 'is', null)
      .where('until', 'is not', null)
      .execute();
    expect(reserved).toHaveLength(1);
  });
});
