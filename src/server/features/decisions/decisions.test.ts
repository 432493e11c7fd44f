import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { User } from '#contract/accounts/accounts.ts';
import type { Decision, OwnDecision } from '#contract/decisions.ts';
import type { HistoryEntry } from '#contract/orders.ts';
import type { ReviewItem } from '#contract/risk.ts';
import { createTestApp, mailsTo, sendMails, type TestApp } from '#test/support/app.ts';
import { beginPayment, createListing, createOrder, createPerson, type Person, payWithCard, reportPaid, sellTo } from '#test/support/world/world.ts';
import { createAssessing } from '../risk/index.ts';

let shop: TestApp;
let admin: Person;
let seller: Person;
let buyer: Person;

beforeAll(async () => {
  shop = await createTestApp();
  admin = await createPerson(shop, 'admin');
  seller = await createPerson(shop, 'seller', { verified: true });
  buyer = await createPerson(shop, 'buyer');
});
afterAll(() => shop.close());

function post(path: string, as: Person | undefined, body: unknown) {
  return shop.call('POST', path, { as: as?.token, body });
}

function report(id: string, as: Person, rest: object = {}) {
  return post('/reportedItems', as, { _id: id, ...rest });
}

function decide(kind: string, listingId: string, reason = 'Because.') {
  return post('/decisions', admin, { kind, listingId, reason });
}

async function decided(kind: string, listingId: string, reason?: string): Promise<string> {
  const { status, body } = await decide(kind, listingId, reason);
  expect({ status, body }).toMatchObject({ status: 201, body: { acknowledged: true, insertedId: expect.any(String) } });
  return (body as { insertedId: string }).insertedId;
}

function undo(id: string, reason = 'It was a mistake.') {
  return post(`/decisions/${id}/undo`, admin, { reason });
}

async function read<T>(path: string, as: Person): Promise<T> {
  return (await shop.call('GET', path, { as: as.token })).body as T;
}

async function queue(): Promise<ReviewItem[]> {
  await createAssessing({ ...shop.services, launchOf: () => null }).run();
  return read('/reviewQueue', admin);
}

async function queued(id: string) {
  return (await queue()).find(({ _id }) => _id === id);
}

async function own(as: Person) {
  return (await read<OwnDecision[]>('/myDecisions', as)).map(({ kind, as: whose, undoneAt }) => [kind, whose, undoneAt !== null]);
}

async function notifications(as: Person) {
  return (await read<{ kind: string; text: string }[]>('/notifications', as)).map(({ kind }) => kind);
}

async function isPublic(id: string) {
  const places = await Promise.all([
    shop.call('GET', `/selectedItem/${id}`),
    shop.call('GET', '/products?name=Samsung'),
    shop.call('GET', '/searchProducts?search=galaxy'),
    shop.call('GET', '/advertise'),
  ]);
  const [page, ...lists] = places;
  return [page?.status === 200, ...lists.map(({ body }) => JSON.stringify(body).includes(id))];
}

