import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MeetingTalks } from '#contract/meetings.ts';
import type { PaidOrder } from '#contract/orders.ts';
import { hours, minutes } from '#contract/shared/durations.ts';
import { sweepFulfillments } from '#server/features/fulfillment/index.ts';
import { countAppointments } from '#server/features/orders/index.ts';
import { sweepPayments } from '#server/features/payments/index.ts';
import { DEADLINES } from '#server/process/deadlines.ts';
import { createTestApp, mailsTo, type TestApp } from '#test/support/app.ts';
import { disputePayment, winDispute } from '#test/support/disputes.ts';
import { confirmation } from '#test/support/world/handover.ts';
import { createListing, createPerson, type Person, sellTo, tokenNow } from '#test/support/world/world.ts';

let shop: TestApp;
let seller: Person;
let buyer: Person;

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

/** Makes a call with a fresh token: the clock moves. */
const send = async (method: string, path: string, { as, body }: { as: Person; body?: object }) =>
  shop.call(method, path, { as: await tokenNow(shop, as), ...(body && { body }) });

/** An order whose meeting is agreed for half an hour from now, of two new people. */
async function meet(): Promise<string> {
  [seller, buyer] = await Promise.all([createPerson(shop, 'seller'), createPerson(shop, 'buyer')]);
  const orderId = await sellTo(shop, buyer, await createListing(shop, seller));
  const body = { at: new Date(shop.clock.now() + minutes(30)).toISOString(), place: 'The main library' };
  const { body: proposed } = await send('POST', `/orders/${orderId}/proposals`, { as: buyer, body });
  const path = `/orders/${orderId}/proposals/${(proposed as { insertedId: string }).insertedId}/answer`;
  expect((await send('POST', path, { as: seller, body: { answer: 'accept' } })).status).toBe(200);
  return orderId;
}

const report = (orderId: string, as: Person) => send('POST', `/orders/${orderId}/noShow`, { as: as });
const answer = (orderId: string, as: Person, choice: string) => send('POST', `/orders/${orderId}/noShow/answer`, { as: as, body: { answer: choice } });
const see = async (orderId: string) => (await send('GET', `/orders/${orderId}`, { as: buyer })).body as PaidOrder;
const talks = async (orderId: string, as: Person) => (await send('GET', `/orders/${orderId}/meeting`, { as: as })).body as MeetingTalks;
const sweep = () => sweepFulfillments(shop.services, DEADLINES);
const rate = async ({ id }: Person) => (await countAppointments(shop.services.db, [id], shop.clock.now())).get(id);

async function missed(by: () => Person): Promise<string> {
  const orderId = await meet();
  shop.clock.advance(minutes(45));
  expect((await report(orderId, by() === buyer ? seller : buyer)).status).toBe(200);
  return orderId;
}

