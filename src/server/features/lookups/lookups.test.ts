import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Found, OrderDetails, PersonDetails } from '#contract/lookups.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { confirmation, typedCode } from '#test/support/world/handover.ts';
import { createNoShow } from '#test/support/world/meetings.ts';
import { createListing, createOrder, createPerson, type Person, sellTo } from '#test/support/world/world.ts';
import { readSought } from './rules.ts';

let shop: TestApp;
let admin: Person;
let seller: Person;
let buyer: Person;
let listingId: string;
let orderId: string;
let intentId: string;

beforeAll(async () => {
  shop = await createTestApp();
  admin = await createPerson(shop, 'admin', { name: 'Ada Admin' });
  seller = await createPerson(shop, 'seller', { name: 'Sigrid Søren' });
  buyer = await createPerson(shop, 'buyer', { name: 'Bea Buyer' });
  const other = await createPerson(shop, 'buyer', { name: 'Otto Other' });
  listingId = await createListing(shop, seller, { resale_price: '289' });
  await sellTo(shop, buyer, listingId);
  const cheaper = await createListing(shop, seller, { resale_price: '111.50' });
  await createOrder(shop, other, cheaper);
  await shop.call('POST', '/reportedItems', { as: other.token, body: { _id: cheaper, reason: 'fake', note: 'Looks wrong.' } });
  await shop.call('POST', '/decisions', { as: admin.token, body: { kind: 'warning', sellerId: seller.id, reason: 'Be kinder.' } });
  const row = await shop.services.db.selectFrom('orders').select(['id', 'intent_id']).where('listing_id', '=', listingId).executeTakeFirstOrThrow();
  [orderId, intentId] = [row.id, row.intent_id ?? ''];
});
afterAll(() => shop.close());

async function find(search: string, more = ''): Promise<Found> {
  const { status, body } = await shop.call('GET', `/find?search=${encodeURIComponent(search)}${more}`, { as: admin.token });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Found;
}

async function named(search: string) {
  const { people, orders, payments } = await find(search);
  return {
    people: people.items.map(({ name }) => name),
    orders: orders.items.map(({ price }) => price),
    payments: payments.items.map(({ amount }) => amount),
  };
}

describe('An admin finds', () => {
  test('a buyer with their orders and payments, by name in any case and by address', async () => {
    const theirs = { people: ['Bea Buyer'], orders: [289], payments: [289] };
    for (const search of ['bea', 'BUYER Bea', buyer.email, buyer.email.toUpperCase()]) expect(await named(search), search).toEqual(theirs);
  });

  test('a seller with what they sold and what is booked', async () => {
    expect(await named('soren')).toEqual({ people: ['Sigrid Søren'], orders: [111.5, 289], payments: [289] });
  });

  test('orders and payments by amount, however it is written', async () => {
    for (const search of ['289', '$289', '289.00', '$289.00', ' 289 USD '])
      expect(await named(search), search).toEqual({ people: [], orders: [289], payments: [289] });
    expect(await named('$111.50')).toEqual({ people: [], orders: [111.5], payments: [] });
  });

  test('payments by the card’s last four digits', async () => {
    for (const search of ['4242', '•••• 4242', 'Visa •••• 4242', 'visa 4242', 'card ending in 4242'])
      expect((await named(search)).payments, search).toEqual([289]);
    expect((await named('4243')).payments).toEqual([]);
  });

  test('an order and its payment by the order’s id or the transaction', async () => {
    for (const search of [orderId, orderId.toUpperCase(), intentId])
      expect(await named(search), search).toEqual({ people: [], orders: [289], payments: [289] });
    expect((await find(seller.id)).people.items.map(({ _id }) => _id)).toEqual([seller.id]);
  });

  test('nothing for a blank text, and nothing that only looks like an id', async () => {
    for (const search of ['', '   ', 'pi_nothing', '00000000-0000-7000-8000-000000000000', '%', '__', "'; --", '\u{1f4f1}'.repeat(150)])
      expect(await named(search), search).toEqual({ people: [], orders: [], payments: [] });
  });

  test('more than one page of each kind, every row once', async () => {
    const many = await createPerson(shop, 'buyer', { name: 'Mara Many' });
    for (let count = 0; count < 3; count += 1) await sellTo(shop, many, await createListing(shop, seller, { resale_price: `${500 + count}` }));
    for (const kind of ['orders', 'payments'] as const) {
      const amounts: number[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: Found[typeof kind] = (await find('mara', `&kind=${kind}&limit=1&cursor=${cursor}`))[kind];
        amounts.push(...page.items.map((row) => ('price' in row ? row.price : row.amount)));
        cursor = page.next;
      }
      expect(amounts, kind).toEqual([502, 501, 500]);
    }
    expect((await shop.call('GET', '/find?search=mara&kind=orders&cursor=bogus', { as: admin.token })).status).toBe(400);
  });
});