describe('The review queue', () => {
  test('The queue shows reports with reasons, notes and the seller’s record, and drops listings that were cleared', async () => {
    const id = await createListing(shop, seller);
    expect((await report(id, buyer, { reason: 'fake', note: '  The box is another’s.  ' })).status).toBe(201);
    expect((await report(id, await createPerson(shop, 'buyer'))).status).toBe(201);
    for (const wrong of [{ reason: 'nonsense' }, { note: 'x'.repeat(1001) }, { note: 5 }]) expect((await report(id, buyer, wrong)).status).toBe(422);
    expect(await queued(id)).toMatchObject({
      state: 'available',
      seller: { email: seller.email, verified: true, suspended: false, offers: 1, sold: 0, warnings: 0, removals: 0 },
      risk: { score: 30, signals: [{ kind: 'reports', points: 30, text: '2 people reported it.' }] },
      reports: [
        { reporter: buyer.name, reason: 'fake', note: 'The box is another’s.' },
        { reason: null, note: null },
      ],
    });
    const decision = await decided('clearance', id, 'The box is right.');
    expect(await queued(id)).toBeUndefined();
    expect((await shop.call('GET', `/reportedItems/${id}`)).body).toEqual({ reportedStatus: null });
    expect(await decide('clearance', id)).toMatchObject({ status: 200, body: { acknowledged: true } });
    expect(await own(seller)).toEqual([]);
    expect(await own(buyer)).toEqual([['clearance', 'reporter', false]]);
    expect((await undo(decision)).body).toEqual({ acknowledged: true, matchedCount: 1, modifiedCount: 1 });
    expect((await undo(decision)).body).toMatchObject({ modifiedCount: 0 });
    expect((await queued(id))?.reports).toHaveLength(2);
    const [reopened, cleared] = await read<{ text: string }[]>('/notifications', buyer);
    expect(cleared?.text).toContain('you can appeal once');
    expect(reopened?.text).toContain('is being reviewed again: “It was a mistake.”');
    expect(reopened?.text).not.toContain('appeal');
    expect(await post(`/myDecisions/${decision}/answer`, buyer, { text: 'I disagree.' })).toMatchObject({ status: 409 });
    await decided('clearance', id);
    expect((await report(id, buyer)).status).toBe(201);
    expect((await queued(id))?.reports).toHaveLength(1);
  });

  test('Clearing a listing that was removed since isn’t undone, and whoever reported it isn’t told that it is reviewed again', async () => {
    const [id, reporter] = [await createListing(shop, seller), await createPerson(shop, 'buyer')];
    await report(id, reporter);
    const cleared = await decided('clearance', id);
    expect((await read<{ text: string }[]>('/notifications', reporter))[0]?.text).toContain('doesn’t break our rules and stays on our site');
    await shop.call('DELETE', `/products/${id}`, { as: seller.token });
    expect(await undo(cleared)).toMatchObject({ status: 409, body: { message: expect.stringContaining('removed since') } });
    expect(await notifications(reporter)).toEqual(['report_decided']);
    expect(await own(reporter)).toEqual([['clearance', 'reporter', false]]);
    const open = await shop.services.db.selectFrom('reports').select('id').where('listing_id', '=', id).where('closed_at', 'is', null).execute();
    expect(open).toEqual([]);
  });

  test('The queue shows unreported high-risk listings, highest risk first, until they are cleared', async () => {
    const newcomer = await createPerson(shop, 'seller');
    const calm = await createListing(shop, seller);
    const risky = await createListing(shop, newcomer, { description: 'Write to jo at mail dot com', resale_price: '20' });
    const less = await createListing(shop, newcomer, { description: 'Call +351 912 345 678', resale_price: '20' });
    const items = (await queue()).map(({ _id }) => _id);
    expect(items).not.toContain(calm);
    expect(items.indexOf(risky)).toBeGreaterThanOrEqual(0);
    expect(items.indexOf(less)).toBeGreaterThan(items.indexOf(risky));
    const asked = async (query: string) => {
      const { body } = await shop.call('GET', `/reviewQueue?search=${newcomer.email}${query}`, { as: admin.token });
      return (body as { _id: string }[]).map(({ _id }) => _id);
    };
    expect(await asked('')).toEqual([risky, less]);
    expect(await asked('&sort=oldest')).toEqual([less, risky]);
    expect((await queued(risky))?.risk.signals.map(({ kind }) => kind)).toEqual(['price', 'contact', 'new_account']);
    expect(await shop.services.db.selectFrom('listing_risks').select('listing_id').where('listing_id', '=', calm).executeTakeFirst()).toBeUndefined();
    await decided('clearance', risky);
    expect(await queued(risky)).toBeUndefined();
    const first = await shop.call('GET', '/reviewQueue?limit=1', { as: admin.token });
    expect(first.headers.link).toContain('rel="next"');
  });
});

