import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import type { Booking, HistoryEntry } from '#contract/orders.ts';
import { moment } from '#server/messages/moment.ts';
import { createTestApp, mailsTo, sendMails, type TestApp } from '#test/support/app.ts';
import { owe } from '#test/support/payouts.ts';
import {
  beginPayment,
  createListing,
  createOrder,
  createPerson,
  intentIdOf,
  type Person,
  payWithCard,
  reportPaid,
  sellTo,
  tokenNow,
} from '#test/support/world/world.ts';
import { reconcile } from './reconcile.ts';
import { sweepPayments, sweepReservations } from './sweep.ts';

const MINUTE_MS = 60_000;

let shop: TestApp;
let seller: Person;
let admin: Person;

beforeAll(async () => {
  shop = await createTestApp({ PAYOUTS: 'by-hand' });
  seller = await createPerson(shop, 'seller');
  admin = await createPerson(shop, 'admin');
});
afterAll(() => shop.close());

/** The same person with a token issued at the clock's current time. */
async function now(person: Person): Promise<Person> {
  return { ...person, token: await tokenNow(shop, person) };
}

async function buyersOf(count: number) {
  const listingId = await createListing(shop, await now(seller));
  const buyers: { person: Person; orderId: string }[] = [];
  for (let made = 0; made < count; made += 1) {
    const person = await createPerson(shop, 'buyer');
    buyers.push({ person, orderId: await createOrder(shop, person, listingId) });
  }
  const [first, second, third] = buyers as [(typeof buyers)[number], (typeof buyers)[number], (typeof buyers)[number]];
  return { listingId, first, second, third };
}

type Buying = { person: Person; orderId: string };

async function open({ person, orderId }: Buying) {
  return shop.call('POST', '/create-payment-intent', { as: (await now(person)).token, body: { price: 289, orderId } });
}

async function wait({ person, orderId }: Buying) {
  return shop.call('POST', `/orders/${orderId}/wait`, { as: (await now(person)).token });
}

async function orderOf({ person, orderId }: Buying) {
  return (await shop.call('GET', `/payment/${orderId}`, { as: (await now(person)).token })).body as Booking;
}

async function historyOf({ person, orderId }: Buying) {
  return (await shop.call('GET', `/orders/${orderId}/history`, { as: (await now(person)).token })).body as HistoryEntry[];
}

async function notified(person: Person) {
  return ((await shop.call('GET', '/notifications', { as: (await now(person)).token })).body as Notification[]).toReversed();
}

async function kindsFor(person: Person) {
  return (await notified(person)).map(({ kind }) => kind);
}

async function pay(buying: Buying, listingId: string) {
  const { clientSecret } = (await open(buying)).body as { clientSecret: string };
  await payWithCard(shop, clientSecret);
  return reportPaid(shop, await now(buying.person), { listingId, orderId: buying.orderId, clientSecret });
}

function refund(orderId: string, body: unknown = { reason: 'It never came.', relist: true }, as: string | undefined = undefined) {
  return shop.call('POST', `/orders/${orderId}/refund`, { as, body });
}

