import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Decision, OwnDecision } from '#contract/decisions.ts';
import type { ListingDetail } from '#contract/listings.ts';
import type { Notification } from '#contract/notifications.ts';
import type { OrderReviews, ReportedReview, Review } from '#contract/reviews.ts';
import type { Seller } from '#contract/sellers.ts';
import { days } from '#contract/shared/durations.ts';
import { createApp, serveShopPages } from '#server/app.ts';
import { compose } from '#server/composition.ts';
import { createTestApp, mailsTo, type TestApp } from '#test/support/app.ts';
import { createNoShow } from '#test/support/world/meetings.ts';
import { completeOrder, createListing, createPerson, type Person, sellTo, tokenNow } from '#test/support/world/world.ts';
import { reportReview } from './commands.ts';
import { sweepShownReviews } from './index.ts';

let shop: TestApp;
let seller: Person;
let buyer: Person;
let admin: Person;

beforeAll(async () => {
  shop = await createTestApp({}, { pages: true });
  admin = await createPerson(shop, 'admin');
}, 120_000);
afterAll(() => shop.close());

/** A sale by new people, complete unless `isOpen`. */
async function sale({ isOpen = false } = {}): Promise<string> {
  [seller, buyer] = [await createPerson(shop, 'seller', { name: 'Ana Maria Silva' }), await createPerson(shop, 'buyer', { name: 'Rui Costa' })];
  const orderId = await sellTo(shop, buyer, await createListing(shop, seller));
  if (!isOpen) await completeOrder(shop, orderId);
  return orderId;
}

/** Moves an order's end into the past, so that this much time (ms) is left to review it. */
const leave = (orderId: string, left: number) =>
  shop.services.db
    .updateTable('fulfillments')
    .set({ ended_at: shop.clock.now() - days(14) + left })
    .where('order_id', '=', orderId)
    .execute();
const write = async (orderId: string, as: Person, body: object = { stars: 5 }) =>
  shop.call('PUT', `/orders/${orderId}/review`, { as: await tokenNow(shop, as), body });
const read = async (orderId: string, as: Person) =>
  (await shop.call('GET', `/orders/${orderId}/reviews`, { as: await tokenNow(shop, as) })).body as OrderReviews;
const reviewsOf = async ({ id }: Person) => (await shop.call('GET', `/sellers/${id}/reviews`)).body as Review[];
const ratingOf = async ({ id }: Person) => ((await shop.call('GET', `/sellers/${id}`)).body as Seller).rating;
const newsOf = async (person: Person) =>
  ((await shop.call('GET', '/notifications', { as: await tokenNow(shop, person) })).body as Notification[]).filter(({ kind }) => kind.startsWith('review'));