describe('A listing under review', () => {
  test('A listing under review is hidden, keeps its orders, can’t be paid for, and comes back unchanged', async () => {
    const id = await createListing(shop, seller);
    await post('/advertise', seller, { _id: id });
    const [holder, waiting] = [await createPerson(shop, 'buyer'), await createPerson(shop, 'buyer')];
    const orderId = await createOrder(shop, holder, id);
    const waitingOrder = await createOrder(shop, waiting, id);
    const clientSecret = await beginPayment(shop, holder, orderId);
    await post(`/orders/${waitingOrder}/wait`, waiting, {});
    await report(id, buyer, { reason: 'stolen' });
    expect(await isPublic(id)).toEqual([true, true, true, true]);

    const decision = await decided('hold', id, 'We ask for the receipt.');
    expect(await isPublic(id)).toEqual([false, false, false, false]);
    expect(await decide('hold', id)).toMatchObject({ status: 200, body: { acknowledged: true } });
    expect((await shop.call('GET', `/products?email=${seller.email}`, { as: seller.token })).body).not.toContainEqual(expect.objectContaining({ _id: id }));
    expect(await own(seller)).toContainEqual(['hold', 'seller', false]);
    expect(await notifications(seller)).toContain('own_listing_on_hold');
    expect((await read<OwnDecision[]>('/myDecisions', buyer))[0]).toMatchObject({
      as: 'reporter',
      kind: 'hold',
      reason: 'We ask for the receipt.',
      answer: null,
    });
    expect(await read('/removedItems', admin)).not.toContainEqual(expect.objectContaining({ _id: id }));
    expect((await post(`/removedItems/${id}/restore`, admin, {})).status).toBe(404);
    expect((await shop.call('DELETE', `/products/${id}`, { as: seller.token })).status).toBe(409);

    const refused = await post('/create-payment-intent', holder, { price: 289, orderId });
    expect(refused).toMatchObject({ status: 409, body: { code: 'on_hold', message: expect.stringContaining('Your booking stays open') } });
    expect(await post(`/orders/${waitingOrder}/wait`, waiting, {})).toMatchObject({ status: 409, body: { code: 'on_hold' } });
    expect((await post('/bookings', await createPerson(shop, 'buyer'), { productId: id, phone: '1', meeting_location: 'x' })).status).toBe(404);
    // A payment under way arrives: it is refunded, and the order stays.
    await payWithCard(shop, clientSecret);
    expect((await reportPaid(shop, holder, { listingId: id, orderId, clientSecret })).status).toBe(409);
    expect(await read(`/bookings?email=${holder.email}`, holder)).toMatchObject([{ state: 'booked', closedReason: null }]);
    expect((await read<{ text: string }[]>('/notifications', holder)).map(({ text }) => text).join()).toContain('while the shop was reviewing this listing');

    expect((await undo(decision, 'The receipt is right.')).status).toBe(200);
    expect(await isPublic(id)).toEqual([true, true, true, true]);
    expect((await shop.call('GET', `/selectedItem/${id}`)).body).toMatchObject({ reportedStatus: null, isAdvertise: true });
    expect(await own(buyer)).toContainEqual(['hold', 'reporter', true]);
    // The next on the waitlist.
    expect(await post('/create-payment-intent', holder, { price: 289, orderId })).toMatchObject({ status: 409, body: { code: 'being_paid' } });
    const again = await beginPayment(shop, waiting, waitingOrder);
    await payWithCard(shop, again);
    expect((await reportPaid(shop, waiting, { listingId: id, orderId: waitingOrder, clientSecret: again })).status).toBe(201);
    expect(await decide('hold', id)).toMatchObject({ status: 409, body: { code: 'sold' } });
    const acts = (await read<{ act: string; after: object | null }[]>(`/auditLog?subject=${id}`, admin)).map(({ act }) => act);
    expect(acts).toEqual(['listing_sold', 'listing_released', 'listing_held', 'listing_advertised', 'listing_listed']);
    expect((await sendMails(shop)).filter(({ what }) => what === 'given_up')).toEqual([]);
  });

  test('Nobody else can list the phone of a listing under review', async () => {
    const imei = '490154203237518';
    const id = await createListing(shop, seller, { imei });
    const decision = await decided('hold', id);
    const other = await createPerson(shop, 'seller');
    for (const person of [seller, other]) await expect(createListing(shop, person, { imei })).rejects.toThrow('already_listed');
    expect((await read<{ kind: string }[]>('/imeiQuestions', admin)).map(({ kind }) => kind)).toContain('claimed_twice');
    expect((await undo(decision)).status).toBe(200);
    expect(await isPublic(id)).toEqual([true, true, true, false]);
    await shop.call('DELETE', `/products/${id}`, { as: seller.token });
  });
});

