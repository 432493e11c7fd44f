import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HandoverCodeInput, HandoverConfirmationInput, HandoverView } from '#contract/handover.ts';
import type { OrderDetails } from '#contract/lookups.ts';
import type { Booking, PaidOrder } from '#contract/orders.ts';
import type { Sale } from '#contract/payments/payments.ts';
import type { ProblemFile } from '#contract/problems.ts';
import { hours, minutes, seconds } from '#contract/shared/durations.ts';
import { sweepFulfillments } from '#server/features/fulfillment/index.ts';
import { DEADLINES } from '#server/process/deadlines.ts';
import { createTestApp, mailsTo, type TestApp, type TestReply } from '#test/support/app.ts';
import { confirmation, scannedCode, typedCode } from '#test/support/world/handover.ts';
import { createListing, createPerson, type Person, passTime, sellTo } from '#test/support/world/world.ts';

let shop: TestApp;
let seller: Person;
let buyer: Person;
let stranger: Person;
let admin: Person;

beforeAll(async () => {
  shop = await createTestApp();
  [seller, buyer, stranger, admin] = await Promise.all([
    createPerson(shop, 'seller'),
    createPerson(shop, 'buyer'),
    createPerson(shop, 'buyer'),
    createPerson(shop, 'admin'),
  ]);
});
afterAll(() => shop.close());

const buy = async (): Promise<string> => sellTo(shop, buyer, await createListing(shop, seller));
async function passDeadline(orderId: string): Promise<void> {
  await shop.services.db.updateTable('fulfillments').set({ due_at: shop.clock.now() }).where('order_id', '=', orderId).execute();
  await sweep();
}
const sweep = () => sweepFulfillments(shop.services, DEADLINES);

const confirm = (orderId: string, body: HandoverConfirmationInput, as: Person = buyer): Promise<TestReply> =>
  shop.call('POST', `/orders/${orderId}/handover/confirmation`, { as: as.token, body });
const enter = (orderId: string, body: HandoverCodeInput, as: Person = seller): Promise<TestReply> =>
  shop.call('POST', `/orders/${orderId}/handover/code`, { as: as.token, body });

/** Moves the clock; everybody stays logged in. */
const later = (ms: number) => passTime(shop, ms, [seller, buyer, stranger, admin]);

async function look(orderId: string, as: Person): Promise<HandoverView> {
  const { status, body } = await shop.call('GET', `/orders/${orderId}/handover`, { as: as.token });
  expect(status).toBe(200);
  return body as HandoverView;
}

async function stateOf(orderId: string): Promise<string> {
  return ((await shop.call('GET', `/orders/${orderId}`, { as: buyer.token })).body as PaidOrder).fulfillment.state;
}

/** Whose confirmation is missing, as everything says that tells where an order stands: to its buyer, its seller and admins. */
async function awaitedFrom(orderId: string): Promise<(string | null | undefined)[]> {
  const [ofBuyer, ofSeller, ofAdmin, bookings, sales] = await Promise.all([
    shop.call('GET', `/orders/${orderId}`, { as: buyer.token }),
    shop.call('GET', `/orders/${orderId}`, { as: seller.token }),
    shop.call('GET', `/orders/${orderId}/details`, { as: admin.token }),
    shop.call('GET', '/bookings', { as: buyer.token }),
    shop.call('GET', '/sales', { as: seller.token }),
  ]);
  const booking = (bookings.body as Booking[]).find(({ _id }) => _id === orderId);
  const sale = (sales.body as Sale[]).find((one) => one.orderId === orderId);
  const orders = [ofBuyer.body as PaidOrder, ofSeller.body as PaidOrder, ofAdmin.body as OrderDetails, booking, sale];
  return orders.map((order) => order?.fulfillment?.confirmationFrom);
}

const historyOf = async (orderId: string) =>
  ((await shop.call('GET', `/orders/${orderId}/history`, { as: buyer.token })).body as { why: string; by: string }[]).map(({ why }) => why);

/** A paid order whose phone is on its way back. */
async function agreeOnReturn(): Promise<string> {
  const orderId = await buy();
  const state = { state: 'returning', handed_over_at: shop.clock.now(), due_at: shop.clock.now() + hours(100) } as const;
  await shop.services.db.updateTable('fulfillments').set(state).where('order_id', '=', orderId).execute();
  return orderId;
}