describe('Order history', () => {
  test('An order’s history names each change, who made it and why, to the buyer and admins, and to the seller from the payment on', async () => {
    const { listingId, first, second } = await buyersOf(2);
    await open(first);
    shop.clock.advance(16 * MINUTE_MS);
    await sweepPayments(shop.services);
    shop.clock.advance(15 * MINUTE_MS);
    await pay(first, listingId);
    expect((await historyOf(first)).map(({ state, why, by }) => [state, why, by])).toEqual([
      ['booked', 'booked', 'buyer'],
      ['paying', 'payment_begun', 'buyer'],
      ['booked', 'hold_over', 'shop'],
      ['paying', 'payment_begun', 'buyer'],
      ['paid', 'payment_arrived', 'buyer'],
    ]);
    expect((await historyOf(second)).at(-1)).toMatchObject({ state: 'closed', why: 'sold_to_another', by: 'shop', note: null });
    const path = `/orders/${first.orderId}/history`;
    expect((await shop.call('GET', path)).status).toBe(401);
    for (const other of [second.person, await createPerson(shop, 'seller')])
      expect((await shop.call('GET', path, { as: (await now(other)).token })).status).toBe(404);
    const forSeller = (await shop.call('GET', path, { as: (await now(seller)).token })).body as HistoryEntry[];
    expect(forSeller.map(({ why }) => why)).toContain('payment_arrived');
    expect(forSeller.length).toBeLessThan(5);
    expect((await shop.call('GET', path, { as: (await now(admin)).token })).status).toBe(200);
    expect((await shop.call('GET', '/orders/nothing/history', { as: (await now(admin)).token })).status).toBe(404);
  });

  test('An order’s history names who removed the listing', async () => {
    const { listingId, first } = await buyersOf(1);
    await shop.call('DELETE', `/products/${listingId}`, { as: (await now(seller)).token });
    expect((await historyOf(first)).at(-1)).toMatchObject({ state: 'closed', why: 'listing_removed', by: 'seller' });
    expect(await kindsFor(first.person)).toEqual(['listing_removed']);
  });
});

describe('The waitlist for a reserved phone', () => {
  test('The first on the waitlist gets the phone when the reservation ends, is notified, and the others wait', async () => {
    const { listingId, first, second, third } = await buyersOf(3);
    await open(first);
    expect((await open(third)).status).toBe(409);
    for (const next of [third, second]) expect(await wait(next)).toMatchObject({ status: 200, body: { acknowledged: true } });
    expect(await orderOf(third)).toMatchObject({ waiting: true, heldUntil: null });
    expect((await open(third)).body).toMatchObject({ code: 'being_paid' });

    shop.clock.advance(15 * MINUTE_MS);
    // The time decides, not a timer: no sweep has run.
    const refused = await open(second);
    expect(refused).toMatchObject({ status: 409, body: { code: 'being_paid', message: expect.stringContaining('in 5 minutes') } });
    const until = shop.clock.now() + 5 * MINUTE_MS;
    expect(await orderOf(third)).toMatchObject({ waiting: false, heldUntil: new Date(until).toISOString() });
    // An email may arrive late.
    expect(await notified(third.person)).toMatchObject([{ kind: 'your_turn', text: expect.stringContaining(`until ${moment(until)}`) }]);
    expect(await open(first)).toMatchObject({ status: 429, body: { message: expect.stringContaining('in 15 minutes') } });

    shop.clock.advance(5 * MINUTE_MS);
    await sweepReservations(shop.services);
    expect(await kindsFor(second.person)).toEqual(['your_turn']);
    expect((await pay(second, listingId)).status).toBe(201);
    expect(await kindsFor(second.person)).toEqual(['your_turn', 'order_paid']);
    expect(await kindsFor(third.person)).toEqual(['your_turn', 'turn_over', 'sold_to_another']);
    expect(await kindsFor(first.person)).toEqual(['sold_to_another']);
  });

  test('Joining gives the phone immediately when nobody is paying, and does nothing for the buyer who has the reservation', async () => {
    const { first } = await buyersOf(1);
    await wait(first);
    expect(await orderOf(first)).toMatchObject({ waiting: false, heldUntil: expect.any(String) });
    await wait(first);
    expect(await orderOf(first)).toMatchObject({ waiting: false, heldUntil: expect.any(String) });
  });

  test('Only a buyer on the waitlist can leave it', async () => {
    const { first, second } = await buyersOf(2);
    await open(first);
    await wait(second);
    const leave = async (as: Person) => shop.call('DELETE', `/orders/${second.orderId}/wait`, { as: (await now(as)).token });
    expect((await leave(first.person)).status).toBe(404);
    expect(await leave(second.person)).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    expect(await leave(second.person)).toMatchObject({ status: 200, body: { deletedCount: 0 } });
    expect(await orderOf(second)).toMatchObject({ waiting: false });
  });

  test('Strangers can’t join a waitlist, and nobody can for a sold or removed phone', async () => {
    const { listingId, first, second } = await buyersOf(2);
    expect((await shop.call('POST', `/orders/${first.orderId}/wait`)).status).toBe(401);
    expect((await wait({ ...first, person: second.person })).status).toBe(404);
    expect((await wait({ ...first, orderId: 'nothing' })).status).toBe(404);
    await pay(first, listingId);
    expect(await wait(second)).toMatchObject({ status: 409, body: { code: 'order_closed' } });
    expect(await wait(first)).toMatchObject({ status: 409, body: { code: 'already_paid' } });
  });

  test('Neither a declined card nor a lost connection costs a buyer their turn', async () => {
    const { listingId, first, second } = await buyersOf(2);
    const { clientSecret } = (await open(first)).body as { clientSecret: string };
    await wait(second);
    await payWithCard(shop, clientSecret, '4000000000000002');
    shop.clock.advance(10 * MINUTE_MS);
    await sweepPayments(shop.services);
    expect((await open(second)).status).toBe(409);
    expect((await open(first)).body).toMatchObject({ clientSecret });
    expect((await pay(first, listingId)).status).toBe(201);
  });
});