describe('Removals', () => {
  test('A removal with a reason ends orders and reports, notifies everybody, and can be undone for thirty days', async () => {
    const id = await createListing(shop, seller);
    await createOrder(shop, await createPerson(shop, 'buyer'), id);
    const reporter = await createPerson(shop, 'buyer');
    await report(id, reporter, { reason: 'fake' });
    await decided('hold', id);
    const decision = await decided('removal', id, 'It is a copy.');
    expect(await read('/removedItems', admin)).toContainEqual(expect.objectContaining({ _id: id, reason: 'reported' }));
    expect(await own(seller)).toEqual(
      expect.arrayContaining([
        ['removal', 'seller', false],
        ['hold', 'seller', true],
      ]),
    );
    expect(await own(reporter)).toEqual([['removal', 'reporter', false]]);
    expect(await notifications(reporter)).toEqual(['report_decided', 'report_decided']);
    expect(await decide('removal', id)).toMatchObject({ status: 200, body: { acknowledged: true } });
    for (const kind of ['hold', 'clearance']) expect((await decide(kind, id)).status).toBe(409);
    expect((await undo(decision)).status).toBe(200);
    expect((await isPublic(id))[0]).toBe(true);
    expect(await own(seller)).toContainEqual(['removal', 'seller', true]);

    const late = await decided('removal', id);
    shop.clock.advance(31 * 86_400_000);
    const lateAdmin = await createPerson(shop, 'admin');
    expect((await post(`/decisions/${late}/undo`, lateAdmin, { reason: 'x' })).status).toBe(409);
    shop.clock.advance(-31 * 86_400_000);
    expect((await post(`/removedItems/${id}/restore`, admin, {})).status).toBe(200);
    expect((await undo(late)).body).toMatchObject({ modifiedCount: 0 });
  });
});

test('Whoever reported a removed listing is told that it was restored, wherever an admin does that', async () => {
  const id = await createListing(shop, seller);
  const reporter = await createPerson(shop, 'buyer');
  await report(id, reporter);
  await decided('removal', id, 'It is a copy.');
  expect((await post(`/removedItems/${id}/restore`, admin, {})).status).toBe(200);
  const [latest, ...earlier] = await read<{ text: string }[]>('/notifications', reporter);
  expect(latest?.text).toContain('was reviewed again and restored: “After looking at it again, we decided to keep it.”');
  expect(earlier).toHaveLength(1);
});