const CHANGED = { status: 200, body: { acknowledged: true, matchedCount: 1, modifiedCount: 1 } };
const UNCHANGED = { status: 200, body: { acknowledged: true, matchedCount: 1, modifiedCount: 0 } };

describe('A handover', () => {
  test('Only the buyer’s page gets what codes are made from, and nobody else sees the handover at all', async () => {
    const orderId = await buy();
    const view = await look(orderId, buyer);
    expect(view).toMatchObject({ direction: 'handover', role: 'receiver', receivedAt: null, givenAt: null, isWaiting: false, isDone: false });
    expect(Buffer.from(view.secret ?? '', 'base64url')).toHaveLength(20);
    expect(await look(orderId, seller)).toMatchObject({ direction: 'handover', role: 'giver', secret: null });
    expect((await look(await buy(), buyer)).secret).not.toBe(view.secret);
    const admin = await createPerson(shop, 'admin');
    for (const other of [stranger, admin]) expect((await shop.call('GET', `/orders/${orderId}/handover`, { as: other.token })).status).toBe(404);
    expect((await enter(orderId, await scannedCode(shop, { orderId }), stranger)).status).toBe(404);
    expect((await enter(orderId, await scannedCode(shop, { orderId }), buyer)).status).toBe(403);
    expect((await confirm(orderId, await confirmation(shop, { orderId }), seller)).status).toBe(403);
    expect(await stateOf(orderId)).toBe('to_arrange');
  });

  test.each(['scanned', 'typed'] as const)('Is complete when the buyer has confirmed and the seller has %s the code, in either order', async (how) => {
    for (const first of ['buyer', 'seller']) {
      const orderId = await buy();
      const give = async () => enter(orderId, how === 'scanned' ? await scannedCode(shop, { orderId }) : await typedCode(shop, { orderId }));
      const receive = async () => confirm(orderId, await confirmation(shop, { orderId }));
      const [one, two] = first === 'buyer' ? [receive, give] : [give, receive];
      expect(await one()).toMatchObject(CHANGED);
      expect(await stateOf(orderId)).toBe('confirming');
      expect(await awaitedFrom(orderId)).toEqual(Array.from({ length: 5 }, () => (first === 'buyer' ? 'seller' : 'buyer')));
      const mails = await mailsTo(shop, first === 'buyer' ? seller.email : buyer.email);
      expect(mails.at(-1)?.subject).toContain('Confirm the handover');
      expect((await mailsTo(shop, first === 'buyer' ? buyer.email : seller.email)).at(-1)?.subject).toContain('You confirmed the handover');
      expect(await two()).toMatchObject(CHANGED);
      expect(await stateOf(orderId)).toBe('handed_over');
      expect(await awaitedFrom(orderId)).toEqual(Array.from({ length: 5 }, () => null));
      for (const person of [buyer, seller]) expect(await look(orderId, person)).toMatchObject({ isDone: true, secret: null });
      expect(await historyOf(orderId)).toEqual(expect.arrayContaining(['buyer_confirmed', 'seller_confirmed']));
      const { due_at } = await shop.services.db.selectFrom('fulfillments').select('due_at').where('order_id', '=', orderId).executeTakeFirstOrThrow();
      expect(due_at).toBe(shop.clock.now() + hours(48));
    }
  });

  test('Repeating a confirmation or a code changes nothing', async () => {
    const orderId = await buy();
    const [given, received] = [await scannedCode(shop, { orderId }), await confirmation(shop, { orderId })];
    expect(await enter(orderId, given)).toMatchObject(CHANGED);
    expect(await enter(orderId, { ...given, offline: true })).toMatchObject(UNCHANGED);
    expect(await confirm(orderId, received)).toMatchObject(CHANGED);
    expect(await confirm(orderId, received)).toMatchObject(UNCHANGED);
    expect(await enter(orderId, given)).toMatchObject(UNCHANGED);
    expect((await historyOf(orderId)).filter((why) => why.endsWith('_confirmed'))).toHaveLength(2);
  });

  test('Both sides sending everything at once and many times hand the phone over once', async () => {
    const orderId = await buy();
    const [given, received] = [await scannedCode(shop, { orderId }), await confirmation(shop, { orderId })];
    const replies = await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? enter(orderId, given) : confirm(orderId, received))));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(replies.filter(({ body }) => (body as { modifiedCount: number }).modifiedCount === 1)).toHaveLength(2);
    expect(await stateOf(orderId)).toBe('handed_over');
  });

  test('A code counts for one step before and after its own, and a picture of it a minute later is refused', async () => {
    for (const [late, status] of [
      [-30, 200],
      [30, 200],
      [60, 422],
      [-61, 422],
    ] as const) {
      const orderId = await buy();
      const reply = await enter(orderId, await scannedCode(shop, { orderId, at: shop.clock.now() - seconds(late) }));
      expect([late, reply.status]).toEqual([late, status]);
      if (late === 60) expect(reply.body).toMatchObject({ code: 'expired_code', message: expect.stringContaining('expired') });
      if (late === -61) expect(reply.body).toMatchObject({ message: expect.stringContaining('isn’t valid yet') });
    }
  });

  test('Codes of other orders, of the return and forged ones are refused, each with its own sentence, and prove nothing', async () => {
    const [orderId, otherId] = [await buy(), await buy()];
    const [own, other, back] = [
      await scannedCode(shop, { orderId }),
      await scannedCode(shop, { orderId: otherId }),
      await scannedCode(shop, { orderId, direction: 'return' }),
    ];
    const forged = { ...own, code: { ...own.code, mac: 'A'.repeat(22) } } as HandoverCodeInput;
    expect(await enter(orderId, other)).toMatchObject({ status: 422, body: { code: 'wrong_code', message: expect.stringContaining('another order') } });
    expect(await enter(orderId, { ...other, code: { ...other.code, orderId } as HandoverCodeInput['code'] })).toMatchObject({ status: 422 });
    expect(await enter(orderId, forged)).toMatchObject({ status: 422, body: { code: 'wrong_code', message: expect.stringContaining('isn’t one of ours') } });
    expect(await enter(orderId, { ...back, direction: 'handover' })).toMatchObject({ status: 422 });
    expect((await enter(orderId, back)).status).toBe(403);
    expect(await confirm(orderId, { ...(await confirmation(shop, { orderId: otherId })) })).toMatchObject({ status: 422 });
    expect(await enter(orderId, await typedCode(shop, { orderId, at: shop.clock.now() - minutes(3) }))).toMatchObject({
      status: 422,
      body: { code: 'expired_code' },
    });
    expect(await stateOf(orderId)).toBe('to_arrange');
  });

  test('The fifth wrong code within a quarter of an hour begins a pause for typed codes, of which the buyer is told; the next is twice as long', async () => {
    const orderId = await buy();
    const right = await typedCode(shop, { orderId });
    const digits = 'digits' in right.code && right.code.digits === '000000' ? '000001' : '000000';
    const wrong = { ...right, code: { how: 'typed', digits } } as const;
    const guess = async (times: number) => {
      const statuses: number[] = [];
      for (let at = 0; at < times; at += 1) statuses.push((await enter(orderId, wrong)).status);
      return statuses;
    };
    expect(await guess(4)).toEqual([422, 422, 422, 422]);
    // A device sends again what gets a 429, and this one is done with.
    const fifth = await enter(orderId, wrong);
    expect(fifth).toMatchObject({ status: 422, body: { code: 'wrong_code', message: expect.stringContaining('15 minutes') } });
    expect((await mailsTo(shop, buyer.email)).at(-1)?.subject).toContain('Wrong codes');
    const paused = await enter(orderId, right);
    expect(paused).toMatchObject({ status: 429, body: { code: 'too_many', message: expect.stringContaining('15 minutes') } });
    expect((await look(orderId, seller)).pausedUntil).not.toBeNull();
    await later(minutes(15));
    expect(await guess(6)).toEqual([422, 422, 422, 422, 422, 429]);
    expect((await enter(orderId, right)).body).toMatchObject({ message: expect.stringContaining('30 minutes') });
    // Nobody can guess what is scanned.
    expect(await enter(orderId, await scannedCode(shop, { orderId }))).toMatchObject(CHANGED);
  });

  test('Guesses at the same moment count one by one', async () => {
    const orderId = await buy();
    const wrong = { direction: 'handover', code: { how: 'typed', digits: '000000' }, madeAt: shop.clock.now(), offline: false } as const;
    const replies = await Promise.all(Array.from({ length: 12 }, () => enter(orderId, wrong)));
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(5);
  });

  test('Counts as confirmed a day after one side confirmed it', async () => {
    const orderId = await buy();
    await enter(orderId, await scannedCode(shop, { orderId }));
    await later(hours(24));
    await sweep();
    expect(await stateOf(orderId)).toBe('handed_over');
    expect(await confirm(orderId, await confirmation(shop, { orderId }))).toMatchObject({ status: 409, body: { code: 'order_changed' } });
  });

  test.each(['buyer', 'seller'] as const)(
    'Goes on where it was when a problem is withdrawn that was reported after the %s confirmed: what was confirmed stays so, and nobody can cancel',
    async (first) => {
      const orderId = await buy();
      if (first === 'buyer') await confirm(orderId, await confirmation(shop, { orderId }));
      else await enter(orderId, await scannedCode(shop, { orderId }));
      const before = await look(orderId, buyer);
      await later(hours(20));
      const report = { reason: 'not_received', text: 'Where is it?' };
      expect((await shop.call('POST', `/orders/${orderId}/problem`, { as: buyer.token, body: report })).status).toBe(201);
      expect((await shop.call('DELETE', `/orders/${orderId}/problem`, { as: buyer.token })).status).toBe(200);
      const { fulfillment } = (await shop.call('GET', `/orders/${orderId}`, { as: buyer.token })).body as PaidOrder;
      expect(fulfillment).toMatchObject({ state: 'confirming', dueAt: new Date(shop.clock.now() + hours(24)).toISOString() });
      const { receivedAt, givenAt } = before;
      expect(await look(orderId, buyer)).toMatchObject({ receivedAt, givenAt });
      expect((await mailsTo(shop, seller.email)).at(-1)?.text).toContain('One confirmation of the handover is still missing.');
      const cancellation = { reason: 'I don’t want it anymore.' };
      expect((await shop.call('POST', `/orders/${orderId}/cancellation`, { as: buyer.token, body: cancellation })).status).toBe(409);
      if (first === 'buyer') expect(await enter(orderId, await scannedCode(shop, { orderId }))).toMatchObject(CHANGED);
      else expect(await confirm(orderId, await confirmation(shop, { orderId }))).toMatchObject(CHANGED);
      expect(await stateOf(orderId)).toBe('handed_over');
    },
  );

  test('Counts as confirmed a day after such a problem was withdrawn', async () => {
    const orderId = await buy();
    await enter(orderId, await scannedCode(shop, { orderId }));
    await shop.call('POST', `/orders/${orderId}/problem`, { as: buyer.token, body: { reason: 'not_received', text: 'Where is it?' } });
    await shop.call('DELETE', `/orders/${orderId}/problem`, { as: buyer.token });
    await later(hours(24));
    await sweep();
    expect(await stateOf(orderId)).toBe('handed_over');
  });

  test('Isn’t possible once the order is canceled', async () => {
    const orderId = await buy();
    await shop.services.db.updateTable('fulfillments').set({ state: 'canceled', due_at: null }).where('order_id', '=', orderId).execute();
    expect(await look(orderId, buyer)).toMatchObject({ direction: null, secret: null });
    expect((await enter(orderId, await scannedCode(shop, { orderId }))).status).toBe(409);
    expect((await confirm(orderId, await confirmation(shop, { orderId }))).status).toBe(409);
  });
});

