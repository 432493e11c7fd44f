import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PublicConfig } from '#contract/config.ts';
import type { Booking } from '#contract/orders.ts';
import { syncDispute } from '#server/features/payments/disputes.ts';
import { markPartialRefundDue, reconcile, sweepPayments } from '#server/features/payments/index.ts';
import { createTestApp, mailsTo, type TestApp } from '#test/support/app.ts';
import { beginPayment, completeOrder, createListing, createPerson, intentIdOf, type Person, payWithCard, reportPaid } from '#test/support/world/world.ts';
import { fillBuyerKeys } from './index.ts';

const DISCOUNTED = 'FIRST_PURCHASE_PERCENT';
let shop: TestApp;
let seller: Person;
let admin: Person;
let numbers = 0;

beforeAll(async () => {
  shop = await createTestApp({ [DISCOUNTED]: '20', PAYOUTS: 'by-hand' });
  seller = await createPerson(shop, 'seller');
  admin = await createPerson(shop, 'admin');
});
afterAll(() => shop.close());

const newPhone = (): string => `+1 555 ${String(1_000_000 + ++numbers)}`;

/** Books a new listing, of the shop's seller unless one is named. */
async function book(buyer: Person, { phone = newPhone(), price = '289', inShop = shop, by = seller } = {}): Promise<{ orderId: string; listingId: string }> {
  const listingId = await createListing(inShop, by, { resale_price: price });
  const { status, body } = await inShop.call('POST', '/bookings', {
    as: buyer.token,
    body: { productId: listingId, phone, meeting_location: 'Station hall' },
  });
  expect(status).toBe(201);
  return { orderId: (body as { insertedId: string }).insertedId, listingId };
}

async function read(buyer: Person, { orderId }: { orderId: string }, inShop = shop): Promise<Booking> {
  return (await inShop.call('GET', `/payment/${orderId}`, { as: buyer.token })).body as Booking;
}

function open(buyer: Person, { orderId }: { orderId: string }, price: number) {
  return shop.call('POST', '/create-payment-intent', { as: buyer.token, body: { price, orderId } });
}

/** Pays an order at the price that it shows. */
async function pay(buyer: Person, order: { orderId: string; listingId: string }): Promise<Booking> {
  const clientSecret = await beginPayment(shop, buyer, order.orderId, (await read(buyer, order)).price);
  await payWithCard(shop, clientSecret);
  expect((await reportPaid(shop, buyer, { ...order, clientSecret })).status).toBe(201);
  return read(buyer, order);
}

async function buy(buyer: Person, phone?: string): Promise<Booking> {
  return pay(buyer, await book(buyer, { ...(phone !== undefined && { phone }) }));
}

const newBuyer = (details = {}) => createPerson(shop, 'buyer', details);

const DISCOUNT = { price: 239, listPrice: 289, discount: 50, discountState: 'applied' };
const FULL = { price: 289, listPrice: 289, discount: 0 };

