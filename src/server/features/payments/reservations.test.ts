import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import type { Booking } from '#contract/orders.ts';
import { signToken } from '#server/features/accounts/tokens.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { failFor } from '#test/support/failing-database.ts';
import { intentIdOf } from '#test/support/world/values.ts';
import { createListing, createOrder, createPerson, type Person, payWithCard, reportPaid } from '#test/support/world/world.ts';
import { ProviderError } from '../../errors.ts';
import { moment } from '../../messages/moment.ts';
import { beginPayment, findOrderToPay } from './intents.ts';
import { sweepPayments, sweepReservations } from './sweep.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let shop: TestApp;
let seller: Person;
beforeAll(async () => {
  shop = await createTestApp();
  seller = await createPerson(shop, 'seller');
});
// Sessions expire, and these tests span weeks.
beforeEach(async () => {
  seller = await createPerson(shop, 'seller');
});
afterAll(() => shop.close());

type Buying = { person: Person; orderId: string; listingId: string };

function tokenOf({ email, sessionId }: Person) {
  return signToken({ email, sessionId, emailVerified: true }, shop.services.tokenSecret, shop.clock.now());
}

async function call(person: Person, method: string, path: string, body?: unknown) {
  return shop.call(method, path, { as: await tokenOf(person), ...(body !== undefined && { body }) });
}

async function book(person: Person, listingId?: string): Promise<Buying> {
  const id = listingId ?? (await createListing(shop, { ...seller, token: await tokenOf(seller) }));
  return { person, listingId: id, orderId: await createOrder(shop, { ...person, token: await tokenOf(person) }, id) };
}

function open({ person, orderId }: Buying) {
  return call(person, 'POST', '/create-payment-intent', { price: 289, orderId });
}

function releaseReservation({ person, orderId }: Buying) {
  return call(person, 'DELETE', `/orders/${orderId}/reservation`);
}

function wait({ person, orderId }: Buying) {
  return call(person, 'POST', `/orders/${orderId}/wait`);
}

async function read({ person, orderId }: Buying) {
  return (await call(person, 'GET', `/payment/${orderId}`)).body as Booking;
}

async function pay(buying: Buying) {
  const { clientSecret } = (await open(buying)).body as { clientSecret: string };
  await payWithCard(shop, clientSecret);
  return reportPaid(shop, { ...buying.person, token: await tokenOf(buying.person) }, { ...buying, clientSecret });
}

async function updatesOf(person: Person) {
  return (await call(person, 'GET', '/notifications')).body as Notification[];
}

async function lapse(buying: Buying): Promise<void> {
  expect((await open(buying)).status).toBe(200);
  shop.clock.advance(15 * MINUTE_MS);
}

async function buyerOf(): Promise<Person> {
  const person = await createPerson(shop, 'buyer');
  await sql`update identity_sessions set "expiresAt" = ${new Date(shop.clock.now() + 100 * 24 * HOUR_MS).toISOString()} where "id" = ${person.sessionId}`.execute(
    shop.services.db,
  );
  return person;
}

describe('A clock that was set back', () => {
  test('A reservation that began while it was ahead lasts no longer than any other', async () => {
    const [one, other] = [await book(await buyerOf()), await book(await buyerOf())];
    const second = await book(other.person, one.listingId);
    shop.clock.advance(5 * 24 * HOUR_MS);
    expect((await open(one)).status).toBe(200);
    shop.clock.advance(-5 * 24 * HOUR_MS);
    await sweepReservations(shop.services);
    expect((await open(second)).status).toBe(409);
    expect((await read(one)).heldUntil).toBe(new Date(shop.clock.now() + 15 * MINUTE_MS).toISOString());
    shop.clock.advance(15 * MINUTE_MS);
    expect((await open(second)).status).toBe(200);
  });

  test('A lapse while it was ahead pauses its buyer no longer than any other', async () => {
    const person = await buyerOf();
    const [one, other] = [await book(person), await book(person)];
    shop.clock.advance(5 * 24 * HOUR_MS);
    await lapse(one);
    await sweepReservations(shop.services);
    shop.clock.advance(-5 * 24 * HOUR_MS);
    await sweepReservations(shop.services);
    expect((await open(other)).status).toBe(429);
    shop.clock.advance(HOUR_MS);
    expect((await open(other)).status).toBe(200);
  });
});