describe('Decisions about sellers', () => {
  test('A suspended seller sells nothing but can still log in; lifting the suspension restores their listings', async () => {
    const suspended = await createPerson(shop, 'seller');
    const [id, held, sold, deleted] = [
      await createListing(shop, suspended),
      await createListing(shop, suspended),
      await createListing(shop, suspended),
      await createListing(shop, suspended),
    ];
    await sellTo(shop, buyer, sold);
    await post('/advertise', suspended, { _id: id });
    const review = await decided('hold', held);
    await shop.call('DELETE', `/products/${deleted}`, { as: suspended.token });
    const decision = await decided('suspension', id, 'Too many copies.');
    expect(await decide('suspension', id)).toMatchObject({ status: 200, body: { acknowledged: true } });
    expect(await isPublic(id)).toEqual([false, false, false, false]);
    expect((await shop.call('GET', `/selectedItem/${sold}`)).body).toMatchObject({ status: 'sold' });
    await expect(createListing(shop, suspended)).rejects.toThrow('suspended');
    expect((await post('/advertise', suspended, { _id: id })).status).toBe(404);
    expect((await post(`/removedItems/${deleted}/restore`, admin, {})).body).toMatchObject({ code: 'suspended' });
    expect(await own(suspended)).toContainEqual(['suspension', 'seller', false]);
    const listed = async () => (await read<User[]>('/users/sellers?user=seller', admin)).find(({ _id }) => _id === suspended.id)?.suspended;
    expect(await listed()).toBe(true);
    const suspensions = await read<Decision[]>(`/decisions?show=standing&kind=suspension&search=${suspended.email}`, admin);
    expect(suspensions.map(({ _id }) => _id)).toEqual([decision]);
    expect((await read<OwnDecision[]>('/myDecisions?kind=suspension', suspended)).map(({ _id }) => _id)).toEqual([decision]);

    expect((await undo(review)).status).toBe(200);
    expect((await isPublic(held))[0]).toBe(false);
    expect((await undo(decision)).status).toBe(200);
    expect(await listed()).toBeUndefined();
    expect(await isPublic(id)).toEqual([true, true, true, true]);
    expect((await isPublic(held))[0]).toBe(true);
    expect((await isPublic(deleted))[0]).toBe(false);
    await createListing(shop, suspended);
    expect(await notifications(suspended)).toEqual(expect.arrayContaining(['seller_suspended', 'suspension_lifted']));
  });

  test('Suspending a seller tells the buyers of what was paid and not handed over what it means for them, and no others', async () => {
    const suspended = await createPerson(shop, 'seller');
    const [waiting, confirming, checking, unpaid] = await Promise.all(['buyer', 'buyer', 'buyer', 'buyer'].map(() => createPerson(shop, 'buyer')));
    const orderOf = async (person = buyer) => sellTo(shop, person, await createListing(shop, suspended));
    const setState = (order: string, state: 'confirming' | 'handed_over') =>
      shop.services.db.updateTable('fulfillments').set({ state }).where('order_id', '=', order).execute();
    const order = await orderOf(waiting);
    await shop.services.db.updateTable('orders').set({ email: 'booked-with@example.test' }).where('id', '=', order).execute();
    await setState(await orderOf(confirming), 'confirming');
    await setState(await orderOf(checking), 'handed_over');
    const listing = await createListing(shop, suspended);
    await createOrder(shop, unpaid ?? buyer, listing);
    await decided('suspension', listing, 'Rude to buyers.');
    const newsOf = async (as = buyer) =>
      (await read<{ kind: string; text: string; path: string }[]>('/notifications', as)).filter(({ kind }) => kind === 'partner_suspended');
    const text = expect.stringMatching(/Your order goes on.+cancel on the order’s page for a full refund\.$/u);
    expect(await newsOf(waiting)).toMatchObject([{ text, path: `/dashboard/orders/${order}` }]);
    expect((await newsOf(waiting))[0]?.text).not.toContain('Rude');
    // Who comes to the order's page, which doesn't say so, hasn't read it.
    await post(`/notifications/read?path=/dashboard/orders/${order}`, waiting, {});
    expect(await newsOf(waiting)).toMatchObject([{ read: false }]);
    expect(await mailsTo(shop, 'booked-with@example.test')).toMatchObject([{ kind: 'partner_suspended' }]);
    expect(await newsOf(confirming)).toMatchObject([{ text: expect.stringContaining('If you don’t have the phone, report a problem') }]);
    expect([await newsOf(checking), await newsOf(unpaid)]).toEqual([[], []]);
  });

  test('The history of an order whose payment a review or a suspension stopped says so, and not that the time to pay ran out', async () => {
    const [stopped, paying] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer')];
    for (const kind of ['hold', 'suspension']) {
      const listing = await createListing(shop, stopped);
      const order = await createOrder(shop, paying, listing);
      await beginPayment(shop, paying, order);
      await decided(kind, listing);
      expect((await read<HistoryEntry[]>(`/orders/${order}/history`, paying)).at(-1)).toMatchObject({ state: 'booked', why: 'off_sale', by: 'admin' });
    }
  });

  test('Removing a seller with a listing under review leaves no order that can’t be paid', async () => {
    const leaving = await createPerson(shop, 'seller');
    const id = await createListing(shop, leaving);
    const customer = await createPerson(shop, 'buyer');
    await createOrder(shop, customer, id);
    const review = await decided('hold', id);
    await shop.call('DELETE', `/users/sellers/${leaving.id}`, { as: admin.token });
    expect(await read('/bookings', customer)).toMatchObject([{ closedReason: 'listing_removed' }]);
    expect((await undo(review)).status).toBe(409);
    expect((await decide('warning', id)).status).toBe(404);
    await post(`/removedItems/${leaving.id}/restore`, admin, {});
    expect((await isPublic(id))[0]).toBe(false);
    expect((await undo(review)).status).toBe(200);
  });

  test('A warning and a removal count in what else the seller has on sale from then on, and no longer once they are undone', async () => {
    const warned = await createPerson(shop, 'seller', { verified: true });
    const [id, other] = [await createListing(shop, warned), await createListing(shop, warned)];
    await report(id, buyer);
    const record = async () => (await queued(id))?.risk.signals.find(({ kind }) => kind === 'record')?.text ?? null;
    expect(await record()).toBeNull();
    const { body } = await post('/decisions', admin, { kind: 'warning', sellerId: warned.id, reason: 'Because.' });
    expect(await record()).toContain('warned once');
    const removal = await decided('removal', other);
    const both = await record();
    await undo(removal);
    expect(await record()).not.toBe(both);
    await undo((body as { insertedId: string }).insertedId);
    expect(await record()).toBeNull();
  });

  test('A seller who lists, is reported and is suspended at the same moment has nothing on sale afterwards', async () => {
    const busy = await createPerson(shop, 'seller');
    const ids = await Promise.all(Array.from({ length: 3 }, () => createListing(shop, busy)));
    const reporters = await Promise.all(Array.from({ length: 3 }, () => createPerson(shop, 'buyer')));
    const [first = ''] = ids;
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 4 }, () => createListing(shop, busy)),
      ...ids.flatMap((id) => reporters.map((one) => report(id, one))),
      ...ids.map((id) => decide('clearance', id)),
      decide('suspension', first),
      decide('suspension', first),
    ]);
    for (const one of outcomes) {
      if (one.status === 'rejected') expect(String(one.reason)).toContain('suspended');
      else if (typeof one.value !== 'string') expect(one.value.status).toBeLessThan(500);
    }
    const onSale = await shop.services.db.selectFrom('listings').select('id').where('seller_id', '=', busy.id).where('removed_at', 'is', null).execute();
    expect(onSale).toEqual([]);
    expect((await own(busy)).filter(([kind]) => kind === 'suspension')).toEqual([['suspension', 'seller', false]]);
  });

  test('A warning to a seller counts until it is withdrawn', async () => {
    const warned = await createPerson(shop, 'seller');
    const { body } = await post('/decisions', admin, { kind: 'warning', sellerId: warned.id, reason: 'Say what is broken.' });
    const id = await createListing(shop, warned);
    await report(id, buyer);
    expect(await queued(id)).toMatchObject({
      seller: { warnings: 1 },
      risk: { signals: expect.arrayContaining([expect.objectContaining({ kind: 'record' })]) },
    });
    expect((await undo((body as { insertedId: string }).insertedId)).status).toBe(200);
    expect((await queued(id))?.seller.warnings).toBe(0);
    expect(await notifications(warned)).toEqual(['warning_withdrawn', 'seller_warned']);
  });

  test('A warning that is sent again within ten minutes is given once, also when both arrive at once', async () => {
    const [warned, other] = [await createPerson(shop, 'seller'), await createPerson(shop, 'seller')];
    const id = await createListing(shop, warned);
    const warn = (body: object = { sellerId: warned.id }, { reason = 'Say what is broken.', as = admin } = {}) =>
      post('/decisions', as, { kind: 'warning', reason, ...body });
    const count = async () => (await notifications(warned)).filter((kind) => kind === 'seller_warned').length;
    expect((await Promise.all([warn(), warn()])).map(({ status }) => status).sort()).toEqual([200, 201]);
    shop.clock.advance(9 * 60_000);
    expect(await warn()).toMatchObject({ status: 200, body: { acknowledged: true } });
    expect([(await own(warned)).length, await count()]).toEqual([1, 1]);
    const others = [await warn({ listingId: id }), await warn({ sellerId: warned.id }, { reason: 'Show the back.' }), await warn({ sellerId: other.id })];
    expect(others.map(({ status }) => status)).toEqual([201, 201, 201]);
    shop.clock.advance(2 * 60_000);
    const later = await createPerson(shop, 'admin');
    const { status, body } = await warn(undefined, { as: later });
    expect(status).toBe(201);
    const { insertedId } = body as { insertedId: string };
    expect((await post(`/decisions/${insertedId}/undo`, later, { reason: 'It was a mistake.' })).status).toBe(200);
    expect((await warn(undefined, { as: later })).status).toBe(201);
    shop.clock.advance(-11 * 60_000);
  });
});