describe('A handover without a connection', () => {
  test('Both halves meet at the shop hours later, in either order', async () => {
    for (const first of ['buyer', 'seller']) {
      const orderId = await buy();
      const given = { ...(await scannedCode(shop, { orderId })), offline: true };
      await later(minutes(10));
      const received = { ...(await confirmation(shop, { orderId })), offline: true };
      await later(hours(5));
      if (first === 'buyer') {
        expect(await confirm(orderId, received)).toMatchObject(CHANGED);
        expect(await stateOf(orderId)).toBe('confirming');
        expect(await enter(orderId, given)).toMatchObject(CHANGED);
      } else {
        expect(await enter(orderId, given)).toMatchObject(CHANGED);
        expect(await stateOf(orderId)).toBe('to_arrange');
        expect(await look(orderId, seller)).toMatchObject({ isWaiting: true, givenAt: null });
        expect((await mailsTo(shop, buyer.email)).at(-1)?.subject).toContain('Confirm the handover');
        expect(await enter(orderId, given)).toMatchObject({ status: 200 });
        expect(await confirm(orderId, received)).toMatchObject(CHANGED);
      }
      expect(await stateOf(orderId)).toBe('handed_over');
      for (const person of [buyer, seller]) expect(await look(orderId, person)).toMatchObject({ isDone: true });
    }
  });

  test('A code typed without a connection counts at the moment it was typed', async () => {
    const orderId = await buy();
    const given = { ...(await typedCode(shop, { orderId })), offline: true };
    const received = { ...(await confirmation(shop, { orderId })), offline: true };
    await later(hours(2));
    expect(await enter(orderId, given)).toMatchObject(CHANGED);
    expect(await confirm(orderId, received)).toMatchObject(CHANGED);
    expect(await stateOf(orderId)).toBe('handed_over');
  });

  test('The seller’s old code alone starts nothing: an old picture of one gains nothing until the buyer confirms at that time', async () => {
    const orderId = await buy();
    const old = { ...(await scannedCode(shop, { orderId })), offline: true };
    await later(hours(3));
    await enter(orderId, old);
    await later(hours(25));
    await sweep();
    expect(await stateOf(orderId)).toBe('to_arrange');
    // The buyer confirms now, and not back then: the old code is forgotten, and a present one is needed.
    await confirm(orderId, await confirmation(shop, { orderId }));
    expect(await stateOf(orderId)).toBe('confirming');
    expect(await look(orderId, seller)).toMatchObject({ givenAt: null, isWaiting: false });
    expect(await enter(orderId, await scannedCode(shop, { orderId }))).toMatchObject(CHANGED);
    expect(await stateOf(orderId)).toBe('handed_over');
  });

  test('A code more than fifteen minutes from the buyer’s confirmation, older than three days or of the future is refused', async () => {
    const orderId = await buy();
    const old = { ...(await scannedCode(shop, { orderId })), offline: true };
    const ancient = { ...(await scannedCode(shop, { orderId, at: shop.clock.now() - hours(73) })), offline: true };
    expect(await enter(orderId, ancient)).toMatchObject({ status: 422, body: { code: 'expired_code' } });
    expect((await enter(orderId, { ...(await scannedCode(shop, { orderId, at: shop.clock.now() + hours(1) })), offline: true })).status).toBe(422);
    await later(minutes(16));
    await confirm(orderId, await confirmation(shop, { orderId }));
    expect(await enter(orderId, old)).toMatchObject({ status: 422, body: { message: expect.stringContaining('15 minutes') } });
    expect(await stateOf(orderId)).toBe('confirming');
  });

  const cancel = (orderId: string, as: Person) =>
    shop.call('POST', `/orders/${orderId}/cancellation`, { as: as.token, body: { reason: 'No phone.', ...(as === seller && { relist: false }) } });
  const detailsOf = async (orderId: string) => (await shop.call('GET', `/orders/${orderId}/details`, { as: admin.token })).body as OrderDetails;
  const fileOf = async (orderId: string) => (await shop.call('GET', `/problems/${orderId}`, { as: admin.token })).body as ProblemFile;

  test('The seller is told that their code waits for the buyer', async () => {
    const orderId = await buy();
    await enter(orderId, { ...(await scannedCode(shop, { orderId, at: shop.clock.now() - minutes(5) })), offline: true });
    expect((await mailsTo(shop, seller.email)).at(-1)).toMatchObject({
      subject: 'Your code for Galaxy S21 has arrived',
      text: expect.stringContaining('only you can cancel'),
    });
  });

  test('While the seller’s code waits, the buyer’s cancellation goes to the shop instead, and the seller can still cancel', async () => {
    const [orderId, other] = [await buy(), await buy()];
    for (const id of [orderId, other]) await enter(id, { ...(await scannedCode(shop, { orderId: id, at: shop.clock.now() - minutes(5) })), offline: true });
    expect(await cancel(orderId, buyer)).toMatchObject({ status: 409, body: { message: expect.stringContaining('So we decide') } });
    expect(await stateOf(orderId)).toBe('escalated');
    expect((await fileOf(orderId)).problem).toMatchObject({ openedBy: 'buyer', reason: 'code_waits', statements: [{ side: 'buyer', text: 'No phone.' }] });
    expect((await shop.call('DELETE', `/orders/${orderId}/problem`, { as: buyer.token })).status).toBe(403);
    for (const { email } of [buyer, seller, admin]) expect((await mailsTo(shop, email)).at(-1)?.kind).toBe('problem_escalated');
    expect((await cancel(other, seller)).status).toBe(200);
    expect(await stateOf(other)).toBe('canceled');
  });

  test.each(['to_arrange', 'arranged', 'no_show_reported', 'problem_reported'] as const)(
    'While the seller’s code waits, the deadline of %s hands the order to the shop, and its own sends the phone back before any refund',
    async (state) => {
      const orderId = await buy();
      if (state === 'problem_reported')
        await shop.call('POST', `/orders/${orderId}/problem`, { as: buyer.token, body: { reason: 'not_received', text: 'Nothing yet.' } });
      else await shop.services.db.updateTable('fulfillments').set({ state }).where('order_id', '=', orderId).execute();
      const code = { ...(await scannedCode(shop, { orderId, at: shop.clock.now() - minutes(5) })), offline: true };
      expect((await enter(orderId, code)).status).toBe(state === 'problem_reported' ? 409 : 200);
      await passDeadline(orderId);
      expect(await stateOf(orderId)).toBe('escalated');
      expect((await fileOf(orderId)).problem.openedBy).toBe(state === 'problem_reported' ? 'buyer' : 'seller');
      await passDeadline(orderId);
      expect(await stateOf(orderId)).toBe('returning');
    },
  );

  test('While the buyer’s code of the return waits, its deadline hands the order to the shop instead of paying the seller', async () => {
    const orderId = await agreeOnReturn();
    const code = { ...(await scannedCode(shop, { orderId, direction: 'return', at: shop.clock.now() - minutes(5) })), offline: true };
    expect((await enter(orderId, code, buyer)).status).toBe(200);
    await passDeadline(orderId);
    expect(await stateOf(orderId)).toBe('escalated');
    expect((await historyOf(orderId)).at(-1)).toBe('return_disputed');
    expect((await mailsTo(shop, seller.email)).at(-1)).toMatchObject({
      kind: 'problem_escalated',
      text: expect.stringContaining('the buyer sent the seller’s code'),
    });
  });

  test('A code that arrives after the cancellation is stored for the admins, whatever its age, and its sender reads so each time', async () => {
    const orderId = await buy();
    const code = { ...(await scannedCode(shop, { orderId, at: shop.clock.now() - hours(80) })), offline: true };
    await cancel(orderId, buyer);
    const forged = { ...code, code: { ...code.code, mac: 'A'.repeat(22) } } as HandoverCodeInput;
    expect((await enter(orderId, forged)).status).toBe(422);
    expect((await detailsOf(orderId)).handover).toEqual([]);
    for (let times = 0; times < 2; times += 1)
      expect(await enter(orderId, code)).toMatchObject({ status: 409, body: { message: expect.stringContaining('We’ve stored it as proof') } });
    expect((await detailsOf(orderId)).handover).toMatchObject([{ direction: 'handover', side: 'seller', how: 'scanned', isOffline: true, countedAt: null }]);
    expect((await detailsOf(orderId)).state).toBe('refunded');
    for (const { email } of [buyer, seller, admin])
      expect((await mailsTo(shop, email)).filter(({ subject }) => subject === 'A late code for Galaxy S21')).not.toHaveLength(0);
    expect(await enter(orderId, await typedCode(shop, { orderId, at: shop.clock.now() + hours(1) }))).toMatchObject({ status: 422 });
  });

  test('A confirmation dated in the future counts as made when it arrived', async () => {
    const orderId = await buy();
    expect(await confirm(orderId, await confirmation(shop, { orderId, at: shop.clock.now() + hours(9) }))).toMatchObject(CHANGED);
    const { made_at } = await shop.services.db.selectFrom('handover_proofs').select('made_at').where('order_id', '=', orderId).executeTakeFirstOrThrow();
    expect(made_at).toBe(shop.clock.now());
  });
});