describe('The limit of two phones', () => {
  test('A person can reserve two phones, and a third is rejected with what to do', async () => {
    const person = await buyerOf();
    const [one, two, three] = [await book(person), await book(person), await book(person)];
    expect([(await open(one)).status, (await open(two)).status]).toEqual([200, 200]);
    const refused = await open(three);
    expect(refused).toMatchObject({ status: 409, body: { code: 'reservation_limit', message: expect.stringMatching(/Pay for one, release one/u) } });
    expect(Number(refused.headers['retry-after'])).toBe(900);
    expect((await open(one)).status).toBe(200);
    expect(await releaseReservation(one)).toMatchObject({ status: 200, body: { acknowledged: true, deletedCount: 1 } });
    expect((await open(three)).status).toBe(200);
    expect((await pay(two)).status).toBe(201);
    expect((await open(one)).status).toBe(200);
  });

  test('The limit applies to twenty requests at the same moment', async () => {
    const person = await buyerOf();
    const all = [];
    for (let made = 0; made < 20; made += 1) all.push(await book(person));
    const replies = await Promise.all(all.map(open));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(18);
    const reserved = await shop.services.db
      .selectFrom('listings')
      .select('id')
      .where(
        'reserved_by',
        'in',
        all.map(({ orderId }) => orderId),
      )
      .execute();
    expect(reserved).toHaveLength(2);
  });

  test('Places on waitlists count toward the limit', async () => {
    const [person, rival] = [await buyerOf(), await buyerOf()];
    const theirs = [await book(rival), await book(rival)];
    for (const one of theirs) await open(one);
    const mine = [];
    for (const { listingId } of theirs) mine.push(await book(person, listingId));
    for (const one of mine) expect((await wait(one)).status).toBe(200);
    expect(await open(await book(person))).toMatchObject({ status: 409, body: { code: 'reservation_limit' } });
    const leave = await call(person, 'DELETE', `/orders/${mine[0]?.orderId}/wait`);
    expect(leave.body).toMatchObject({ deletedCount: 1 });
    expect((await open(await book(person))).status).toBe(200);
  });
});