describe('Payments without a webhook', () => {
  test('The sweep finds a payment without a webhook, during the reservation and after it', async () => {
    for (const minutes of [1, 16]) {
      const { listingId, first } = await buyersOf(1);
      const { clientSecret } = (await open(first)).body as { clientSecret: string };
      await payWithCard(shop, clientSecret);
      shop.clock.advance(minutes * MINUTE_MS);
      await sweepPayments(shop.services);
      expect(await orderOf(first)).toMatchObject({ paid: true, state: 'paid', transactionId: intentIdOf(clientSecret) });
      expect((await shop.call('GET', `/selectedItem/${listingId}`)).body).toMatchObject({ status: 'sold' });
      expect((await historyOf(first)).at(-1)).toMatchObject({ why: 'payment_arrived', by: 'shop' });
    }
  });

  test('A payment that the sweep fails on keeps no other from its refund', async () => {
    const [stuck, other] = [await buyersOf(1), await buyersOf(1)];
    const secrets = [await open(stuck.first), await open(other.first)].map(({ body }) => (body as { clientSecret: string }).clientSecret);
    await payWithCard(shop, `${secrets[1]}`);
    await shop.call('DELETE', `/products/${other.listingId}`, { as: (await now(seller)).token });
    const findIntent = async (id: string) => {
      if (id === intentIdOf(`${secrets[0]}`)) throw new TypeError('a fault of the shop');
      return shop.services.payments.findIntent(id);
    };
    await expect(sweepPayments({ ...shop.services, payments: { ...shop.services.payments, findIntent } })).rejects.toBeInstanceOf(AggregateError);
    const order = await shop.services.db.selectFrom('orders').select('state').where('id', '=', other.first.orderId).executeTakeFirstOrThrow();
    expect(order.state).toBe('refunded');
  });

  test('A payment after the listing’s or the buyer’s deletion is refunded, and everyone concerned is notified', async () => {
    for (const remove of ['listing', 'buyer'] as const) {
      const { listingId, first } = await buyersOf(1);
      const { clientSecret } = (await open(first)).body as { clientSecret: string };
      await payWithCard(shop, clientSecret);
      const as = await now(remove === 'listing' ? seller : admin);
      const removed = await shop.call('DELETE', remove === 'listing' ? `/products/${listingId}` : `/users/sellers/${first.person.id}`, { as: as.token });
      expect(removed.status).toBe(200);
      await sweepPayments(shop.services);
      const order = await shop.services.db.selectFrom('orders').select('state').where('id', '=', first.orderId).executeTakeFirstOrThrow();
      expect(order.state).toBe('refunded');
      const payment = await shop.services.db.selectFrom('payments').selectAll().where('order_id', '=', first.orderId).executeTakeFirstOrThrow();
      expect(payment).toMatchObject({ state: 'refunded', intent_id: intentIdOf(clientSecret) });
      await sendMails(shop);
      const mails = await mailsTo(shop, first.person.email);
      expect(mails.map(({ subject }) => subject)).toEqual(expect.arrayContaining(['We’re refunding $289.00', '$289.00 was refunded to your card']));
    }
  });

  test('An unpaid intent of a removed listing can’t be paid afterwards', async () => {
    const { listingId, first } = await buyersOf(1);
    const { clientSecret } = (await open(first)).body as { clientSecret: string };
    await shop.call('DELETE', `/products/${listingId}`, { as: (await now(seller)).token });
    await sweepPayments(shop.services);
    expect((await payWithCard(shop, clientSecret)).status).toBe(400);
  });
});