test.each([
  ['4242', 'number', 424_200, '4242'],
  ['$1,299.50', 'number', 129_950, null],
  ['Visa •••• 0005', 'number', null, '0005'],
  ['5550107788', 'words', null, null],
  ['maya 2', 'words', null, null],
  ['0.10', 'words', null, null],
] as const)('What is typed is read for what it can be: %s', (typed, kind, cents, last4) => expect(readSought(typed)).toMatchObject({ kind, cents, last4 }));

describe('A person’s page', () => {
  async function open(id: string): Promise<PersonDetails> {
    return (await shop.call('GET', `/people/${id}`, { as: admin.token })).body as PersonDetails;
  }

  test('says who they are and what they did', async () => {
    const person = await open(seller.id);
    expect(person).toMatchObject({ name: 'Sigrid Søren', email: seller.email, role: 'seller', verified: false, state: 'active' });
    expect(person.sessions).toHaveLength(1);
    const { listings, sales, reportsReceived, decisions } = person.records;
    expect(listings.items.map(({ state }) => state)).toContain('sold');
    expect(sales.items.at(-1)).toMatchObject({ title: 'Galaxy S21', state: 'paid', amount: 289, orderId, person: { _id: buyer.id, name: 'Bea Buyer' } });
    expect(reportsReceived.items).toMatchObject([{ state: 'open', note: 'Looks wrong.', person: { name: 'Otto Other' } }]);
    expect(decisions.items).toMatchObject([{ state: 'warning', note: 'Be kinder.' }]);
    const { orders, payments, reportsMade } = (await open(buyer.id)).records;
    expect(orders.items).toMatchObject([{ state: 'paid', amount: 289, person: { name: 'Sigrid Søren' } }]);
    expect(payments.items).toMatchObject([{ state: 'kept', amount: 289, note: intentId, orderId }]);
    expect(reportsMade.items).toEqual([]);
  });

  test('leads to their listings, except those that have no page anymore', async () => {
    const person = await createPerson(shop, 'seller');
    const [shown, gone] = [await createListing(shop, person), await createListing(shop, person)];
    expect((await shop.call('DELETE', `/products/${gone}`, { as: person.token })).status).toBe(200);
    const { listings } = (await open(person.id)).records;
    expect(listings.items.map(({ _id, listingId: leadsTo }) => [_id, leadsTo])).toEqual([
      [gone, null],
      [shown, shown],
    ]);
  });

  test('leads from reports, decisions and reported conversations to no listing that was removed', async () => {
    const [person, reporter] = [await createPerson(shop, 'seller'), await createPerson(shop, 'buyer')];
    const listing = await createListing(shop, person);
    const post = (as: Person, path: string, body: object) => shop.call('POST', path, { as: as.token, body });
    expect((await post(reporter, '/reportedItems', { _id: listing, reason: 'fake' })).status).toBe(201);
    const { _id: conversation } = (await post(reporter, '/conversations', { productId: listing })).body as { _id: string };
    expect((await post(reporter, `/conversations/${conversation}/reports`, { reason: 'Threats.' })).status).toBe(201);
    const links = async () => {
      const { reportsReceived, conversationsReported, decisions } = (await open(person.id)).records;
      const { reportsMade } = (await open(reporter.id)).records;
      return [reportsReceived, conversationsReported, reportsMade, decisions].flatMap(({ items }) => items.map(({ listingId: leadsTo }) => leadsTo));
    };
    expect(await links()).toEqual([listing, listing, listing]);
    expect((await post(admin, '/decisions', { kind: 'removal', listingId: listing, reason: 'A fake.' })).status).toBe(201);
    expect(await links()).toEqual([null, null, null, null]);
  });

  test('lists logins with browser and network', async () => {
    await shop.services.db
      .insertInto('audit_log')
      .values({
        ...{ id: '01890000-0000-7000-8000-000000000009', number: null, at: 1_000_000, actor_role: 'buyer', actor_id: buyer.id, act: 'signed_in' },
        ...{ subject_kind: 'user', subject_id: buyer.id, network: '203.0.113.0', request_id: null, before: null, previous: null, hash: null },
        after: JSON.stringify({ way: 'password', device: 'Firefox on Windows', new: true }),
      })
      .execute();
    expect((await open(buyer.id)).records.signIns.items).toMatchObject([{ state: 'signed_in', title: 'Firefox on Windows', note: '203.0.113.0' }]);
  });

  test('lists problems and their decisions, missed meetings, reviews about them, and what others reported of them', async () => {
    const { db } = shop.services;
    const rude = await createPerson(shop, 'buyer', { name: 'Rudi Rude' });
    const order = await sellTo(shop, rude, await createListing(shop, seller));
    const [author, subject] = [seller.id, rude.id];
    await createNoShow(shop, order);
    const problem = { id: 'p1', order_id: order, opened_by: 'buyer', reason: 'not_working', opened_at: 5, answer: 'refuse', offer_cents: null } as const;
    const decision = { decision: 'partial', decision_cents: 4050, decision_reason: 'Both are half right.', decided_by: admin.id, decided_at: 6 } as const;
    await db
      .insertInto('problems')
      .values({ ...problem, ...decision })
      .execute();
    await db.updateTable('fulfillments').set({ state: 'decided', ended_at: 6 }).where('order_id', '=', order).execute();
    const review = { order_id: order, created_at: 7, visible_at: 7, answer: null, answered_at: null, removed_at: null, removed_reason: null };
    await db
      .insertInto('reviews')
      .values([
        { ...review, id: 'r1', side: 'seller', author_id: author, subject_id: subject, stars: 2, text: 'Came late.', reported_at: null },
        { ...review, id: 'r2', side: 'buyer', author_id: subject, subject_id: author, stars: 1, text: 'Awful.', reported_at: 8 },
      ])
      .execute();
    await db.insertInto('review_reports').values({ review_id: 'r2', reporter_id: author, reason: 'An insult.', created_at: 8, closed_at: null }).execute();
    await shop.call('POST', `/orders/${order}/conversation`, { as: rude.token });
    const { id: conversationId } = await db.selectFrom('conversations').select('id').where('buyer_id', '=', rude.id).executeTakeFirstOrThrow();
    await db
      .insertInto('conversation_reports')
      .values({
        ...{ id: 'c1', conversation_id: conversationId, reporter_id: author, reported_id: subject, side: 'seller' },
        ...{ reason: 'Threats.', last_number: 0, created_at: 9, closed_at: null },
      })
      .execute();

    const { problems, noShows, reviews, reviewsReported, conversationsReported } = (await open(rude.id)).records;
    const person = { _id: seller.id, name: 'Sigrid Søren' };
    expect(problems.items).toMatchObject([{ state: 'partial', amount: 40.5, note: 'not working: Both are half right.', orderId: order, person }]);
    expect(noShows.items).toMatchObject([{ state: 'unanswered', orderId: order, person }]);
    expect(reviews.items).toMatchObject([{ state: 'written', note: '2 of 5: Came late.', person }]);
    expect(reviewsReported.items).toMatchObject([{ state: 'reported', note: '1 of 5: Awful.', person }]);
    expect(conversationsReported.items).toMatchObject([{ state: 'open', note: 'Threats.', person }]);
    await db.updateTable('problems').set({ decision: null, decision_cents: null, decision_reason: null }).where('id', '=', 'p1').execute();
    for (const [state, shown] of [
      ['escalated', 'open'],
      ['to_arrange', 'closed'],
    ] as const) {
      await db.updateTable('fulfillments').set({ state, ended_at: null }).where('order_id', '=', order).execute();
      expect((await open(rude.id)).records.problems.items).toMatchObject([{ state: shown, note: 'not working' }]);
    }
    const sellers = (await open(seller.id)).records;
    expect(sellers.problems.items).toMatchObject([{ person: { _id: rude.id, name: 'Rudi Rude' } }]);
    expect([sellers.noShows.items, sellers.reviewsReported.items, sellers.conversationsReported.items]).toEqual([[], [], []]);

    const details = (await shop.call('GET', `/orders/${order}/details`, { as: admin.token })).body as OrderDetails;
    expect(details).toMatchObject({ hasProblem: true, fulfillment: { state: 'to_arrange' } });
    expect((await shop.call('GET', `/problems/${order}`, { as: admin.token })).status).toBe(200);
  });

  test('says when they deleted their account, and shows nothing of them', async () => {
    const leaving = await createPerson(shop, 'buyer', { name: 'Lea Leaving' });
    await shop.call('DELETE', `/personalData?email=${leaving.email}`, { as: leaving.token });
    const gone = await open(leaving.id);
    expect(gone).toMatchObject({ name: 'Deleted account', email: '', state: 'deleted', sessions: [] });
    expect(JSON.stringify(gone)).not.toMatch(/Lea|Leaving/u);
  });

  test('shows each list page by page', async () => {
    const path = `/people/${seller.id}/records?part=listings&limit=2`;
    const first = (await shop.call('GET', path, { as: admin.token })).body as PersonDetails['records']['listings'];
    const second = (await shop.call('GET', `${path}&cursor=${first.next}`, { as: admin.token })).body as typeof first;
    expect(new Set([...first.items, ...second.items].map(({ _id }) => _id)).size).toBe(4);
    expect((await shop.call('GET', `/people/${seller.id}/records?part=secrets`, { as: admin.token })).status).toBe(400);
    expect((await shop.call('GET', '/people/nobody', { as: admin.token })).status).toBe(404);
  });
});