describe('A missed meeting', () => {
  test('Is reported from 15 minutes after the agreed time, once, and both are told', async () => {
    const orderId = await meet();
    expect((await report(orderId, buyer)).status).toBe(409);
    shop.clock.advance(minutes(44));
    expect((await report(orderId, buyer)).status).toBe(409);
    shop.clock.advance(minutes(1));
    const replies = await Promise.all([report(orderId, buyer), report(orderId, buyer)]);
    expect(replies.map(({ body }) => (body as { modifiedCount: number }).modifiedCount).toSorted()).toEqual([0, 1]);
    expect((await report(orderId, seller)).status).toBe(409);
    expect((await see(orderId)).fulfillment).toMatchObject({ state: 'no_show_reported', dueAt: new Date(shop.clock.now() + hours(24)).toISOString() });
    expect(await talks(orderId, seller)).toMatchObject({ noShow: { absent: 'seller' } });
    for (const { email } of [buyer, seller]) expect((await mailsTo(shop, email)).at(-1)?.subject).toMatch(/^Missed meeting/u);
    const stranger = await createPerson(shop, 'buyer');
    expect((await report(orderId, stranger)).status).toBe(404);
    expect((await answer(orderId, stranger, 'was_there')).status).toBe(404);
  });

  test('Isn’t one while the buyer’s bank reviews the payment and the seller is to keep the phone', async () => {
    const orderId = await meet();
    const { intent_id } = await shop.services.db.selectFrom('orders').select('intent_id').where('id', '=', orderId).executeTakeFirstOrThrow();
    const dispute = await disputePayment(shop, intent_id ?? '');
    shop.clock.advance(minutes(45));
    expect(await report(orderId, buyer)).toMatchObject({ status: 409, body: { code: 'disputed', message: expect.stringContaining('nobody has missed') } });
    expect((await report(orderId, seller)).status).toBe(409);
    expect((await see(orderId)).fulfillment).toMatchObject({ state: 'arranged' });
    await winDispute(shop, dispute);
    expect((await report(orderId, buyer)).status).toBe(200);
  });

  test('Can’t be called off by whoever didn’t come, before the other side can report it', async () => {
    const orderId = await meet();
    shop.clock.advance(minutes(30));
    expect(await send('DELETE', `/orders/${orderId}/meeting`, { as: seller })).toMatchObject({ status: 409, body: { code: 'order_changed' } });
    shop.clock.advance(minutes(15));
    expect((await report(orderId, buyer)).status).toBe(200);
    shop.clock.advance(hours(24));
    await sweep();
    expect(await rate(seller)).toEqual({ kept: 0, missed: 1 });
  });

  test.each([
    ['was_there', 'denied', 0],
    ['was_not_there', 'admitted', 1],
  ])('The absent seller’s answer %s leads to another meeting, and counts as it should', async (choice, _, count) => {
    const orderId = await missed(() => seller);
    expect((await answer(orderId, buyer, choice)).status).toBe(403);
    expect((await answer(orderId, seller, choice)).status).toBe(200);
    expect((await answer(orderId, seller, choice)).status).toBe(409);
    expect(await see(orderId)).toMatchObject({ state: 'paid', fulfillment: { state: 'to_arrange', meetAt: null } });
    shop.clock.advance(hours(25));
    expect(await rate(seller)).toEqual({ kept: 0, missed: count });
    expect(await rate(buyer)).toEqual({ kept: 0, missed: 0 });
  });

  test('The reporter withdraws it, and it doesn’t count', async () => {
    const orderId = await missed(() => buyer);
    expect((await answer(orderId, buyer, 'withdraw')).status).toBe(403);
    expect((await answer(orderId, seller, 'withdraw')).status).toBe(200);
    shop.clock.advance(hours(25));
    expect((await see(orderId)).fulfillment.state).toBe('to_arrange');
    expect(await rate(buyer)).toEqual({ kept: 0, missed: 0 });
  });

  test('Without an answer the sale is canceled a day later, and the meeting counts against the silent side', async () => {
    const orderId = await missed(() => buyer);
    shop.clock.advance(hours(24) - 1);
    await sweep();
    expect(await rate(buyer)).toEqual({ kept: 0, missed: 0 });
    shop.clock.advance(1);
    await sweep();
    await sweepPayments(shop.services);
    expect(await see(orderId)).toMatchObject({ state: 'refunded', fulfillment: { state: 'canceled' } });
    expect(await rate(buyer)).toEqual({ kept: 0, missed: 1 });
    expect(await rate(seller)).toEqual({ kept: 0, missed: 0 });
    expect((await answer(orderId, buyer, 'was_there')).status).toBe(409);
  });

  test('Can still be answered for the rest of the day once the sale is canceled, which stays so', async () => {
    const orderId = await missed(() => buyer);
    expect((await cancel(orderId, seller)).status).toBe(200);
    expect(await talks(orderId, buyer)).toMatchObject({ noShow: { absent: 'buyer' } });
    expect((await answer(orderId, buyer, 'was_there')).status).toBe(200);
    expect((await mailsTo(shop, buyer.email)).at(-1)?.text).toContain('You answered that you were there.');
    expect((await mailsTo(shop, seller.email)).at(-1)?.text).toContain('They answered that they were there.');
    for (const { email } of [buyer, seller]) expect((await mailsTo(shop, email)).at(-1)?.text).toContain('The sale stays canceled.');
    shop.clock.advance(hours(25));
    expect(await rate(buyer)).toEqual({ kept: 0, missed: 0 });
  });

  test('Is void when the phone was handed over after all', async () => {
    const orderId = await missed(() => buyer);
    expect((await confirm(orderId)).status).toBe(200);
    shop.clock.advance(hours(24));
    await sweep();
    expect((await see(orderId)).fulfillment.state).toBe('handed_over');
    expect(await rate(buyer)).toEqual({ kept: 1, missed: 0 });
    expect(await rate(seller)).toEqual({ kept: 1, missed: 0 });
  });

  test.each<[string, (orderId: string) => Promise<unknown>]>([
    ['the absent side confirmed the handover', confirm],
    ['the absent side reported a problem', (orderId) => reportProblem(orderId, buyer)],
    ['its reporter reported a problem', (orderId) => reportProblem(orderId, seller)],
    ['a problem was withdrawn', withdrawnProblem],
    [
      'the sale was canceled after a problem was withdrawn',
      async (orderId) => {
        await withdrawnProblem(orderId);
        expect((await cancel(orderId, seller)).status).toBe(200);
      },
    ],
    ['an admin refunded the order', refund],
  ])('Is void once %s: nobody answers or withdraws it, and it doesn’t count', async (_, goOn) => {
    const orderId = await missed(() => buyer);
    await goOn(orderId);
    expect((await talks(orderId, buyer)).noShow).toBeNull();
    for (const choice of ['was_there', 'was_not_there'])
      expect(await answer(orderId, buyer, choice)).toMatchObject({ status: 409, body: { code: 'order_changed' } });
    expect(await answer(orderId, seller, 'withdraw')).toMatchObject({ status: 409, body: { code: 'order_changed' } });
    for (const { email } of [buyer, seller]) expect((await mailsTo(shop, email)).map(({ text }) => text).join()).not.toContain('stays canceled');
    shop.clock.advance(hours(25));
    expect((await rate(buyer))?.missed).toBe(0);
  });
});

async function confirm(orderId: string) {
  return send('POST', `/orders/${orderId}/handover/confirmation`, { as: buyer, body: await confirmation(shop, { orderId }) });
}

async function reportProblem(orderId: string, as: Person): Promise<void> {
  const body = { reason: 'something_else', text: 'They left before we could look at it.' };
  expect((await send('POST', `/orders/${orderId}/problem`, { as: as, body })).status).toBe(201);
}

async function withdrawnProblem(orderId: string): Promise<void> {
  await reportProblem(orderId, buyer);
  expect((await send('DELETE', `/orders/${orderId}/problem`, { as: buyer })).status).toBe(200);
}

function cancel(orderId: string, as: Person) {
  return send('POST', `/orders/${orderId}/cancellation`, { as: as, body: { reason: 'It doesn’t work out.', relist: false } });
}

async function refund(orderId: string): Promise<void> {
  const admin = await createPerson(shop, 'admin');
  expect((await send('POST', `/orders/${orderId}/refund`, { as: admin, body: { reason: 'They agreed.', relist: false } })).status).toBe(200);
}