describe('A first purchase', () => {
  test('It costs 20 % less, up to the cap, from booking to receipt, and the seller gets the full price', async () => {
    const [buyer, own] = [await newBuyer(), await createPerson(shop, 'seller')];
    const order = await book(buyer, { by: own });
    expect(await read(buyer, order)).toMatchObject(DISCOUNT);
    expect((await shop.call('GET', `/bookings?email=${buyer.email}`, { as: buyer.token })).body).toMatchObject([DISCOUNT]);
    expect(await pay(buyer, order)).toMatchObject({ paid: true, ...DISCOUNT });
    expect((await shop.call('GET', `/orders/${order.orderId}/receipt`, { as: buyer.token })).body).toMatchObject({ listPrice: 289, discount: 50, amount: 239 });
    expect((await shop.call('GET', '/sales', { as: own.token })).body).toMatchObject([{ amount: 289 }]);
    expect((await shop.call('GET', '/sales/summary', { as: own.token })).body).toMatchObject({ sold: 289, due: 289 });
    const payments = (await shop.call('GET', '/payments', { as: admin.token })).body as object[];
    expect(payments[0]).toMatchObject({ orderId: order.orderId, amount: 239, listPrice: 289 });
    const texts = (await mailsTo(shop, buyer.email)).map(({ text }) => text);
    expect(texts[0]).toContain('in your orders for $239.00, with $50.00 off your first purchase.');
    expect(texts.at(-1)).toContain('You paid $239.00 by card for Galaxy S21. That’s $289.00 less $50.00 off your first purchase.');
    expect((await mailsTo(shop, own.email)).at(-1)?.text).toContain('bought your Galaxy S21 for $289.00.');
  });

  test('The ledger has a line for what the shop pays, and price estimates see the full price', async () => {
    const paid = await buy(await newBuyer());
    const entries = await shop.services.db.selectFrom('ledger').select(['kind', 'amount_cents']).where('order_id', '=', paid._id).orderBy('kind').execute();
    expect(entries).toEqual([
      { kind: 'charge', amount_cents: 23_900 },
      { kind: 'discount', amount_cents: 5000 },
    ]);
    const { price_cents } = await shop.services.db.selectFrom('orders').select('price_cents').where('id', '=', paid._id).executeTakeFirstOrThrow();
    expect(price_cents).toBe(28_900);
    expect((await reconcile(shop.services)).differences).toEqual([]);
    const { db } = shop.services;
    await db.updateTable('ledger').set({ amount_cents: 4999 }).where('order_id', '=', paid._id).where('kind', '=', 'discount').execute();
    const [difference] = (await reconcile(shop.services)).differences;
    expect(difference).toMatchObject({ kind: 'discount', orderId: paid._id, ledger: { amountCents: 4999 }, provider: { amountCents: 5000 } });
    await db.updateTable('ledger').set({ amount_cents: 5000 }).where('order_id', '=', paid._id).where('kind', '=', 'discount').execute();
  });

  test('A price alone finds the discounted order, and the full price finds none', async () => {
    const buyer = await newBuyer();
    await book(buyer);
    const ask = (price: number) => shop.call('POST', '/create-payment-intent', { as: buyer.token, body: { price } });
    expect((await ask(289)).status).toBe(422);
    expect((await ask(239)).status).toBe(200);
  });

  test('Before booking, the shop says what it would take off', async () => {
    const buyer = await newBuyer();
    const { listingId } = await book(await newBuyer());
    const ask = () => shop.call('GET', `/firstPurchase/${listingId}`, { as: buyer.token });
    expect((await ask()).body).toEqual({ discount: 50, discountState: 'applied' });
    await buy(buyer);
    expect((await ask()).body).toEqual({ discount: 0, discountState: 'used' });
    expect((await shop.call('GET', `/firstPurchase/${listingId}`)).status).toBe(401);
    expect((await shop.call('GET', '/firstPurchase/nothing', { as: buyer.token })).status).toBe(404);
  });
});