describe('Answers', () => {
  test('A seller’s appeal is settled once the decision is undone, a reporter’s isn’t', async () => {
    const id = await createListing(shop, seller);
    const reporter = await createPerson(shop, 'buyer');
    await report(id, reporter);
    const decision = await decided('hold', id);
    const waiting = async () => (await read<Decision[]>('/decisions?show=answered', admin)).map(({ _id }) => _id);
    await post(`/myDecisions/${decision}/answer`, seller, { text: 'I have the receipt.' });
    expect(await waiting()).toEqual([decision]);
    expect((await post(`/decisions/${decision}/undo`, admin, { reason: 'The receipt is good.' })).status).toBe(200);
    expect(await waiting()).toEqual([]);
    await post(`/myDecisions/${decision}/answer`, reporter, { text: 'The receipt is forged.' });
    expect(await waiting()).toEqual([decision]);
    const [shown] = await read<Decision[]>('/decisions?show=answered', admin);
    for (const { _id } of shown?.answers ?? []) await post(`/answers/${_id}/settle`, admin, { reason: 'We checked it.' });
  });

  test('The seller and each reporter can answer once, and an admin settles the answer with a reason', async () => {
    const id = await createListing(shop, seller);
    const [reporter, stranger] = [await createPerson(shop, 'buyer'), await createPerson(shop, 'seller')];
    await report(id, reporter);
    const decision = await decided('hold', id);
    const answer = (as: Person | undefined, text: unknown = 'I have the receipt.') => post(`/myDecisions/${decision}/answer`, as, { text });
    expect((await answer(undefined)).status).toBe(401);
    expect((await answer(stranger)).status).toBe(404);
    expect((await answer(buyer)).status).toBe(404);
    expect((await answer(seller, '  ')).status).toBe(422);
    expect((await answer(seller)).status).toBe(201);
    // As after a lost reply.
    expect((await answer(seller)).status).toBe(201);
    expect((await answer(seller, 'And more.')).status).toBe(409);
    expect((await answer(reporter, 'It is mine.')).status).toBe(201);
    const [shown] = await read<Decision[]>('/decisions?show=answered', admin);
    expect(shown).toMatchObject({
      _id: decision,
      listing: { state: 'on_hold' },
      answers: [
        { by: 'seller', text: 'I have the receipt.' },
        { by: 'reporter', text: 'It is mine.' },
      ],
    });
    for (const { _id } of shown?.answers ?? []) {
      expect((await post(`/answers/${_id}/settle`, admin, { reason: 'Thank you.' })).body).toMatchObject({ modifiedCount: 1 });
      expect((await post(`/answers/${_id}/settle`, admin, { reason: 'Again.' })).body).toMatchObject({ modifiedCount: 0 });
    }
    expect(await read('/decisions?show=answered', admin)).toEqual([]);
    expect((await read<OwnDecision[]>('/myDecisions', reporter))[0]?.answer).toMatchObject({ text: 'It is mine.', settlement: 'Thank you.' });
    expect(JSON.stringify(await read('/myDecisions', reporter))).not.toContain('I have the receipt.');
    expect(await notifications(reporter)).toEqual(['answer_settled', 'report_decided']);
  });

  test('Nobody appeals against what was undone, unless the undoing is what they don’t want, since admins wouldn’t read it', async () => {
    const id = await createListing(shop, seller);
    const reporter = await createPerson(shop, 'buyer');
    await report(id, reporter);
    const [cleared, warned] = [await decided('clearance', id), await decided('warning', id, 'Read this first.')];
    await undo(cleared);
    await undo(warned);
    for (const [decision, as] of [
      [cleared, reporter],
      [warned, seller],
    ] as const)
      expect(await post(`/myDecisions/${decision}/answer`, as, { text: 'Undo it.' })).toMatchObject({
        status: 409,
        body: { message: 'We’ve undone this decision, so there’s nothing to appeal.' },
      });
    expect(await read('/decisions?show=answered', admin)).toEqual([]);
  });

  test('Who appealed against a clearance still reads the reply once the listing is put under review because of it', async () => {
    const id = await createListing(shop, seller);
    const reporter = await createPerson(shop, 'buyer');
    await report(id, reporter);
    const clearance = await decided('clearance', id);
    const { body } = await post(`/myDecisions/${clearance}/answer`, reporter, { text: 'They show my phone.' });
    await undo(clearance);
    await post(`/answers/${(body as { insertedId: string }).insertedId}/settle`, admin, { reason: 'You were right.' });
    await decided('hold', id);
    const own = await read<OwnDecision[]>('/myDecisions', reporter);
    expect(own.map(({ kind, answer }) => [kind, answer?.settlement])).toEqual([
      ['hold', undefined],
      ['clearance', 'You were right.'],
    ]);
  });

  test('The reply to an appeal says which decision it is about', async () => {
    const appealing = await createPerson(shop, 'seller');
    const subjects = [await decided('hold', await createListing(shop, appealing, { model_name: 'Doubted 5' }))];
    const { body } = await post('/decisions', admin, { kind: 'warning', sellerId: appealing.id, reason: 'Show the back.' });
    subjects.push((body as { insertedId: string }).insertedId);
    for (const id of subjects) {
      const answer = await post(`/myDecisions/${id}/answer`, appealing, { text: 'I have the receipt.' });
      await post(`/answers/${(answer.body as { insertedId: string }).insertedId}/settle`, admin, { reason: 'Thank you.' });
    }
    const replies = await read<{ kind: string; subject: string }[]>('/notifications', appealing);
    expect(replies.filter(({ kind }) => kind === 'answer_settled').map(({ subject }) => subject)).toEqual([
      'We’ve read your appeal about your account',
      'We’ve read your appeal about Doubted 5',
    ]);
  });
});