describe('Notifications', () => {
  test('Buyer and seller are notified of a sale once each, by email too; the buyer gets the receipt', async () => {
    const { listingId, first } = await buyersOf(1);
    await pay(first, listingId);
    await reportPaid(shop, await now(first.person), { listingId, orderId: first.orderId, clientSecret: `${(await orderOf(first)).transactionId}_secret_` });
    const [paid] = await notified(first.person);
    expect(paid).toMatchObject({ kind: 'order_paid', subject: 'Receipt: Galaxy S21 is yours', read: false });
    expect(paid?.text).toContain('$289.00');
    expect(await kindsFor(first.person)).toEqual(['order_paid']);
    expect((await notified(seller)).at(-1)).toMatchObject({ kind: 'phone_sold', text: expect.stringContaining('Station hall') });
    await sendMails(shop);
    await sendMails(shop);
    const mails = ((await shop.call('GET', '/mailbox')).body as { to: string; subject: string; text: string }[]).filter(
      ({ to, subject }) => to === first.person.email && subject.startsWith('Receipt'),
    );
    expect(mails).toMatchObject([{ subject: 'Receipt: Galaxy S21 is yours', text: expect.stringContaining(`/dashboard/receipt/${first.orderId}`) }]);
  });

  test('Notifications are private, can be marked as read, and are paged', async () => {
    const { listingId, first, second } = await buyersOf(2);
    await pay(first, listingId);
    expect((await shop.call('GET', '/notifications')).status).toBe(401);
    expect((await shop.call('POST', '/notifications/read')).status).toBe(401);
    expect(await shop.call('POST', '/notifications/read', { as: (await now(second.person)).token })).toMatchObject({ body: { modifiedCount: 1 } });
    expect((await notified(second.person)).map(({ read }) => read)).toEqual([true]);
    expect((await notified(first.person)).map(({ read }) => read)).toEqual([false]);
    const [theirs] = (await notified(first.person)).map(({ _id }) => _id);
    for (const path of [`/notifications/${theirs}/read`, `/notifications/read?through=${theirs}`, '/notifications/x/read'])
      expect((await shop.call('POST', path, { as: (await now(second.person)).token })).status).toBe(404);
    const page = await shop.call('GET', '/notifications?limit=1', { as: (await now(seller)).token });
    expect(page.body).toHaveLength(1);
    expect(page.headers.link).toMatch(/rel="next"/u);
  });
});