describe('Lapsed reservations', () => {
  test('A lapsed reservation makes its buyer wait 15 minutes, then an hour, four hours, and a day each time', async () => {
    const person = await buyerOf();
    for (const minutes of [15, 60, 240, 1440, 1440]) {
      const next = await book(person);
      await lapse(await book(person));
      const refused = await open(next);
      expect(refused).toMatchObject({ status: 429, body: { code: 'too_many', message: expect.stringMatching(/didn’t pay.* in \d+ (minutes|hours)\./u) } });
      expect(Number(refused.headers['retry-after'])).toBe(minutes * 60);
      expect((await wait(next)).status).toBe(429);
      shop.clock.advance(minutes * MINUTE_MS - 1);
      expect((await open(next)).status).toBe(429);
      shop.clock.advance(1);
    }
  });

  test('A lapse is forgotten after a payment, and after a week', async () => {
    const person = await buyerOf();
    await lapse(await book(person));
    shop.clock.advance(15 * MINUTE_MS);
    await lapse(await book(person));
    shop.clock.advance(HOUR_MS);
    expect((await pay(await book(person))).status).toBe(201);
    await lapse(await book(person));
    expect(Number((await open(await book(person))).headers['retry-after'])).toBe(900);

    const other = await buyerOf();
    const [one, two, three] = [await book(other), await book(other), await book(other)];
    await lapse(one);
    shop.clock.advance(7 * 24 * HOUR_MS);
    await sweepPayments(shop.services);
    await lapse(two);
    expect(Number((await open(three)).headers['retry-after'])).toBe(900);
  });

  test('A reservation doesn’t count as lapsed when the listing was removed, sold to another or suspended', async () => {
    const person = await buyerOf();
    const gone = await book(person);
    await open(gone);
    await call(seller, 'DELETE', `/products/${gone.listingId}`);
    shop.clock.advance(16 * MINUTE_MS);
    expect((await open(await book(person))).status).toBe(200);
  });

  test('A payment that was begun and left can’t be made once the seller has paused the phone', async () => {
    const left = await book(await buyerOf());
    const { clientSecret } = (await open(left)).body as { clientSecret: string };
    shop.clock.advance(16 * MINUTE_MS);
    expect((await call(seller, 'POST', '/ownListingChanges', { act: 'pause', ids: [left.listingId] })).body).toMatchObject({ outcomes: [{ outcome: 'done' }] });
    await sweepPayments(shop.services);
    await payWithCard(shop, clientSecret).catch(() => {});
    expect(await read(left)).toMatchObject({ paid: false, state: 'booked' });
    const charged = shop.services.db.selectFrom('practice_intents').select('status').where('id', '=', intentIdOf(clientSecret));
    expect(await charged.executeTakeFirst()).toEqual({ status: 'canceled' });
    await call(seller, 'POST', '/ownListingChanges', { act: 'resume', ids: [left.listingId] });
    expect((await pay(left)).status).toBe(201);
  });

  test('A payment that arrives while the seller has paused the phone is refunded, and its buyer reads why', async () => {
    const person = await buyerOf();
    const late = await book(person);
    const { clientSecret } = (await open(late)).body as { clientSecret: string };
    await payWithCard(shop, clientSecret);
    shop.clock.advance(16 * MINUTE_MS);
    expect((await call(seller, 'POST', '/ownListingChanges', { act: 'pause', ids: [late.listingId] })).body).toMatchObject({ outcomes: [{ outcome: 'done' }] });
    expect(await reportPaid(shop, { ...person, token: await tokenOf(person) }, { ...late, clientSecret })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('This phone was off sale when your payment arrived.') },
    });
    await sweepPayments(shop.services);
    expect(await read(late)).toMatchObject({ paid: false, state: 'booked' });
    const { body } = await call(person, 'GET', '/notifications');
    expect((body as { text: string }[]).map(({ text }) => text).join()).toContain('while the seller had paused this listing');
  });

  test('A reservation doesn’t count as lapsed when the payment arrived after all', async () => {
    const person = await buyerOf();
    const late = await book(person);
    const { clientSecret } = (await open(late)).body as { clientSecret: string };
    await payWithCard(shop, clientSecret);
    shop.clock.advance(16 * MINUTE_MS);
    await sweepPayments(shop.services);
    expect(await read(late)).toMatchObject({ paid: true });
    expect((await open(await book(person))).status).toBe(200);
  });

  test('A reservation doesn’t count as lapsed when the card provider failed', async () => {
    const person = await buyerOf();
    const one = await book(person);
    const { createIntent } = shop.services.payments;
    shop.services.payments.createIntent = () => Promise.reject(new ProviderError('It is down.'));
    expect((await open(one)).status).toBe(502);
    shop.services.payments.createIntent = createIntent;
    shop.clock.advance(16 * MINUTE_MS);
    expect((await open(one)).status).toBe(200);
  });
});