describe('Writing a review', () => {
  test('Both sides of a complete order rate each other, and nobody reads anything before both have', async () => {
    const orderId = await sale();
    expect(await read(orderId, buyer)).toMatchObject({ writeUntil: new Date(shop.clock.now() + days(14)).toISOString(), own: null, theirs: null });
    expect((await write(orderId, buyer, { stars: 4, text: ' As described. ' })).status).toBe(200);
    expect((await read(orderId, buyer)).own).toMatchObject({ stars: 4, text: 'As described.', isVisible: false });
    expect((await read(orderId, seller)).theirs).toBeNull();
    expect([await reviewsOf(seller), await ratingOf(seller)]).toEqual([[], null]);
    expect(await newsOf(seller)).toMatchObject([{ kind: 'review_asked', subject: 'Rui Costa has reviewed you', path: `/dashboard/orders/${orderId}` }]);

    expect((await write(orderId, seller, { stars: 5, text: 'On time.' })).status).toBe(200);
    expect(await read(orderId, buyer)).toMatchObject({ writeUntil: null, theirs: { author: 'Ana', stars: 5, text: 'On time.', canAnswer: true } });
    expect(await reviewsOf(seller)).toMatchObject([{ author: 'Rui', stars: 4, text: 'As described.' }]);
    expect(await ratingOf(seller)).toEqual({ average: 4, count: 1 });
    for (const person of [buyer, seller]) {
      expect((await newsOf(person)).filter(({ kind }) => kind === 'reviews_shown')).toHaveLength(1);
      expect((await mailsTo(shop, person.email)).map(({ subject }) => subject)).toContain('Your reviews are in');
    }
  });

  test('Shows on the seller’s page with the buyer’s first name only, and counts for search engines', async () => {
    const orderId = await sale();
    await write(orderId, buyer, { stars: 3, text: 'Fair <b>deal</b>.' });
    await write(orderId, seller, { stars: 5 });
    const { body } = await shop.app.inject(`/seller/${seller.id}`);
    expect(body).toContain('Fair &lt;b&gt;deal&lt;/b&gt;.');
    expect(body).toContain('"aggregateRating":{"@type":"AggregateRating","ratingValue":3,"reviewCount":1');
    expect(body).not.toContain('Costa');
  });

  test('Can be changed until it is visible, and not afterwards', async () => {
    const orderId = await sale();
    await write(orderId, buyer, { stars: 1, text: 'Bad.' });
    expect((await write(orderId, buyer, { stars: 2 })).status).toBe(200);
    expect((await read(orderId, buyer)).own).toMatchObject({ stars: 2, text: '' });
    expect(await newsOf(seller)).toHaveLength(1);
    await write(orderId, seller);
    expect(await write(orderId, buyer, { stars: 5 })).toMatchObject({ status: 409 });
    expect((await reviewsOf(seller))[0]?.stars).toBe(2);
    expect(await shop.services.db.selectFrom('reviews').select('id').where('order_id', '=', orderId).execute()).toHaveLength(2);
  });

  test('The same review or answer, sent again because its reply was lost, counts as written and notifies nobody twice', async () => {
    const orderId = await sale();
    const review = { stars: 4, text: 'As described.' };
    await write(orderId, seller);
    // The second of the two is visible at once.
    for (const status of [200, 200]) expect((await write(orderId, buyer, review)).status).toBe(status);
    expect((await write(orderId, buyer, { ...review, stars: 5 })).status).toBe(409);
    const id = (await reviewsOf(seller))[0]?._id;
    const answer = async (text: string) => (await shop.call('POST', `/reviews/${id}/answer`, { as: await tokenNow(shop, seller), body: { text } })).status;
    expect(await Promise.all([answer('Thanks!'), answer('Thanks!')])).toEqual([200, 200]);
    expect(await answer('Thanks again!')).toBe(409);
    expect((await newsOf(buyer)).map(({ kind }) => kind).toSorted()).toEqual(['review_answered', 'review_asked', 'reviews_shown']);
  });

  test('Is possible for 14 days after the end of the order, to the millisecond, and shows then by itself', async () => {
    const orderId = await sale();
    await leave(orderId, 1000);
    await write(orderId, buyer, { stars: 5, text: 'Alone.' });
    shop.clock.advance(999);
    expect((await write(orderId, buyer, { stars: 4, text: 'Alone.' })).status).toBe(200);
    expect(await reviewsOf(seller)).toEqual([]);
    shop.clock.advance(1);
    expect(await reviewsOf(seller)).toMatchObject([{ stars: 4, text: 'Alone.' }]);
    expect(await read(orderId, seller)).toMatchObject({ writeUntil: null, own: null, theirs: { stars: 4 } });
    for (const person of [buyer, seller])
      expect(await write(orderId, person)).toMatchObject({ status: 409, body: { message: expect.stringContaining('over') } });
  });

  test('Notifies the person reviewed once when it shows by itself, unless it was removed or both have read it before', async () => {
    const kindsOf = async (person: Person) => (await newsOf(person)).map(({ kind }) => kind).toSorted();
    const sweep = () => Promise.all([sweepShownReviews(shop.services), sweepShownReviews(shop.services)]);
    const both = await sale();
    for (const person of [buyer, seller]) await write(both, person);
    const informed = [buyer, seller];
    const removed = await sale();
    await leave(removed, 1000);
    await write(removed, buyer);
    await shop.services.db.updateTable('reviews').set({ removed_at: 1, removed_reason: 'Threats.' }).where('order_id', '=', removed).execute();
    const spared = seller;
    const alone = await sale();
    await leave(alone, 1000);
    await write(alone, buyer);
    await sweep();
    expect(await kindsOf(seller)).toEqual(['review_asked']);
    shop.clock.advance(1000);
    for (let time = 0; time < 2; time += 1) await sweep();
    expect(await kindsOf(seller)).toEqual(['review_asked', 'review_shown']);
    expect((await newsOf(seller)).find(({ kind }) => kind === 'review_shown')).toMatchObject({
      subject: 'You can read Rui Costa’s review of you',
      text: expect.stringContaining('so everyone can read it now'),
      path: `/dashboard/orders/${alone}`,
    });
    expect(await kindsOf(buyer)).toEqual([]);
    expect(await kindsOf(spared)).toEqual(['review_asked']);
    for (const person of informed) expect((await kindsOf(person)).filter((kind) => kind !== 'review_asked')).toEqual(['reviews_shown']);
  });

  test('Tells a buyer, whom nobody else reads about, that they can read it', async () => {
    const orderId = await sale();
    await leave(orderId, 1000);
    await write(orderId, seller);
    shop.clock.advance(1000);
    await sweepShownReviews(shop.services);
    expect((await newsOf(buyer)).find(({ kind }) => kind === 'review_shown')?.text).toContain('so you can read it now');
  });

  test('Counts once it shows by itself, also where the seller’s record was read before it was written', async () => {
    const orderId = await sale();
    const id = await createListing(shop, seller);
    const ratings = async () => [await ratingOf(seller), ((await shop.call('GET', `/selectedItem/${id}`)).body as ListingDetail).seller.rating];
    await leave(orderId, 1000);
    expect(await ratings()).toEqual([null, null]);
    await write(orderId, buyer, { stars: 1 });
    expect(await ratings()).toEqual([null, null]);
    shop.clock.advance(1000);
    const rating = { average: 1, count: 1 };
    expect(await ratings()).toEqual([rating, rating]);
  });

  test('Is not possible before the order is complete, after a cancellation, or after a decision without a handover', async () => {
    const orderId = await sale({ isOpen: true });
    const put = (set: object) => shop.services.db.updateTable('fulfillments').set(set).where('order_id', '=', orderId).execute();
    expect(await write(orderId, buyer)).toMatchObject({ status: 409, body: { code: 'order_changed' } });
    for (const state of ['handed_over', 'canceled', 'decided'] as const) {
      await put({ state, ended_at: shop.clock.now() });
      expect((await write(orderId, buyer)).status, state).toBe(409);
      expect(await read(orderId, buyer)).toEqual({ writeUntil: null, own: null, theirs: null });
    }
    await put({ state: 'decided', handed_over_at: 1 });
    expect((await write(orderId, buyer)).status).toBe(200);
  });

  test('Is nobody else’s: strangers, admins and visitors can’t write or read it', async () => {
    const orderId = await sale();
    await write(orderId, buyer);
    for (const other of [await createPerson(shop, 'buyer'), await createPerson(shop, 'seller'), admin]) {
      expect((await write(orderId, other)).status).toBe(404);
      expect((await shop.call('GET', `/orders/${orderId}/reviews`, { as: await tokenNow(shop, other) })).status).toBe(404);
    }
    expect((await shop.call('PUT', `/orders/${orderId}/review`, { body: { stars: 5 } })).status).toBe(401);
  });

  test.each([
    ['no stars', {}, 422],
    ['none', { stars: 0 }, 422],
    ['six', { stars: 6 }, 422],
    ['a half', { stars: 4.5 }, 422],
    ['text for stars', { stars: '5' }, 422],
    ['text too long', { stars: 5, text: 'a'.repeat(1001) }, 422],
    ['a hundred thousand characters', { stars: 5, text: 'a'.repeat(100_000) }, 422],
    ['NUL', { stars: 5, text: 'a\0b' }, 422],
    ['half a character', { stars: 5, text: 'a\ud800' }, 422],
    ['a list', { stars: 5, text: ['a'] }, 422],
  ])('Refuses %s', async (_, body, status) => {
    const orderId = await sale();
    expect((await write(orderId, buyer, body)).status).toBe(status);
    expect((await read(orderId, buyer)).own).toBeNull();
  });

  test('Keeps hostile text as it is, and never as markup or a link', async () => {
    const orderId = await sale();
    const text = `<script>alert(1)</script> <img src=x onerror=alert(1)> javascript:alert(1) https://evil.example.test \u202ea ${'📱'.repeat(50)}`;
    await write(orderId, buyer, { stars: 5, text });
    await write(orderId, seller);
    expect((await reviewsOf(seller))[0]?.text).toBe(text);
    const { body } = await shop.app.inject(`/seller/${seller.id}`);
    expect(body).not.toMatch(/<script>alert|<img src=x|href="(?:javascript|https:\/\/evil)/u);
    expect((await write(await sale(), buyer, { stars: 5, text: '📱'.repeat(1000) })).status).toBe(200);
  });

  test('Both sides writing at the same moment see both reviews at once', async () => {
    for (let time = 0; time < 5; time += 1) {
      const orderId = await sale();
      const replies = await Promise.all([write(orderId, buyer), write(orderId, seller)]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      expect(await reviewsOf(seller)).toHaveLength(1);
      expect((await newsOf(buyer)).filter(({ kind }) => kind === 'reviews_shown')).toHaveLength(1);
    }
  });
});

describe('In two processes', () => {
  let other: { app: FastifyInstance; close(): Promise<void> };
  beforeAll(async () => {
    const { services, close } = await compose(shop.config, { clock: shop.clock, onFault: () => {} });
    const app = await createApp(services, { logLevel: 'silent', checkReplies: true, dev: false });
    await serveShopPages(app, services, { dev: false });
    other = {
      app,
      async close() {
        await app.close();
        await close();
      },
    };
  });
  afterAll(() => other.close());

  test('A review shows in both at the moment when its time is over, also on pages that were cached just before', async () => {
    const orderId = await sale();
    await leave(orderId, 60_000);
    await write(orderId, buyer, { stars: 5, text: 'At last.' });
    const both = async () => Promise.all([shop.app, other.app].map(async (app) => (await app.inject(`/seller/${seller.id}`)).body.includes('At last.')));
    shop.clock.advance(30_000);
    for (let time = 0; time < 3; time += 1) expect(await both()).toEqual([false, false]);
    shop.clock.advance(30_000);
    expect(await both()).toEqual([true, true]);
  });
});

describe('Answering a review', () => {
  test('The person reviewed answers once, and the author is told', async () => {
    const orderId = await sale();
    await write(orderId, buyer, { stars: 2, text: 'Late.' });
    const { db } = shop.services;
    const { id } = await db.selectFrom('reviews').select('id').where('order_id', '=', orderId).executeTakeFirstOrThrow();
    const answer = async (as: Person, text = 'The bus was late.') =>
      shop.call('POST', `/reviews/${id}/answer`, { as: await tokenNow(shop, as), body: { text } });
    // Hidden: it is as if it weren't there.
    expect((await answer(seller)).status).toBe(404);
    await write(orderId, seller);
    for (const someone of [buyer, admin, await createPerson(shop, 'seller')]) expect((await answer(someone)).status).toBe(404);
    expect((await answer(seller, 'a'.repeat(501))).status).toBe(422);
    expect((await answer(seller, '  ')).status).toBe(422);
    expect((await answer(seller)).status).toBe(200);
    expect((await answer(seller, 'Again.')).status).toBe(409);
    expect((await reviewsOf(seller))[0]).toMatchObject({ text: 'Late.', answer: 'The bus was late.' });
    expect((await newsOf(buyer)).map(({ kind }) => kind)).toContain('review_answered');
  });
});

describe('Reporting a review', () => {
  async function reported(): Promise<{ id: string; orderId: string; reporter: Person }> {
    const orderId = await sale();
    await write(orderId, buyer, { stars: 1, text: 'Rude words.' });
    await write(orderId, seller);
    const id = (await reviewsOf(seller))[0]?._id ?? '';
    const reporter = await createPerson(shop, 'buyer');
    for (const as of [seller, reporter, reporter])
      await shop.call('POST', `/reviews/${id}/reports`, { as: await tokenNow(shop, as), body: { reason: 'It is insulting.' } });
    return { id, orderId, reporter };
  }
  const queue = async () => (await shop.call('GET', '/reportedReviews', { as: await tokenNow(shop, admin) })).body as ReportedReview[];
  const decide = async (id: string, decision: string, reason = 'It breaks our rules.') =>
    shop.call('POST', `/reportedReviews/${id}/decision`, { as: await tokenNow(shop, admin), body: { decision, reason } });

  test('An admin removes it with a reason: it is gone everywhere, no longer counts, and everyone concerned is told', async () => {
    const { id, orderId, reporter } = await reported();
    const row = (await queue()).find(({ _id }) => _id === id);
    expect(row).toMatchObject({
      text: 'Rude words.',
      author: { name: 'Rui Costa' },
      subject: { name: 'Ana Maria Silva' },
      reasons: ['It is insulting.', 'It is insulting.'],
    });
    const replies = await Promise.all([decide(id, 'remove'), decide(id, 'remove')]);
    expect(replies.map(({ body }) => (body as { modifiedCount: number }).modifiedCount).toSorted()).toEqual([0, 1]);
    expect(await queue()).not.toContainEqual(expect.objectContaining({ _id: id }));
    expect([await reviewsOf(seller), await ratingOf(seller)]).toEqual([[], null]);
    expect((await read(orderId, seller)).theirs).toBeNull();
    expect((await read(orderId, buyer)).own).toMatchObject({ isVisible: false, removedReason: 'It breaks our rules.' });
    for (const [person, subject] of [
      [buyer, 'Your review was removed'],
      [seller, 'A review of you was removed'],
      [reporter, 'The review you reported was removed'],
    ] as const)
      expect((await newsOf(person)).filter(({ kind }) => kind === 'review_decided')).toMatchObject([
        { subject, text: expect.stringContaining('“It breaks our rules.”') },
      ]);
    // It isn't written again in its place.
    expect((await write(orderId, buyer)).status).toBe(409);
  });

  test('An admin restores it for thirty days: it is back everywhere, counts, and everyone concerned is told', async () => {
    const { id, orderId, reporter } = await reported();
    const removed = async () => (await shop.call('GET', '/reportedReviews?show=removed', { as: await tokenNow(shop, admin) })).body as ReportedReview[];
    expect((await decide(id, 'restore')).body).toMatchObject({ modifiedCount: 0 });
    await decide(id, 'remove', 'It is rude.');
    expect(await removed()).toContainEqual(expect.objectContaining({ _id: id, removedReason: 'It is rude.', removedAt: expect.any(String), reasons: [] }));
    const replies = await Promise.all([decide(id, 'restore', 'It is true.'), decide(id, 'restore', 'It is true.')]);
    expect(replies.map(({ body }) => (body as { modifiedCount: number }).modifiedCount).toSorted()).toEqual([0, 1]);
    expect([(await reviewsOf(seller)).map(({ text }) => text), await ratingOf(seller)]).toEqual([['Rude words.'], { average: 1, count: 1 }]);
    expect((await read(orderId, buyer)).own).toMatchObject({ isVisible: true, removedReason: null });
    expect([await queue(), await removed()].flat().map(({ _id }) => _id)).not.toContain(id);
    for (const [person, subject] of [
      [buyer, 'Your review was restored'],
      [seller, 'A review of you was restored'],
      [reporter, 'The review you reported was restored'],
    ] as const)
      expect(await newsOf(person)).toContainEqual(expect.objectContaining({ subject, text: expect.stringContaining('It is true.') }));

    const other = await reported();
    await decide(other.id, 'remove');
    await shop.services.db
      .updateTable('reviews')
      .set({ removed_at: shop.clock.now() - 31 * 86_400_000 })
      .where('id', '=', other.id)
      .execute();
    expect((await decide(other.id, 'restore')).body).toMatchObject({ modifiedCount: 0 });
    expect((await removed()).map(({ _id }) => _id)).not.toContain(other.id);
  });

  test('Whoever undoes its removal is told when its author was removed, and can once they are restored', async () => {
    const { id } = await reported();
    await decide(id, 'remove');
    const asAdmin = async (method: string, path: string, body?: object) => shop.call(method, path, { as: await tokenNow(shop, admin), ...(body && { body }) });
    const decisions = (await asAdmin('GET', '/decisions?show=standing&kind=removal')).body as Decision[];
    const decision = decisions.find(({ review, seller: author }) => review !== null && author._id === buyer.id);
    const undo = () => asAdmin('POST', `/decisions/${decision?._id}/undo`, { reason: 'It is true.' });
    await asAdmin('DELETE', `/users/sellers/${buyer.id}`);
    expect(await undo()).toMatchObject({ status: 409, body: { message: expect.stringContaining('was removed or deleted their account') } });
    await asAdmin('POST', `/removedItems/${buyer.id}/restore`);
    expect((await undo()).body).toMatchObject({ modifiedCount: 1 });
  });

  test('Why it was removed goes with the account of its author', async () => {
    const { id } = await reported();
    await decide(id, 'remove', 'It says “Rude words.”');
    expect((await shop.call('DELETE', `/personalData?email=${buyer.email}`, { as: await tokenNow(shop, buyer) })).status).toBe(200);
    const erased = await shop.services.db.selectFrom('reviews').select(['stars', 'text', 'removed_reason']).where('id', '=', id).executeTakeFirst();
    expect(erased).toEqual({ stars: 1, text: '', removed_reason: '' });
  });

  test('Its removal is a decision that its author can appeal, of either side, and that undoing it restores, as restoring it undoes the decision', async () => {
    const { id, orderId } = await reported();
    const decisionsOf = async (person: Person) => (await shop.call('GET', '/myDecisions', { as: await tokenNow(shop, person) })).body as OwnDecision[];
    const send = async (as: Person, path: string, body: object) => shop.call('POST', path, { as: await tokenNow(shop, as), body });
    await decide(id, 'remove', 'It is rude.');
    const [decision] = await decisionsOf(buyer);
    const shown = { kind: 'removal', as: 'seller', listing: null, review: { orderId, stars: 1, text: 'Rude words.' } };
    expect(decision).toMatchObject({ ...shown, reason: 'It is rude.', undoneAt: null, answer: null });
    expect(await decisionsOf(seller)).toEqual([]);
    expect(await newsOf(buyer)).toContainEqual(
      expect.objectContaining({ path: '/dashboard/decisions', text: expect.stringContaining('“It is rude.” If you disagree, you can appeal once') }),
    );
    expect((await send(seller, `/myDecisions/${decision?._id}/answer`, { text: 'Not mine.' })).status).toBe(404);
    const { body } = await send(buyer, `/myDecisions/${decision?._id}/answer`, { text: 'It is true.' });
    await send(admin, `/answers/${(body as { insertedId: string }).insertedId}/settle`, { reason: 'It is.' });
    expect((await mailsTo(shop, buyer.email)).at(-1)?.subject).toBe('We’ve read your appeal about your review');
    expect((await send(admin, `/decisions/${decision?._id}/undo`, { reason: 'It is true.' })).body).toMatchObject({ modifiedCount: 1 });
    expect((await reviewsOf(seller)).map(({ text }) => text)).toEqual(['Rude words.']);
    expect(await newsOf(buyer)).toContainEqual(expect.objectContaining({ subject: 'Your review was restored' }));
    expect((await send(admin, `/decisions/${decision?._id}/undo`, { reason: 'Again.' })).body).toMatchObject({ modifiedCount: 0 });

    expect((await decisionsOf(buyer)).map(({ undoneReason }) => undoneReason)).toEqual(['It is true.']);

    const other = await reported();
    await decide(other.id, 'remove');
    await decide(other.id, 'restore', 'After all.');
    expect(await decisionsOf(buyer)).toMatchObject([{ undoneReason: 'After all.' }]);

    const late = await reported();
    await decide(late.id, 'remove');
    await shop.services.db.updateTable('reviews').set({ removed_at: 1 }).where('id', '=', late.id).execute();
    expect((await send(admin, `/decisions/${(await decisionsOf(buyer))[0]?._id}/undo`, { reason: 'Late.' })).status).toBe(409);
    expect(await decisionsOf(buyer)).toMatchObject([{ undoneAt: null }]);
  });

  test('An admin keeps it with a reason, and a second report of the same person changes nothing', async () => {
    const { id, reporter } = await reported();
    expect((await decide(id, 'keep', '')).status).toBe(422);
    expect((await decide(id, 'hide')).status).toBe(422);
    await decide(id, 'keep');
    expect(await reviewsOf(seller)).toHaveLength(1);
    await shop.call('POST', `/reviews/${id}/reports`, { as: await tokenNow(shop, reporter), body: { reason: 'Again.' } });
    expect(await queue()).not.toContainEqual(expect.objectContaining({ _id: id }));
    expect((await newsOf(buyer)).map(({ subject }) => subject)).toContain('Your review stays');
  });

  test('A review that was removed while it is reported stays out of the queue', async () => {
    const { id } = await reported();
    await decide(id, 'remove', 'Names a person.');
    const report = { id, reporterId: (await createPerson(shop, 'buyer')).id, reason: 'Rude.', now: shop.clock.now() };
    await expect(reportReview(shop.services.db, report)).rejects.toMatchObject({ status: 404 });
    expect((await queue()).map(({ _id }) => _id)).not.toContain(id);
    expect(await shop.services.db.selectFrom('review_reports').select('reporter_id').where('reporter_id', '=', report.reporterId).execute()).toEqual([]);
  });

  test('A review of a buyer is reported by its two sides only, since nobody else can read it', async () => {
    const orderId = await sale();
    for (const author of [buyer, seller]) await write(orderId, author);
    const { db } = shop.services;
    const { id } = await db.selectFrom('reviews').select('id').where('order_id', '=', orderId).where('side', '=', 'seller').executeTakeFirstOrThrow();
    const report = async (as: Person) => (await shop.call('POST', `/reviews/${id}/reports`, { as: as.token, body: { reason: 'Untrue.' } })).status;
    expect([await report(await createPerson(shop, 'buyer')), await report(buyer)]).toEqual([404, 201]);
  });

  test('A hidden review can’t be reported', async () => {
    const orderId = await sale();
    await write(orderId, buyer);
    const { id } = await shop.services.db.selectFrom('reviews').select('id').where('order_id', '=', orderId).executeTakeFirstOrThrow();
    expect((await shop.call('POST', `/reviews/${id}/reports`, { as: await tokenNow(shop, seller), body: { reason: 'I guess.' } })).status).toBe(404);
  });
});

describe('People who leave', () => {
  test('A buyer who deletes their account takes name and words along and leaves the stars', async () => {
    const orderId = await sale();
    await write(orderId, buyer, { stars: 4, text: 'Words of mine.' });
    await write(orderId, seller, { stars: 5, text: 'About Rui.' });
    const data = JSON.stringify((await shop.call('GET', '/personalData', { as: await tokenNow(shop, buyer) })).body);
    expect(data).toContain('Words of mine.');
    expect(data).not.toContain('About Rui.');
    expect((await shop.call('DELETE', `/personalData?email=${buyer.email}`, { as: await tokenNow(shop, buyer) })).status).toBe(200);
    expect(await reviewsOf(seller)).toMatchObject([{ author: null, stars: 4, text: '' }]);
    expect(await ratingOf(seller)).toEqual({ average: 4, count: 1 });
    expect((await shop.app.inject(`/seller/${seller.id}`)).body).not.toContain('Words of mine.');
  });

  test('A seller who deletes their account has no page anymore, and their answers are gone', async () => {
    const orderId = await sale();
    await write(orderId, buyer, { stars: 4 });
    await write(orderId, seller);
    const id = (await reviewsOf(seller))[0]?._id ?? '';
    await shop.call('POST', `/reviews/${id}/answer`, { as: await tokenNow(shop, seller), body: { text: 'Answered.' } });
    expect((await shop.call('DELETE', `/personalData?email=${seller.email}`, { as: await tokenNow(shop, seller) })).status).toBe(200);
    for (const path of [`/seller/${seller.id}`, `/api/sellers/${seller.id}`, `/api/sellers/${seller.id}/reviews`, `/api/sellers/${seller.id}/products`])
      expect((await shop.app.inject(path)).statusCode, path).toBe(404);
    expect((await read(orderId, buyer)).own).toMatchObject({ stars: 4, answer: null });
  });
});

describe('Appointments', () => {
  test('Their rate shows from three meetings on: those that ended with the handover, and those the seller admits to have missed', async () => {
    await sale();
    const own = seller;
    const ofSeller = async () => ((await shop.call('GET', `/sellers/${own.id}`)).body as Seller).appointments;
    const sell = async () => sellTo(shop, await createPerson(shop, 'buyer'), await createListing(shop, own));
    await completeOrder(shop, await sell());
    expect(await ofSeller()).toBeNull();
    const orderId = await sell();
    await createNoShow(shop, orderId);
    await shop.services.db
      .updateTable('no_shows')
      .set({ absent_side: 'seller', absent_id: own.id, result: 'admitted' })
      .where('order_id', '=', orderId)
      .execute();
    expect(await ofSeller()).toEqual({ kept: 2, all: 3 });
  });
});