describe('Reading notifications', () => {
  test('One is read alone, and marking all as read leaves what arrived since', async () => {
    const { listingId, first } = await buyersOf(1);
    await pay(first, listingId);
    const { listingId: other, first: again } = await buyersOf(1);
    await pay(again, other);
    const as = (await now(seller)).token;
    await shop.call('POST', '/notifications/read', { as });
    await shop.services.db.updateTable('notifications').set({ read_at: null }).where('user_id', '=', seller.id).execute();
    const unread = async () =>
      (await notified(seller))
        .toReversed()
        .filter(({ read }) => !read)
        .map(({ _id }) => _id);
    const all = await unread();
    expect((await shop.call('GET', '/notifications/unread', { as })).body).toEqual({ unread: all.length });
    expect(all.length).toBeGreaterThan(2);
    const [newest = '', second = '', ...older] = all;
    const last = older.at(-1) ?? '';
    for (const modifiedCount of [1, 0]) expect((await shop.call('POST', `/notifications/${last}/read`, { as })).body).toMatchObject({ modifiedCount });
    expect(await unread()).toEqual(all.slice(0, -1));
    expect((await shop.call('POST', `/notifications/read?through=${second}`, { as })).body).toMatchObject({ modifiedCount: all.length - 2 });
    expect(await unread()).toEqual([newest]);
    const [{ path = '' } = {}] = await notified(seller);
    for (const [about, modifiedCount] of Object.entries({ '/dashboard': 0, [path]: 1 }))
      expect((await shop.call('POST', `/notifications/read?path=${encodeURIComponent(about)}`, { as })).body).toMatchObject({ modifiedCount });
    expect(await unread()).toEqual([]);
  });
});