describe('A return', () => {
  test.each([true, false])(
    'Ends in a full refund when both have confirmed it, and the seller chooses whether the phone is on sale again: %s',
    async (relist) => {
      for (const first of ['buyer', 'seller']) {
        const orderId = await agreeOnReturn();
        expect(await look(orderId, seller)).toMatchObject({ direction: 'return', role: 'receiver', secret: expect.any(String) });
        expect(await look(orderId, buyer)).toMatchObject({ direction: 'return', role: 'giver', secret: null });
        const give = async () => enter(orderId, await scannedCode(shop, { orderId, direction: 'return' }), buyer);
        const receive = async () => confirm(orderId, { ...(await confirmation(shop, { orderId, direction: 'return' })), relist }, seller);
        const [one, two] = first === 'buyer' ? [give, receive] : [receive, give];
        expect(await one()).toMatchObject(CHANGED);
        expect(await stateOf(orderId)).toBe('return_confirming');
        expect(await awaitedFrom(orderId)).toEqual(Array.from({ length: 5 }, () => (first === 'buyer' ? 'seller' : 'buyer')));
        expect(await two()).toMatchObject(CHANGED);
        expect((await shop.call('GET', `/orders/${orderId}`, { as: buyer.token })).body).toMatchObject({
          state: 'refunded',
          fulfillment: { state: 'decided', outcome: 'refunded', refunded: 289 },
        });
        for (const person of [buyer, seller]) expect(await look(orderId, person)).toMatchObject({ direction: 'return', isDone: true });
        const { listing_id } = await shop.services.db.selectFrom('orders').select('listing_id').where('id', '=', orderId).executeTakeFirstOrThrow();
        expect((await shop.call('GET', `/selectedProducts/${listing_id}`)).status).toBe(relist ? 200 : 404);
      }
    },
  );

  test('Needs the seller’s choice, and the code of the return', async () => {
    const orderId = await agreeOnReturn();
    const { relist: _, ...undecided } = await confirmation(shop, { orderId, direction: 'return' });
    expect(await confirm(orderId, undecided, seller)).toMatchObject({ status: 422, body: { fields: { relist: expect.any(String) } } });
    const handover = await scannedCode(shop, { orderId });
    expect((await enter(orderId, handover, buyer)).status).toBe(403);
    expect(await enter(orderId, { ...handover, direction: 'return' }, buyer)).toMatchObject({ status: 422 });
    expect(await stateOf(orderId)).toBe('returning');
  });

  test('Proofs of an attempt that came to nothing don’t count for the next, and its codes stay used', async () => {
    const orderId = await agreeOnReturn();
    const used = await scannedCode(shop, { orderId, direction: 'return' });
    const back = async () => ({ ...(await confirmation(shop, { orderId, direction: 'return' })), relist: false });
    const again = () => shop.services.db.updateTable('fulfillments').set({ state: 'returning' }).where('order_id', '=', orderId).execute();
    await confirm(orderId, await back(), seller);
    await again();
    expect(await look(orderId, seller)).toMatchObject({ receivedAt: null, givenAt: null });
    expect(await enter(orderId, used, buyer)).toMatchObject(CHANGED);
    expect(await stateOf(orderId)).toBe('return_confirming');
    await again();
    expect(await enter(orderId, used, buyer)).toMatchObject({ status: 422, body: { message: expect.stringContaining('already used') } });
  });

  test('Counts as confirmed a day after the seller confirmed it, as the seller chose', async () => {
    const orderId = await agreeOnReturn();
    await confirm(orderId, { ...(await confirmation(shop, { orderId, direction: 'return' })), relist: true }, seller);
    await later(hours(24));
    await sweep();
    const { listing_id } = await shop.services.db.selectFrom('orders').select('listing_id').where('id', '=', orderId).executeTakeFirstOrThrow();
    expect(await stateOf(orderId)).toBe('decided');
    expect((await shop.call('GET', `/selectedProducts/${listing_id}`)).status).toBe(200);
  });
});