test('Only admins decide, undo, settle and see decisions, and each decision needs a reason', async () => {
  const id = await createListing(shop, seller);
  const body = { kind: 'hold', listingId: id, reason: 'Because.' };
  const calls = [
    ['GET', '/reviewQueue'],
    ['GET', '/decisions'],
    ['POST', '/decisions'],
    ['POST', '/decisions/any/undo'],
    ['POST', '/answers/any/settle'],
  ] as const;
  for (const [method, path] of calls) {
    expect((await shop.call(method, path, { body })).status).toBe(401);
    for (const { token } of [seller, buyer]) expect((await shop.call(method, path, { as: token, body })).status).toBe(403);
  }
  expect((await shop.call('GET', '/myDecisions')).status).toBe(401);
  for (const wrong of [
    { ...body, reason: ' ' },
    { ...body, kind: 'ban' },
    { kind: 'hold', reason: 'x' },
    { kind: 'warning', reason: 'x' },
    { kind: 'hold', sellerId: seller.id, reason: 'x' },
  ])
    expect((await post('/decisions', admin, wrong)).status).toBe(422);
  for (const gone of [
    { ...body, listingId: 'nowhere' },
    { kind: 'warning', sellerId: buyer.id, reason: 'x' },
    { kind: 'suspension', sellerId: admin.id, reason: 'x' },
  ])
    expect((await post('/decisions', admin, gone)).status).toBe(404);
  expect((await undo('nowhere')).status).toBe(404);
  expect((await post('/answers/nowhere/settle', admin, { reason: 'x' })).status).toBe(404);
});

describe('Risk assessment of many listings', () => {
  const due = async () => (await shop.services.db.selectFrom('listing_risks').select('listing_id').where('due_at', 'is not', null).execute()).length;

  test('The assessment serves other requests in between, and ends soon when the shop stops', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1) ids.push(await createListing(shop, seller));
    await shop.services.db
      .updateTable('listings')
      .set({ created_at: shop.clock.now() - 200 * 86_400_000 })
      .where('id', 'in', ids)
      .execute();
    const waiting = await due();
    expect(waiting).toBeGreaterThanOrEqual(12);
    const assessing = createAssessing({ ...shop.services, launchOf: () => null });
    const running = assessing.run();
    // A SQLite statement blocks everything else until it ends, so others get a turn only in between.
    while ((await due()) === waiting) await new Promise((resolve) => setImmediate(resolve));
    assessing.stop();
    await running;
    expect(await due()).toBeGreaterThan(0);
    expect(await due()).toBeLessThan(waiting);
    await createAssessing({ ...shop.services, launchOf: () => null }).run();
    expect(await due()).toBe(0);
  });
});