describe('Refunds by an admin', () => {
  test('A refund returns all money, puts the phone on sale again, and tells buyer and seller why', async () => {
    const { listingId, first } = await buyersOf(1);
    await pay(first, listingId);
    const as = (await now(admin)).token;
    expect(await refund(first.orderId, { reason: 'The screen was broken.', relist: true }, as)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect(await orderOf(first)).toMatchObject({ paid: false, refunded: true, state: 'refunded', closedReason: 'refunded_by_admin' });
    expect((await historyOf(first)).slice(-2)).toMatchObject([
      { state: 'refunding', why: 'refunded_by_admin', by: 'admin', note: 'The screen was broken.' },
      { state: 'refunded', why: 'money_back', by: 'provider' },
    ]);
    expect((await shop.call('GET', `/selectedItem/${listingId}`)).body).toMatchObject({ status: 'available' });
    expect(await kindsFor(first.person)).toEqual(['order_paid', 'refund_begun', 'refund_done']);
    expect((await notified(seller)).at(-1)).toMatchObject({ kind: 'sale_refunded', text: expect.stringContaining('The screen was broken.') });
    // Another buyer, or the same one, may buy it now.
    const again = { person: first.person, orderId: await createOrder(shop, await now(first.person), listingId) };
    expect((await pay(again, listingId)).status).toBe(201);
    expect((await reconcile(shop.services)).differences).toEqual([]);
  });

  test('A refund can remove the listing, and it can be restored', async () => {
    const { listingId, first } = await buyersOf(1);
    await pay(first, listingId);
    const as = (await now(admin)).token;
    await refund(first.orderId, { reason: 'A fake.', relist: false }, as);
    expect((await shop.call('GET', `/selectedItem/${listingId}`)).status).toBe(404);
    const removed = (await shop.call('GET', '/removedItems', { as })).body as { _id: string; reason: string }[];
    expect(removed.find(({ _id }) => _id === listingId)).toMatchObject({ reason: 'refunded' });
    expect((await shop.call('POST', `/removedItems/${listingId}/restore`, { as })).status).toBe(200);
    expect((await shop.call('GET', `/selectedItem/${listingId}`)).body).toMatchObject({ status: 'available' });
  });

  test('Concurrent refund requests make one refund', async () => {
    const { listingId, first } = await buyersOf(1);
    await pay(first, listingId);
    const as = (await now(admin)).token;
    const replies = await Promise.all(Array.from({ length: 5 }, () => refund(first.orderId, undefined, as)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'refunded' });
    expect(await shop.services.db.selectFrom('ledger').select('id').where('order_id', '=', first.orderId).where('kind', '=', 'refund').execute()).toHaveLength(
      1,
    );
  });

  test('Only an admin can refund, with a reason and a paid order', async () => {
    const { listingId, first, second } = await buyersOf(2);
    const as = (await now(admin)).token;
    expect((await refund(first.orderId)).status).toBe(401);
    for (const other of [first.person, seller]) expect((await refund(first.orderId, undefined, (await now(other)).token)).status).toBe(403);
    expect(await refund(first.orderId, undefined, as)).toMatchObject({ status: 409, body: { code: 'not_paid' } });
    expect((await refund('nothing', undefined, as)).status).toBe(404);
    await pay(first, listingId);
    expect(await refund(second.orderId, undefined, as)).toMatchObject({ status: 409, body: { code: 'not_paid' } });
    for (const body of [{ relist: true }, { reason: '  ', relist: true }, { reason: 'x'.repeat(501), relist: true }, { reason: 'x', relist: 'yes' }])
      expect((await refund(first.orderId, body, as)).status).toBe(422);
    expect(await orderOf(first)).toMatchObject({ paid: true });
  });
});

describe('Records of payments', () => {
  test('Only the buyer can see a receipt, and it shows a refund', async () => {
    const { listingId, first, second } = await buyersOf(2);
    const read = async ({ person, orderId }: Buying) => shop.call('GET', `/orders/${orderId}/receipt`, { as: (await now(person)).token });
    expect((await read(first)).status).toBe(404);
    await pay(first, listingId);
    expect((await read(first)).body).toMatchObject({
      orderId: first.orderId,
      ProductName: 'Galaxy S21',
      amount: 289,
      currency: 'usd',
      card: { brand: 'visa', last4: '4242' },
      storage: '128 GB',
      color: 'Phantom Gray',
      imeiLast4: null,
      meeting_location: 'Station hall',
      sellerName: seller.name,
      state: 'kept',
      refundedAt: null,
      transactionId: expect.stringMatching(/^pi_/u),
    });
    expect((await read({ ...second, orderId: first.orderId })).status).toBe(404);
    expect((await read({ ...first, person: seller })).status).toBe(404);
    await refund(first.orderId, { reason: 'Changed my mind.', relist: true }, (await now(admin)).token);
    expect((await read(first)).body).toMatchObject({ state: 'refunded', refundedAt: expect.any(String), refundNote: 'Changed my mind.' });
  });

  test('A seller sees their sales, what was paid out, and what is due', async () => {
    const merchant = await createPerson(shop, 'seller');
    const [one, two, three] = await Promise.all([0, 1, 2].map(() => createListing(shop, merchant)));
    const buyer = await createPerson(shop, 'buyer');
    const orders: string[] = [];
    for (const listingId of [one, two, three]) orders.push(await sellTo(shop, await now(buyer), listingId ?? ''));
    const adminNow = (await now(admin)).token;
    const [paidOut, refunded] = orders;
    expect((await shop.call('POST', `/orders/${paidOut}/payout`, { as: adminNow })).status).toBe(409);
    await owe(shop, paidOut ?? '');
    expect(await shop.call('POST', `/orders/${paidOut}/payout`, { as: adminNow })).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect(await shop.call('POST', `/orders/${paidOut}/payout`, { as: adminNow })).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
    await refund(refunded ?? '', undefined, adminNow);
    expect((await shop.call('POST', `/orders/${refunded}/payout`, { as: adminNow })).status).toBe(409);
    const as = (await now(merchant)).token;
    const sales = (await shop.call('GET', '/sales', { as })).body as { orderId: string; state: string; phone: string; paidOutAt: string | null }[];
    expect(sales.map(({ orderId }) => orderId)).toEqual(orders.toReversed());
    expect(sales.map(({ state }) => state)).toEqual(['paid', 'refunded', 'paid']);
    expect(sales.map(({ phone }) => phone !== '')).toEqual([true, false, true]);
    expect(sales[2]).toMatchObject({ orderId: paidOut, paidOutAt: expect.any(String), buyerName: buyer.name, meeting_location: 'Station hall' });
    expect((await shop.call('GET', '/sales/summary', { as })).body).toEqual({
      sales: 3,
      sold: 578,
      refunded: 289,
      disputed: 0,
      fees: 0,
      paidOut: 289,
      due: 289,
    });
    expect((await shop.call('GET', '/sales', { as: (await now(buyer)).token })).status).toBe(403);
    expect((await shop.call('GET', '/sales')).status).toBe(401);
    expect((await shop.call('POST', `/orders/${paidOut}/payout`, { as })).status).toBe(403);
    const nobody = await createPerson(shop, 'seller');
    expect((await shop.call('GET', '/sales/summary', { as: nobody.token })).body).toEqual({
      ...{ sales: 0, sold: 0, refunded: 0, disputed: 0, fees: 0, paidOut: 0, due: 0 },
    });
  });

  test('An admin sees all payments, page by page', async () => {
    const as = (await now(admin)).token;
    const seen: string[] = [];
    for (let path: string | null = '/payments?limit=3'; path; ) {
      const { body, headers } = await shop.call('GET', path, { as });
      seen.push(...(body as { _id: string }[]).map(({ _id }) => _id));
      path = /<\/api([^>]+)>/u.exec(String(headers.link ?? ''))?.[1] ?? null;
    }
    const rows = await shop.services.db.selectFrom('payments').select('id').execute();
    expect(new Set(seen)).toEqual(new Set(rows.map(({ id }) => id)));
    expect(seen).toHaveLength(rows.length);
    expect((await shop.call('GET', '/payments', { as: (await now(seller)).token })).status).toBe(403);
  });

  test('The reconciliation names differences between the ledger and the provider’s list on either side', async () => {
    const { db } = shop.services;
    expect((await reconcile(shop.services)).differences).toEqual([]);
    const { listingId, first } = await buyersOf(1);
    await pay(first, listingId);
    const intentId = (await orderOf(first)).transactionId ?? '';
    await db.updateTable('ledger').set({ amount_cents: 1 }).where('reference', '=', intentId).execute();
    expect((await reconcile(shop.services)).differences).toMatchObject([
      { kind: 'charge', reference: intentId, orderId: first.orderId, ledger: { amountCents: 1 }, provider: { amountCents: 28_900 } },
    ]);
    await db.deleteFrom('ledger').where('reference', '=', intentId).execute();
    expect((await reconcile(shop.services)).differences).toMatchObject([{ reference: intentId, ledger: null, provider: { amountCents: 28_900 } }]);
    await db
      .insertInto('ledger')
      .values([
        {
          id: 'a',
          kind: 'charge',
          provider: 'practice',
          order_id: first.orderId,
          intent_id: intentId,
          reference: intentId,
          amount_cents: 28_900,
          currency: 'usd',
          at: 1,
        },
        {
          id: 'b',
          kind: 'refund',
          provider: 'practice',
          order_id: first.orderId,
          intent_id: intentId,
          reference: 're_invented',
          amount_cents: 28_900,
          currency: 'usd',
          at: 1,
        },
      ])
      .execute();
    expect((await reconcile(shop.services)).differences).toMatchObject([{ kind: 'refund', reference: 're_invented', provider: null }]);
    await db.deleteFrom('ledger').where('id', '=', 'b').execute();
    expect((await reconcile(shop.services)).differences).toEqual([]);
    // Another shop's payment on the same account is ignored.
    const foreign = await shop.services.payments.createIntent({ amountCents: 5000, currency: 'usd', orderId: 'elsewhere', idempotencyKey: 'elsewhere' });
    await payWithCard(shop, foreign.clientSecret);
    expect((await reconcile(shop.services)).differences).toMatchObject([{ kind: 'charge', reference: foreign.id, orderId: 'elsewhere', ledger: null }]);
  });

  test('Paying again after a canceled intent creates another', async () => {
    const { listingId, first } = await buyersOf(1);
    const secret = await beginPayment(shop, await now(first.person), first.orderId);
    await shop.services.payments.cancelIntent(intentIdOf(secret));
    const another = await beginPayment(shop, await now(first.person), first.orderId);
    expect(another).not.toBe(secret);
    expect((await pay(first, listingId)).status).toBe(201);
  });
});