describe('Releasing a phone', () => {
  test('Releasing a phone is free at first, makes it available immediately, keeps the booking, and can’t be abused', async () => {
    const person = await buyerOf();
    const one = await book(person);
    const replies = [];
    for (let times = 0; times < 3; times += 1) {
      expect((await open(one)).status).toBe(200);
      shop.clock.advance(14 * MINUTE_MS);
      replies.push((await releaseReservation(one)).body);
      expect(await read(one)).toMatchObject({ heldUntil: null, state: 'booked' });
    }
    expect(replies).toMatchObject([{ deletedCount: 1 }, { deletedCount: 1 }, { deletedCount: 1 }]);
    expect(await open(one)).toMatchObject({ status: 429 });
  });

  test('Releasing a phone within a minute is free ten times a day', async () => {
    const person = await buyerOf();
    const one = await book(person);
    for (let times = 0; times < 11; times += 1) {
      expect((await open(one)).status).toBe(200);
      await releaseReservation(one);
    }
    expect(await open(one)).toMatchObject({ status: 429 });
  });

  test('Releasing a phone cancels its payment and passes it to the next on the waitlist', async () => {
    const [person, next] = [await buyerOf(), await buyerOf()];
    const one = await book(person);
    const { clientSecret } = (await open(one)).body as { clientSecret: string };
    const theirs = await book(next, one.listingId);
    await wait(theirs);
    await releaseReservation(one);
    expect(await read(theirs)).toMatchObject({ waiting: false, heldUntil: new Date(shop.clock.now() + 5 * MINUTE_MS).toISOString() });
    await sweepPayments(shop.services);
    expect((await payWithCard(shop, clientSecret)).status).toBe(400);
  });

  test('Strangers can’t release a phone', async () => {
    const one = await book(await buyerOf());
    await open(one);
    const stranger = await buyerOf();
    expect((await releaseReservation({ ...one, person: stranger })).status).toBe(404);
    expect((await call(stranger, 'DELETE', `/bookings/${one.orderId}`)).status).toBe(404);
    expect((await read(one)).heldUntil).not.toBeNull();
  });
});

describe('Canceling a booking', () => {
  test('Canceling a booking closes it, releases its phone, and lets its buyer book again', async () => {
    const person = await buyerOf();
    const one = await book(person);
    await open(one);
    expect(await call(person, 'DELETE', `/bookings/${one.orderId}`)).toMatchObject({ status: 200, body: { acknowledged: true, deletedCount: 1 } });
    expect(await call(person, 'DELETE', `/bookings/${one.orderId}`)).toMatchObject({ status: 200, body: { deletedCount: 0 } });
    expect(await read(one)).toMatchObject({ state: 'closed', closedReason: 'canceled', heldUntil: null });
    expect(await open(one)).toMatchObject({ status: 409, body: { code: 'order_closed', message: 'You canceled this booking.' } });
    const again = await book(person, one.listingId);
    expect((await pay(again)).status).toBe(201);
    expect(await call(person, 'DELETE', `/bookings/${again.orderId}`)).toMatchObject({ status: 409, body: { code: 'already_paid' } });
  });

  test('A payment that another tab was opening doesn’t reserve the phone of a canceled booking', async () => {
    const person = await buyerOf();
    const one = await book(person);
    const order = await findOrderToPay(shop.services, { buyerId: person.id, priceCents: 28_900, orderId: one.orderId });
    expect(await call(person, 'DELETE', `/bookings/${one.orderId}`)).toMatchObject({ body: { deletedCount: 1 } });
    await expect(beginPayment(shop.services, order, { buyerId: person.id, network: null })).rejects.toThrow('You canceled this booking.');
    expect((await open(await book(await buyerOf(), one.listingId))).status).toBe(200);
    shop.clock.advance(16 * MINUTE_MS);
    expect((await open(await book(person))).status).toBe(200);
  });
});