test('An order’s page has its people, money, history and notifications', async () => {
  const details = (await shop.call('GET', `/orders/${orderId}/details`, { as: admin.token })).body as OrderDetails;
  expect(details).toMatchObject({
    ProductName: 'Galaxy S21',
    state: 'paid',
    price: 289,
    buyer: { _id: buyer.id, name: 'Bea Buyer' },
    seller: { _id: seller.id, name: 'Sigrid Søren' },
    listing: { _id: listingId, state: 'sold' },
    payments: [{ transactionId: intentId, card: { last4: '4242' } }],
    ledger: [{ kind: 'charge', reference: intentId, amount: 289 }],
    disputes: [],
  });
  expect(details.history.map(({ why, person }) => [why, person?.name])).toEqual([
    ['booked', 'Bea Buyer'],
    ['payment_begun', 'Bea Buyer'],
    ['payment_arrived', 'Bea Buyer'],
  ]);
  expect(details.notifications.map(({ to }) => to.name).toSorted()).toEqual(['Bea Buyer', 'Sigrid Søren']);
  expect((await shop.call('GET', '/orders/nothing/details', { as: admin.token })).status).toBe(404);
});

test('An order’s page says how the handover was proved', async () => {
  const receiver = await createPerson(shop, 'buyer', { name: 'Pia Proves' });
  const order = await sellTo(shop, receiver, await createListing(shop, seller));
  const post = async (as: Person, path: string, body: object) =>
    expect((await shop.call('POST', `/orders/${order}${path}`, { as: as.token, body })).status).toBe(200);
  await post(seller, '/handover/code', await typedCode(shop, { orderId: order }));
  const read = async () => (await shop.call('GET', `/orders/${order}/details`, { as: admin.token })).body as OrderDetails;
  expect(await read()).toMatchObject({ handover: [{ direction: 'handover', side: 'seller', how: 'typed' }], hasProblem: false });
  await post(receiver, '/handover/confirmation', await confirmation(shop, { orderId: order }));
  const { handover } = await read();
  expect(handover.toSorted((a, b) => a.side.localeCompare(b.side))).toMatchObject([
    { side: 'buyer', how: 'confirmed', countedAt: expect.any(String) },
    { side: 'seller', how: 'typed', countedAt: expect.any(String) },
  ]);
});