describe('Several unpaid bookings of one person', () => {
  test('While one is being paid the others cost the full price, which a stale price can’t pay; released, they are discounted again', async () => {
    const buyer = await newBuyer();
    const [one, other] = [await book(buyer), await book(buyer)];
    expect([await read(buyer, one), await read(buyer, other)]).toMatchObject([DISCOUNT, DISCOUNT]);
    expect((await open(buyer, one, 239)).status).toBe(200);
    expect(await read(buyer, one)).toMatchObject(DISCOUNT);
    expect(await read(buyer, other)).toMatchObject({ ...FULL, discountState: 'in_use' });
    const stale = await open(buyer, other, 239);
    expect(stale).toMatchObject({ status: 422, body: { fields: { price: expect.stringContaining('first-purchase discount is being used for another one') } } });
    await shop.call('DELETE', `/orders/${one.orderId}/reservation`, { as: buyer.token });
    // Its payment may have succeeded until the provider has canceled it.
    expect(await read(buyer, other)).toMatchObject({ discountState: 'in_use' });
    expect((await open(buyer, one, 239)).status).toBe(200);
    await shop.call('DELETE', `/bookings/${one.orderId}`, { as: buyer.token });
    await sweepPayments(shop.services);
    expect(await read(buyer, other)).toMatchObject(DISCOUNT);
    expect((await open(buyer, other, 239)).status).toBe(200);
  });

  test('Once one is paid, the others cost the full price and say that the discount was used', async () => {
    const buyer = await newBuyer();
    const [one, other] = [await book(buyer), await book(buyer)];
    await pay(buyer, one);
    expect(await read(buyer, other)).toMatchObject({ ...FULL, discountState: 'used' });
    expect(await pay(buyer, other)).toMatchObject({ paid: true, ...FULL, discountState: 'none' });
    expect(await read(buyer, await book(buyer))).toMatchObject({ ...FULL, discountState: 'none' });
  });

  test('Of payments opened at the same moment, one gets the discount', async () => {
    const buyer = await newBuyer();
    const orders = [await book(buyer), await book(buyer)];
    const opened = await Promise.all(orders.map((order) => open(buyer, order, 239)));
    expect(opened.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  test('A payment opened at the full price is replaced by one at the discounted price when the discount is free again', async () => {
    const buyer = await newBuyer();
    const [one, other] = [await book(buyer), await book(buyer)];
    await open(buyer, one, 239);
    const full = await open(buyer, other, 289);
    expect(full.status).toBe(200);
    await shop.call('DELETE', `/bookings/${one.orderId}`, { as: buyer.token });
    await sweepPayments(shop.services);
    expect(await read(buyer, other)).toMatchObject(DISCOUNT);
    expect((await open(buyer, other, 289)).status).toBe(422);
    const discounted = await open(buyer, other, 239);
    const [before, after] = [secretOf(full), secretOf(discounted)];
    expect(after).not.toBe(before);
    expect((await payWithCard(shop, before)).status).toBe(400);
    await payWithCard(shop, after);
    expect((await reportPaid(shop, buyer, { ...other, clientSecret: after })).status).toBe(201);
    expect(await read(buyer, other)).toMatchObject({ paid: true, ...DISCOUNT });
  });

  test('Someone who pays in full while another order has the discount keeps both phones', async () => {
    const buyer = await newBuyer();
    const [one, other] = [await book(buyer), await book(buyer)];
    const secret = secretOf(await open(buyer, one, 239));
    expect(await pay(buyer, other)).toMatchObject({ paid: true, ...FULL });
    expect(await read(buyer, one)).toMatchObject(DISCOUNT);
    await payWithCard(shop, secret);
    expect((await reportPaid(shop, buyer, { ...one, clientSecret: secret })).status).toBe(201);
    expect(await read(buyer, one)).toMatchObject({ paid: true, ...DISCOUNT });
  });
});

describe('Once per person', () => {
  test('A new account with the number of an earlier buyer is told why it pays the full price', async () => {
    await buy(await newBuyer(), '+44 20 7946 0958');
    const again = await newBuyer();
    const order = await book(again, { phone: '(020) 79460958' });
    expect(await read(again, order)).toMatchObject({ ...FULL, discountState: 'used' });
    expect((await open(again, order, 239)).status).toBe(422);
    expect((await mailsTo(shop, again.email))[0]?.text).toContain('in your orders for $289.00. Once');
  });

  test('A new account with another spelling of an earlier address pays the full price', async () => {
    await buy(await newBuyer({ email: 'once.only@gmail.com' }));
    const again = await newBuyer({ email: 'onceonly+2@gmail.com' });
    expect(await read(again, await book(again))).toMatchObject({ ...FULL, discountState: 'none' });
  });

  test('A deleted account leaves keyed hashes of its purchases only, and they are recognized', async () => {
    const [leaver, phone] = [await newBuyer({ email: 'leaver@example.test' }), newPhone()];
    const unpaid = await book(leaver, { phone: '+1 999 000 0001' });
    const { _id } = await buy(leaver, phone);
    await completeOrder(shop, _id);
    expect(await shop.call('DELETE', '/personalData?email=leaver@example.test', { as: leaver.token })).toMatchObject({ status: 200 });
    const keys = await shop.services.db.selectFrom('buyer_keys').selectAll().where('order_id', 'in', [_id, unpaid.orderId]).execute();
    expect(keys.map(({ order_id }) => order_id)).toEqual([_id, _id, _id]);
    for (const inClear of ['leaver', phone.slice(-7)]) expect(JSON.stringify(keys)).not.toContain(inClear);
    const [byPhone, byAddress] = [await newBuyer(), await newBuyer({ email: 'leaver+new@example.test' })];
    expect(await read(byPhone, await book(byPhone, { phone }))).toMatchObject(FULL);
    expect(await read(byAddress, await book(byAddress))).toMatchObject(FULL);
  });

  test('Buyers from before the shop recognized them are recognized once their keys are written', async () => {
    const [earlier, phone] = [await newBuyer(), newPhone()];
    await buy(earlier, phone);
    await shop.services.db.deleteFrom('buyer_keys').execute();
    await shop.services.db.deleteFrom('discount_claims').execute();
    await shop.services.db.deleteFrom('settings').where('key', '=', 'buyer_keys_filled_with').execute();
    await fillBuyerKeys(shop.services);
    await fillBuyerKeys(shop.services);
    const again = await newBuyer();
    expect(await read(again, await book(again, { phone }))).toMatchObject(FULL);
  });

  test('In production an address has to be verified first', async () => {
    const secrets = { AUTH_SECRET: 'nobody can guess this, it is long enough', ALLOW_PRACTICE_CARDS: 'true', ALLOW_KEPT_MAIL: 'true' };
    const live = await createTestApp({ ...secrets, NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example', TRUSTED_PROXIES: 'none', [DISCOUNTED]: '20' });
    const by = await createPerson(live, 'seller');
    const [unproven, proven] = [await createPerson(live, 'buyer', { emailVerified: false }), await createPerson(live, 'buyer')];
    const [one, other] = [await book(unproven, { inShop: live, by }), await book(proven, { inShop: live, by })];
    expect(await read(unproven, one, live)).toMatchObject(FULL);
    expect((await live.call('GET', `/firstPurchase/${other.listingId}`, { as: unproven.token })).body).toEqual({ discount: 0, discountState: 'unverified' });
    expect(await read(proven, other, live)).toMatchObject(DISCOUNT);
    await live.close();
  });
});

describe('When money goes back', () => {
  test('A refund returns what was charged, and the discount is available again', async () => {
    const [buyer, own] = [await newBuyer(), await createPerson(shop, 'seller')];
    const order = await book(buyer, { by: own });
    const waiting = await book(buyer);
    await pay(buyer, order);
    const refunded = await shop.call('POST', `/orders/${order.orderId}/refund`, { as: admin.token, body: { reason: 'It never came.', relist: false } });
    expect(refunded.status).toBe(200);
    expect((await mailsTo(shop, buyer.email)).at(-1)?.text).toContain('Your $239.00 for Galaxy S21 was refunded');
    expect((await mailsTo(shop, own.email)).at(-1)?.text).toContain('We refunded $239.00 to the buyer');
    const entries = await shop.services.db.selectFrom('ledger').select(['kind', 'amount_cents']).where('order_id', '=', order.orderId).execute();
    const sumOf = (...kinds: string[]) => entries.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    expect([sumOf('charge'), sumOf('refund'), sumOf('discount'), sumOf('discount_reversal')]).toEqual([23_900, 23_900, 5000, 5000]);
    expect((await shop.call('GET', '/sales/summary', { as: own.token })).body).toMatchObject({ sold: 0, refunded: 239, due: 0 });
    expect((await reconcile(shop.services)).differences).toEqual([]);
    expect(await read(buyer, waiting)).toMatchObject(DISCOUNT);
    expect(await pay(buyer, waiting)).toMatchObject({ paid: true, ...DISCOUNT });
  });

  test.each([
    ['A dispute that the buyer wins leaves the seller nothing of the discount', 0],
    ['Nor does one about the rest of a payment that was refunded in part', 4000],
  ])('%s', async (_, refundedCents) => {
    const [buyer, own] = [await newBuyer(), await createPerson(shop, 'seller')];
    const order = await book(buyer, { by: own });
    const clientSecret = await beginPayment(shop, buyer, order.orderId, 239);
    await payWithCard(shop, clientSecret);
    await reportPaid(shop, buyer, { ...order, clientSecret });
    if (refundedCents > 0) await markPartialRefundDue(shop.services.db, order.orderId, refundedCents);
    await sweepPayments(shop.services);
    await shop.services.db.updateTable('fulfillments').set({ state: 'handed_over', handed_over_at: 1 }).where('order_id', '=', order.orderId).execute();
    const bank = shop.services.practiceBank;
    if (!bank) throw new Error('a test shop has practice cards');
    const disputeId = await bank.open(intentIdOf(clientSecret));
    await syncDispute(shop.services, disputeId);
    const returned = { sold: 289, refunded: refundedCents / 100, disputed: 239 - refundedCents / 100, due: 0 };
    expect((await shop.call('GET', '/sales/summary', { as: own.token })).body).toMatchObject(returned);
    await bank.answer(disputeId, 'losing_evidence');
    await syncDispute(shop.services, disputeId);
    expect((await shop.call('GET', '/sales/summary', { as: own.token })).body).toMatchObject(returned);
    expect((await reconcile(shop.services)).differences).toEqual([]);
  });
});

describe('The operator', () => {
  test('Percent and cap are public, change what is booked from then on, and at 0 there is no discount', async () => {
    const [buyer, later] = [await newBuyer(), await newBuyer()];
    const before = await book(buyer);
    const config = async () => (await shop.call('GET', '/config')).body as PublicConfig;
    expect((await config()).firstPurchase).toEqual({ percent: 20, cap: 50 });
    await set({ firstPurchasePercent: 10, firstPurchaseCap: 20 });
    expect((await config()).firstPurchase).toEqual({ percent: 10, cap: 20 });
    expect(await read(buyer, before)).toMatchObject(DISCOUNT);
    expect(await read(later, await book(later))).toMatchObject({ price: 269, discount: 20 });
    await set({ firstPurchasePercent: 0, firstPurchaseCap: null });
    expect(await config()).not.toHaveProperty('firstPurchase');
    expect(await read(later, await book(later))).toMatchObject({ ...FULL, discountState: 'none' });
    await set({ firstPurchasePercent: null, firstPurchaseCap: null });
  });

  test.each([
    ['firstPurchasePercent', 101, 'The first-purchase discount in percent: a whole number from 0 to 100.'],
    ['firstPurchasePercent', 12.5, 'The first-purchase discount in percent: a whole number from 0 to 100.'],
    ['firstPurchaseCap', 0, 'The most the first-purchase discount takes off, in dollars: a whole number from 1 to 10,000.'],
  ])('%s can’t be %d', async (name, value, sentence) => {
    expect(await set({ [name]: value })).toMatchObject({ status: 422, body: { fields: { [name]: sentence } } });
  });
});

const secretOf = ({ body }: { body: unknown }): string => (body as { clientSecret: string }).clientSecret;

async function set(changes: object) {
  const { body } = await shop.call('GET', '/shopSettings', { as: admin.token });
  const { revision, values } = body as { revision: number; values: object };
  return shop.call('PUT', '/shopSettings', { as: admin.token, body: { ...values, ...changes, revision } });
}