describe('The waitlist', () => {
  test('The waitlist shows the position and when the turn comes at the latest, and keeps that promise', async () => {
    const holder = await book(await buyerOf());
    await open(holder);
    const waiting = [];
    for (let made = 0; made < 4; made += 1) waiting.push(await book(await buyerOf(), holder.listingId));
    for (const one of waiting) await wait(one);
    const promised = [];
    for (const [index, one] of waiting.entries()) {
      const { line } = await read(one);
      expect(line?.place).toBe(index + 1);
      expect(Date.parse(line?.turnBy ?? '')).toBe(shop.clock.now() + (15 + index * 5) * MINUTE_MS);
      promised.push(Date.parse(line?.turnBy ?? ''));
    }
    for (const [index, one] of waiting.entries()) {
      shop.clock.advance((promised[index] ?? 0) - shop.clock.now());
      expect((await open(one)).status).toBe(200);
    }
  });

  test.each([0, 1])('A phone whose waitlist the sweep fails on keeps no other from the next buyer (%i)', async (stuck) => {
    const phones: { first: Buying; next: Buying }[] = [];
    for (const _phone of [0, 1]) {
      const first = await book(await createPerson(shop, 'buyer'));
      const next = await book(await createPerson(shop, 'buyer'), first.listingId);
      await open(first);
      await wait(next);
      phones.push({ first, next });
    }
    shop.clock.advance(15 * MINUTE_MS);
    const db = failFor(shop.services.db, phones[stuck]?.first.listingId ?? '');
    await expect(sweepReservations({ ...shop.services, db })).rejects.toBeInstanceOf(AggregateError);
    const rows = await shop.services.db.selectFrom('listings').select(['id', 'reserved_by']).execute();
    const holders = phones.map(({ first }) => rows.find(({ id }) => id === first.listingId)?.reserved_by);
    expect(holders).toEqual(phones.map(({ first, next }, at) => (at === stuck ? first : next).orderId));
    await sweepReservations(shop.services);
  });

  test('A lapse costs the position on the waitlist, which can’t be joined again during the pause, nor for the same phone that day', async () => {
    const one = await book(await buyerOf());
    await lapse(one);
    const next = await book(await buyerOf(), one.listingId);
    await open(next);
    expect(await wait(one)).toMatchObject({ status: 429 });
    await releaseReservation(next);
    shop.clock.advance(16 * MINUTE_MS);
    await open(await book(await buyerOf(), one.listingId));
    expect(await wait(one)).toMatchObject({ status: 409, body: { message: expect.stringContaining('can’t join its waitlist again today') } });
  });

  test('A buyer whose turn ends without a payment is told so, with when they can pay, and one whose first reservation ends isn’t', async () => {
    const first = await book(await buyerOf());
    await open(first);
    const next = await book(await buyerOf(), first.listingId);
    await wait(next);
    shop.clock.advance(15 * MINUTE_MS);
    await sweepPayments(shop.services);
    shop.clock.advance(5 * MINUTE_MS);
    await sweepPayments(shop.services);
    await sweepPayments(shop.services);
    const path = `/dashboard/payment/${next.orderId}`;
    const again = moment(shop.clock.now() + 15 * MINUTE_MS);
    expect(await updatesOf(next.person)).toMatchObject([
      { kind: 'turn_over', subject: expect.stringMatching(/^Your turn for .* is over$/u), text: expect.stringContaining(`you can pay from ${again}.`), path },
      { kind: 'your_turn' },
    ]);
    expect(await updatesOf(first.person)).toEqual([]);
  });

  test('A buyer whose turn comes while they can’t reserve a phone is told that they missed it', async () => {
    const person = await buyerOf();
    const other = await book(person);
    const holder = await book(await buyerOf());
    const waiting = await book(person, holder.listingId);
    await open(other);
    shop.clock.advance(MINUTE_MS);
    await open(holder);
    await wait(waiting);
    shop.clock.advance(15 * MINUTE_MS);
    await sweepPayments(shop.services);
    const until = moment(shop.clock.now() + 14 * MINUTE_MS);
    expect(await updatesOf(person)).toMatchObject([
      { kind: 'turn_over', subject: expect.stringContaining('You missed your turn'), text: expect.stringContaining(`until ${until}`) },
    ]);
    expect(await read(waiting)).toMatchObject({ state: 'booked', waiting: false });
  });

  test('A waitlist takes twenty buyers at most', async () => {
    const holder = await book(await buyerOf());
    await open(holder);
    for (let made = 0; made < 20; made += 1) expect((await wait(await book(await buyerOf(), holder.listingId))).status).toBe(200);
    const late = await book(await buyerOf(), holder.listingId);
    expect(await wait(late)).toMatchObject({ status: 409, body: { message: expect.stringContaining('waitlist for this phone is full') } });
  });
});