test('Whoever looks somebody or something up is in the audit log, without what they typed', async () => {
  await find('bea');
  await shop.call('GET', `/people/${buyer.id}`, { as: admin.token });
  await shop.call('GET', `/people/${buyer.id}/records?part=orders`, { as: admin.token });
  await shop.call('GET', `/orders/${orderId}/details`, { as: admin.token });
  const { body } = await shop.call('GET', '/auditLog?limit=4', { as: admin.token });
  expect(body).toMatchObject([
    { act: 'order_viewed', subject: { kind: 'order', _id: orderId }, by: { role: 'admin', name: 'Ada Admin' } },
    { act: 'person_viewed', subject: { kind: 'user', _id: buyer.id }, after: { part: 'orders' } },
    { act: 'person_viewed', subject: { kind: 'user', _id: buyer.id }, after: { part: 'all' } },
    { act: 'records_searched', subject: { kind: 'search', _id: 'words' }, after: { people: 1, orders: 1, payments: 1 } },
  ]);
});

test('Nobody but admins can look anything up', async () => {
  for (const path of ['/find?search=bea', `/people/${buyer.id}`, `/people/${buyer.id}/records?part=orders`, `/orders/${orderId}/details`]) {
    expect((await shop.call('GET', path)).status, path).toBe(401);
    for (const other of [buyer, seller]) expect((await shop.call('GET', path, { as: other.token })).status, path).toBe(403);
  }
});