describe('Payments by price alone', () => {
  const openAt = (person: Person, price: unknown) => call(person, 'POST', '/create-payment-intent', { price });

  test('A price alone pays the only order of the last thirty days that has it', async () => {
    const person = await buyerOf();
    const one = await book(person);
    expect((await openAt(person, 289)).status).toBe(200);
    expect(await read(one)).toMatchObject({ state: 'paying' });
  });

  test.each(['paid', 'canceled', 'refunded', 'open'] as const)('A price alone is rejected beside a second order of that price that is %s', async (state) => {
    const person = await buyerOf();
    const other = await book(person);
    if (state === 'paid' || state === 'refunded') await pay(other);
    if (state === 'canceled') await call(person, 'DELETE', `/bookings/${other.orderId}`);
    if (state === 'refunded') {
      const admin = await createPerson(shop, 'admin');
      await call(admin, 'POST', `/orders/${other.orderId}/refund`, { reason: 'Broken.', relist: false });
    }
    await book(person);
    expect(await openAt(person, 289)).toMatchObject({ status: 422, body: { message: expect.stringMatching(/^Several of your orders/u) } });
  });

  test('A price alone is rejected for a paid order, and covers thirty days', async () => {
    const person = await buyerOf();
    await pay(await book(person));
    expect(await openAt(person, 289)).toMatchObject({ status: 422, body: { message: expect.stringContaining('can no longer be paid') } });
    await shop.services.db
      .updateTable('orders')
      .set({ created_at: shop.clock.now() - 31 * 24 * HOUR_MS })
      .where('buyer_id', '=', person.id)
      .execute();
    expect(await openAt(person, 289)).toMatchObject({ status: 422, body: { message: expect.stringContaining('None of your orders') } });
    await book(person);
    expect((await openAt(person, 289)).status).toBe(200);
  });
});

test('A person can have a hundred unpaid bookings at most, and can cancel one', async () => {
  const person = await buyerOf();
  const first = await book(person);
  const { id: _, listing_id: __, ...order } = await shop.services.db.selectFrom('orders').selectAll().where('id', '=', first.orderId).executeTakeFirstOrThrow();
  for (let made = 1; made < 100; made += 1) {
    const listing = await shop.services.db.selectFrom('listings').selectAll().where('id', '=', first.listingId).executeTakeFirstOrThrow();
    const id = `copy-${made}`;
    await shop.services.db
      .insertInto('listings')
      .values({ ...listing, id, imei_hash: null })
      .execute();
    await shop.services.db
      .insertInto('orders')
      .values({ ...order, id, listing_id: id })
      .execute();
  }
  const body = { productId: await createListing(shop, { ...seller, token: await tokenOf(seller) }), phone: '1', meeting_location: 'Here' };
  expect(await call(person, 'POST', '/bookings', body)).toMatchObject({ status: 409, body: { code: 'reservation_limit' } });
  // A phone that they booked already is not the limit's business.
  expect(await call(person, 'POST', '/bookings', { ...body, productId: first.listingId })).toMatchObject({ status: 409, body: { code: 'already_booked' } });
  await call(person, 'DELETE', `/bookings/${first.orderId}`);
  expect((await call(person, 'POST', '/bookings', body)).status).toBe(201);
});
