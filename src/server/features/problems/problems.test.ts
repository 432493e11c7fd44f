import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import type { BookedTerms, PaidOrder } from '#contract/orders.ts';
import type { Problem, ProblemFile, QueuedProblem } from '#contract/problems.ts';
import { days, hours, minutes, seconds } from '#contract/shared/durations.ts';
import { sweepFulfillments } from '#server/features/fulfillment/index.ts';
import { findFulfilledOrder } from '#server/features/orders/index.ts';
import { reconcile, sweepPayments } from '#server/features/payments/index.ts';
import { DEADLINES } from '#server/process/deadlines.ts';
import { createTestApp, mailsTo, type TestApp } from '#test/support/app.ts';
import { beforeNextTransaction } from '#test/support/before-transaction.ts';
import { confirmation, scannedCode } from '#test/support/world/handover.ts';
import { createPicture } from '#test/support/world/stored-pictures.ts';
import { createListing, createPerson, type Person, sellTo } from '#test/support/world/world.ts';
import { acceptReturn, offerRefund, refuseProblem, type SideStatement } from './commands.ts';
import { findProblem } from './queries.ts';

let shop: TestApp;
let seller: Person;
let buyer: Person;
let stranger: Person;
let admin: Person;

beforeAll(async () => {
  shop = await createTestApp();
  seller = await createPerson(shop, 'seller');
  buyer = await createPerson(shop, 'buyer');
  stranger = await createPerson(shop, 'buyer');
  admin = await createPerson(shop, 'admin');
});
afterAll(() => shop.close());

const REPORT = { reason: 'not_working', text: 'It doesn’t charge.' };

const call = (method: string, path: string, as: Person, body?: unknown) => shop.call(method, path, { as: as.token, ...(body !== undefined && { body }) });
const report = (orderId: string, as: Person = buyer, body: unknown = REPORT) => call('POST', `/orders/${orderId}/problem`, as, body);
const answer = (orderId: string, body: unknown, as: Person = seller) => call('POST', `/orders/${orderId}/problem/answer`, as, body);
const decide = (orderId: string, body: unknown, as: Person = admin) => call('POST', `/problems/${orderId}/decision`, as, body);
const seen = async (orderId: string, as: Person = buyer) => (await call('GET', `/orders/${orderId}`, as)).body as PaidOrder;
const read = async (orderId: string, as: Person = buyer) => (await call('GET', `/orders/${orderId}/problem`, as)).body as Problem;

async function buy({ handedOver = true } = {}): Promise<string> {
  const orderId = await sellTo(shop, buyer, await createListing(shop, seller, { description: 'Charges well.' }));
  const now = shop.clock.now();
  if (handedOver) await set(orderId, { state: 'handed_over', handed_over_at: now, due_at: now + days(2) });
  return orderId;
}

async function set(orderId: string, values: { state?: 'handed_over' | 'returning'; handed_over_at?: number; due_at?: number }): Promise<void> {
  await shop.services.db.updateTable('fulfillments').set(values).where('order_id', '=', orderId).execute();
}

async function passDeadline(orderId: string): Promise<void> {
  await set(orderId, { due_at: shop.clock.now() });
  await sweepFulfillments(shop.services, DEADLINES);
  await sweepPayments(shop.services);
}

describe('Reporting a problem', () => {
  test('The seller reads what the buyer reported, with photos, and by when to answer', async () => {
    const orderId = await buy();
    const photo = await createPicture(shop.services.db);
    expect((await report(orderId, buyer, { ...REPORT, photos: [photo] })).status).toBe(201);
    expect(await read(orderId, seller)).toMatchObject({
      openedBy: 'buyer',
      reason: 'not_working',
      statements: [{ side: 'buyer', text: REPORT.text, photos: [photo] }],
    });
    const { fulfillment } = await seen(orderId, seller);
    expect(fulfillment.state).toBe('problem_reported');
    expect(Date.parse(fulfillment.dueAt ?? '')).toBe(shop.clock.now() + hours(72));
    expect((await mailsTo(shop, seller.email)).at(-1)?.subject).toBe('A problem with Galaxy S21');
    expect((await mailsTo(shop, buyer.email)).at(-1)?.subject).toBe('You reported a problem with Galaxy S21');
    await call('POST', `/orders/${orderId}/problem/statements`, seller, { text: 'It charged here.' });
    expect((await mailsTo(shop, buyer.email)).at(-1)?.subject).toBe('More about the problem with Galaxy S21');
    expect((await mailsTo(shop, seller.email)).at(-1)?.subject).toBe('You added to the problem with Galaxy S21');
  });

  test('A stranger can neither read nor report one, an admin reads it among the shop’s, and nobody reports twice', async () => {
    const orderId = await buy();
    expect((await report(orderId, stranger)).status).toBe(404);
    expect((await report(orderId, admin)).status).toBe(404);
    expect((await call('GET', `/orders/${orderId}/problem`, buyer)).status).toBe(404);
    const replies = await Promise.all([report(orderId), report(orderId)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect((await call('GET', `/orders/${orderId}/problem`, stranger)).status).toBe(404);
    expect((await call('GET', '/problems', buyer)).status).toBe(403);
    const queue = (await call('GET', '/problems', admin)).body as QueuedProblem[];
    expect(queue.map((one) => one.orderId)).toContain(orderId);
    const dues = queue.map(({ fulfillment }) => fulfillment.dueAt ?? '');
    expect(dues).toEqual(dues.toSorted());
  });

  test.each([
    ['no reason', { text: 'Broken' }, 'reason'],
    ['a blank text', { ...REPORT, text: ' ​ ' }, 'text'],
    ['5,001 characters', { ...REPORT, text: 'x'.repeat(5001) }, 'text'],
    ['nine photos', { ...REPORT, photos: Array.from({ length: 9 }, () => '/images/x.webp') }, 'photos'],
    ['a photo of another site', { ...REPORT, photos: ['https://elsewhere.example/x.jpg'] }, 'photos.0'],
  ])('Refuses a report with %s, at its field', async (_, body, field) => {
    const { status, body: reply } = await report(await buy(), buyer, body);
    expect(status).toBe(422);
    expect(Object.keys((reply as { fields: object }).fields)).toEqual([field]);
  });

  test('5,000 characters are stored as typed, and card numbers aren’t', async () => {
    const orderId = await buy();
    const text = `${'é'.repeat(4900)} 4242 4242 4242 4242`;
    expect((await report(orderId, buyer, { ...REPORT, text })).status).toBe(201);
    expect((await read(orderId)).statements[0]?.text).toBe(`${'é'.repeat(4900)} •`);
  });

  test('The time to report is over once the order is complete', async () => {
    const orderId = await buy();
    await passDeadline(orderId);
    expect(await report(orderId)).toMatchObject({ status: 409, body: { message: 'This order is complete: the time to report a problem is over.' } });
  });

  test('Only whoever reported it withdraws it, and the buyer has what was left of their time', async () => {
    const orderId = await buy();
    await report(orderId);
    expect((await call('DELETE', `/orders/${orderId}/problem`, seller)).status).toBe(403);
    expect((await call('DELETE', `/orders/${orderId}/problem`, buyer)).status).toBe(200);
    const { fulfillment } = await seen(orderId);
    expect(fulfillment.state).toBe('handed_over');
    expect(Date.parse(fulfillment.dueAt ?? '')).toBe(shop.clock.now() + hours(48));
    expect((await call('DELETE', `/orders/${orderId}/problem`, buyer)).status).toBe(409);
    const late = await buy();
    await set(late, { handed_over_at: shop.clock.now() - hours(40) });
    await report(late);
    await call('DELETE', `/orders/${late}/problem`, buyer);
    expect(Date.parse((await seen(late)).fulfillment.dueAt ?? '')).toBe(shop.clock.now() + hours(24));
    const early = await buy({ handedOver: false });
    const { dueAt } = (await seen(early)).fulfillment;
    shop.clock.advance(60_000);
    await report(early);
    await call('DELETE', `/orders/${early}/problem`, buyer);
    expect((await seen(early)).fulfillment).toMatchObject({ state: 'to_arrange', dueAt });
  });

  test('A problem that is withdrawn before the meeting leaves the meeting as it was agreed, with its reminders and in calendars', async () => {
    const orderId = await buy({ handedOver: false });
    const at = new Date(shop.clock.now() + hours(30)).toISOString();
    const { insertedId } = (await call('POST', `/orders/${orderId}/proposals`, buyer, { at, place: 'Station' })).body as { insertedId: string };
    expect((await call('POST', `/orders/${orderId}/proposals/${insertedId}/answer`, seller, { answer: 'accept' })).status).toBe(200);
    const before = (await seen(orderId)).fulfillment;
    const calendar = async () => String((await call('GET', `/orders/${orderId}/meeting.ics`, buyer)).body);
    const sequenceOf = (file: string) => Number(/SEQUENCE:(\d+)/u.exec(file)?.[1]);
    await report(orderId);
    const canceled = await calendar();
    expect(canceled).toContain('STATUS:CANCELLED');
    // A reminder that came due meanwhile.
    await shop.services.db.updateTable('meetings').set({ remind_at: null }).where('order_id', '=', orderId).execute();
    await call('DELETE', `/orders/${orderId}/problem`, buyer);
    expect((await seen(orderId)).fulfillment).toEqual(before);
    const resumed = await calendar();
    expect(resumed).toContain('STATUS:CONFIRMED');
    expect(sequenceOf(resumed)).toBeGreaterThan(sequenceOf(canceled));
    const { remind_at } = await shop.services.db.selectFrom('meetings').select('remind_at').where('order_id', '=', orderId).executeTakeFirstOrThrow();
    expect(remind_at).toBe(Date.parse(at) - hours(24));
    expect((await mailsTo(shop, seller.email)).at(-1)?.text).toContain('You meet as planned');
  });

  test('A problem that is withdrawn after the agreed time leaves a meeting to arrange', async () => {
    const orderId = await buy({ handedOver: false });
    const past = { state: 'arranged', meet_at: shop.clock.now() - hours(1), meet_place: 'Station' } as const;
    await shop.services.db.updateTable('fulfillments').set(past).where('order_id', '=', orderId).execute();
    await report(orderId);
    await call('DELETE', `/orders/${orderId}/problem`, buyer);
    expect((await seen(orderId)).fulfillment).toMatchObject({ state: 'to_arrange', meetAt: null });
    expect((await mailsTo(shop, seller.email)).at(-1)?.text).toContain('Agree on when and where to meet');
  });

  test('A problem is reported and withdrawn twice at most, so that nobody keeps an order from its end', async () => {
    const orderId = await buy();
    for (const status of [201, 201, 409]) {
      expect((await report(orderId)).status).toBe(status);
      await call('DELETE', `/orders/${orderId}/problem`, buyer);
    }
    expect((await report(orderId)).body).toMatchObject({ message: expect.stringContaining('twice') });
    await passDeadline(orderId);
    expect((await seen(orderId)).fulfillment.state).toBe('completed');
  });
});

describe('The number of reports', () => {
  test.each(['buyer', 'seller'] as const)('Each side has its own: when the %s has used up theirs, the other can still report', async (first) => {
    const orderId = await buy();
    const [one, other] = first === 'buyer' ? [buyer, seller] : [seller, buyer];
    const reportAs = (as: Person) => report(orderId, as, { reason: 'something_else', text: 'Something is wrong.' });
    for (const status of [201, 201, 409]) {
      expect((await reportAs(one)).status).toBe(status);
      await call('DELETE', `/orders/${orderId}/problem`, one);
    }
    expect((await reportAs(other)).status).toBe(201);
    expect((await seen(orderId)).fulfillment.state).toBe(first === 'buyer' ? 'escalated' : 'problem_reported');
  });
});

describe('The seller’s answer', () => {
  test('Taking the phone back starts the return; before the handover it refunds everything at once', async () => {
    const [there, here] = [await buy(), await buy({ handedOver: false })];
    for (const orderId of [there, here]) {
      await report(orderId);
      expect((await answer(orderId, { answer: 'return' }, buyer)).status).toBe(403);
      expect((await answer(orderId, { answer: 'return', text: 'Sorry.' })).status).toBe(200);
      expect((await answer(orderId, { answer: 'return' })).status).toBe(409);
    }
    expect(await seen(there)).toMatchObject({ state: 'paid', fulfillment: { state: 'returning' } });
    expect((await read(there)).statements.map(({ text }) => text)).toEqual([REPORT.text, 'Sorry.']);
    expect(await seen(here)).toMatchObject({ state: 'refunded', fulfillment: { state: 'decided', outcome: 'refunded', refunded: 289 } });
    const { body } = await call('GET', '/notifications', seller);
    expect((body as { text: string }[]).map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/The buyer gets a full refund\. If you have the phone, you can put it back on sale on the order’s page\.$/u),
    );
  });

  test('What was meant for a withdrawn problem isn’t an answer to the next one', async () => {
    const orderId = await buy();
    await report(orderId);
    const { db } = shop.services;
    const [order, withdrawn] = [await findFulfilledOrder(db, orderId), await findProblem(db, orderId)];
    if (!order || !withdrawn) throw new Error('there is no problem');
    await call('DELETE', `/orders/${orderId}/problem`, buyer);
    await report(orderId, buyer, { ...REPORT, text: 'The camera is broken, too.' });
    const images = shop.services.images;
    const statement: SideStatement = { side: 'seller', userId: seller.id, text: 'Here is something back.', photos: [], images, now: shop.clock.now() };
    const answers = [
      () => db.transaction().execute((tx) => offerRefund(tx, order, withdrawn, { ...statement, offerCents: 1000 })),
      () => db.transaction().execute((tx) => acceptReturn(tx, order, withdrawn, statement)),
      () => db.transaction().execute((tx) => refuseProblem(tx, order, withdrawn, statement)),
    ];
    for (const late of answers) await expect(late()).rejects.toThrow('This order has changed in the meantime.');
    expect((await seen(orderId)).fulfillment.state).toBe('problem_reported');
  });

  test('A buyer who withdraws their problem twice doesn’t withdraw one that its seller has reported since', async () => {
    const orderId = await buy();
    await report(orderId);
    const withdraw = () => call('DELETE', `/orders/${orderId}/problem`, buyer);
    beforeNextTransaction(shop.services.db, async () => {
      expect((await withdraw()).status).toBe(200);
      expect((await report(orderId, seller, { ...REPORT, text: 'They broke the screen.' })).status).toBe(201);
    });
    expect((await withdraw()).status).toBe(409);
    expect((await seen(orderId)).fulfillment.state).toBe('escalated');
  });

  test('A removed seller isn’t paid for a phone that nobody could bring back to them: the shop decides, or the buyer is refunded', async () => {
    const { db } = shop.services;
    const [answered, returned] = [await buy(), await buy()];
    for (const orderId of [answered, returned]) await report(orderId);
    expect((await answer(returned, { answer: 'return', text: 'Sorry.' })).status).toBe(200);
    await db.updateTable('users').set({ removed_at: shop.clock.now() }).where('id', '=', seller.id).execute();
    for (const orderId of [answered, returned]) {
      await passDeadline(orderId);
      expect((await seen(orderId)).fulfillment.state).toBe('escalated');
      await passDeadline(orderId);
      expect((await seen(orderId)).fulfillment).toMatchObject({ state: 'decided', outcome: 'refunded' });
    }
    await db.updateTable('users').set({ removed_at: null }).where('id', '=', seller.id).execute();
  });

  test('A sweep that stood still leaves alone what has changed since it looked', async () => {
    const [first, second] = [await buy(), await buy()];
    for (const orderId of [first, second]) await set(orderId, { state: 'returning', due_at: orderId === first ? 1 : 2 });
    const met: string[] = [];
    await sweepFulfillments(shop.services, {
      ...DEADLINES,
      async returning(tx, { id }) {
        met.push(id);
        // Meanwhile the phone came back, and the deadline to confirm that passed, too.
        await tx.updateTable('fulfillments').set({ state: 'return_confirming' }).where('order_id', '=', second).execute();
        return { outcome: 'changed' };
      },
    });
    expect(met).toEqual([first]);
    await sweepFulfillments(shop.services, DEADLINES);
    expect((await seen(second)).fulfillment).toMatchObject({ state: 'decided', outcome: 'refunded' });
  });

  test('An accepted offer refunds that part once, in the ledger as at the provider, and the rest is the seller’s', async () => {
    const orderId = await buy();
    await report(orderId);
    expect((await answer(orderId, { answer: 'offer', amount: '40.50' })).status).toBe(200);
    expect(await read(orderId)).toMatchObject({ answer: 'offer', offer: 40.5 });
    const respond = (accept: boolean, as: Person = buyer) => call('POST', `/orders/${orderId}/problem/offer`, as, { accept });
    expect((await respond(true, seller)).status).toBe(403);
    const replies = await Promise.all([respond(true), respond(true), respond(true)]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await respond(false)).status).toBe(409);
    expect(await seen(orderId)).toMatchObject({ state: 'paid', fulfillment: { state: 'decided', outcome: 'partly_refunded', refunded: 40.5 } });
    const refunds = await shop.services.db.selectFrom('ledger').selectAll().where('order_id', '=', orderId).where('kind', '=', 'refund').execute();
    expect(refunds).toMatchObject([{ amount_cents: 4050 }]);
    expect((await reconcile(shop.services)).differences).toEqual([]);
  });

  test.each([
    ['an offer without an amount', { answer: 'offer' }, 'amount'],
    ['an offer of everything', { answer: 'offer', amount: 289 }, 'amount'],
    ['an offer of more', { answer: 'offer', amount: 1000 }, 'amount'],
    ['a refusal without a reason', { answer: 'refuse' }, 'text'],
    ['no answer', {}, 'answer'],
  ])('Refuses %s, at its field', async (_, body, field) => {
    const orderId = await buy();
    await report(orderId);
    const reply = await answer(orderId, body);
    expect(reply.status).toBe(422);
    expect(Object.keys((reply.body as { fields: object }).fields)).toEqual([field]);
    expect((await seen(orderId)).fulfillment.state).toBe('problem_reported');
  });

  test('An offer binds the seller, who can’t ask the shop to decide instead, nor can the buyer before the seller has answered', async () => {
    const orderId = await buy();
    await report(orderId);
    const ask = (as: Person) => call('POST', `/orders/${orderId}/problem/escalation`, as, { text: 'Please decide.' });
    expect(await ask(buyer)).toMatchObject({ status: 409, body: { code: 'order_changed' } });
    await answer(orderId, { answer: 'offer', amount: 10 });
    expect(await ask(seller)).toMatchObject({ status: 409, body: { message: expect.stringContaining('once a return') } });
    expect((await call('POST', `/orders/${orderId}/problem/offer`, buyer, { accept: true })).status).toBe(200);
    expect((await seen(orderId)).fulfillment).toMatchObject({ state: 'decided', outcome: 'partly_refunded' });
  });

  test('There is nothing to offer for a phone that the seller still has', async () => {
    const orderId = await buy({ handedOver: false });
    await report(orderId);
    expect((await mailsTo(shop, seller.email)).at(-1)?.text).not.toContain('offer');
    expect(await answer(orderId, { answer: 'offer', amount: 10 })).toMatchObject({ status: 422, body: { fields: { answer: expect.any(String) } } });
  });

  test('Money isn’t moved while the buyer’s bank investigates the payment', async () => {
    const orderId = await buy();
    await report(orderId);
    const { intent_id } = await shop.services.db.selectFrom('orders').select('intent_id').where('id', '=', orderId).executeTakeFirstOrThrow();
    const about = { id: 'frozen', reference: 'dp_frozen', provider: 'practice', order_id: orderId, intent_id: intent_id ?? '', amount_cents: 1 } as const;
    const state = { currency: 'usd', status: 'needs_response', reason: 'fraudulent', opened_at: 0, withdrawn_cents: 0, movements: 0, checked_at: 0 };
    await shop.services.db
      .insertInto('disputes')
      .values({ ...about, ...state })
      .execute();
    expect(await answer(orderId, { answer: 'return' })).toMatchObject({ status: 409, body: { code: 'disputed' } });
    await shop.services.db.deleteFrom('disputes').execute();
  });
});

describe('What those who decide see', () => {
  test('The messages of the two about this phone, only while the shop is to decide, and each reading is recorded', async () => {
    const productId = await createListing(shop, seller);
    const { body } = await call('POST', '/conversations', buyer, { productId });
    const say = (as: Person, text: string) =>
      call('POST', `/conversations/${(body as { _id: string })._id}/messages`, as, { clientId: crypto.randomUUID(), text });
    await say(buyer, 'Does it charge? Call 0812 345 678.');
    await say(seller, 'Every day.');
    const orderId = await sellTo(shop, buyer, productId);
    await set(orderId, { state: 'handed_over', handed_over_at: shop.clock.now(), due_at: shop.clock.now() + days(2) });
    const file = async () => (await call('GET', `/problems/${orderId}`, admin)).body as ProblemFile;
    const readings = async () => {
      const log = shop.services.db.selectFrom('audit_log').select(['actor_id']).where('act', '=', 'messages_read').where('subject_id', '=', orderId);
      return (await log.execute()).map(({ actor_id }) => actor_id);
    };
    await report(orderId);
    expect((await mailsTo(shop, seller.email)).at(-1)?.text).toContain('read the messages that you two wrote');
    expect((await file()).messages).toBeNull();
    expect(await readings()).toEqual([]);
    await answer(orderId, { answer: 'refuse', text: 'It worked here.' });
    for (const { email } of [buyer, seller]) expect((await mailsTo(shop, email)).at(-1)?.text).toContain('the messages that you two wrote');
    expect((await file()).messages).toMatchObject([
      { by: 'buyer', text: 'Does it charge? Call 0812 345 678.' },
      { by: 'seller', text: 'Every day.' },
    ]);
    expect(await readings()).toEqual([admin.id]);
    await decide(orderId, { decision: 'refund', reason: 'It never charged.' });
    expect((await file()).messages).toBeNull();
  });

  test('How the handover was proved, and the IMEI’s end as it was booked, after a refund too', async () => {
    const orderId = await sellTo(shop, buyer, await createListing(shop, seller, { imei: '490154203237518' }));
    const code = { ...(await scannedCode(shop, { orderId, at: shop.clock.now() - hours(1) })), offline: true };
    await call('POST', `/orders/${orderId}/handover/code`, seller, code);
    await report(orderId);
    await answer(orderId, { answer: 'return' });
    expect((await seen(orderId)).state).toBe('refunded');
    await shop.services.db.updateTable('listings').set({ imei_last4: '0000' }).execute();
    expect((await call('GET', `/problems/${orderId}`, admin)).body).toMatchObject({
      imeiLast4: '7518',
      handover: [{ side: 'seller', direction: 'handover', how: 'scanned', isOffline: true, countedAt: null }],
    });
  });
});

describe('When nobody acts', () => {
  test('A seller’s silence sends the phone back, or refunds everything before the handover', async () => {
    const [there, here] = [await buy(), await buy({ handedOver: false })];
    for (const orderId of [there, here]) {
      await report(orderId);
      await passDeadline(orderId);
    }
    expect((await seen(there)).fulfillment.state).toBe('returning');
    expect(await seen(here)).toMatchObject({ state: 'refunded', fulfillment: { outcome: 'refunded' } });
    await passDeadline(there);
    expect((await seen(there)).fulfillment).toMatchObject({ state: 'decided', outcome: 'paid_out' });
  });

  test('An offer that nobody declines counts as accepted', async () => {
    const orderId = await buy();
    await report(orderId);
    await answer(orderId, { answer: 'offer', amount: 25 });
    await passDeadline(orderId);
    expect((await seen(orderId)).fulfillment).toMatchObject({ state: 'decided', outcome: 'partly_refunded', refunded: 25 });
  });

  test('An undecided problem sends the phone back once, and then refunds everything', async () => {
    const orderId = await buy();
    await report(orderId);
    await answer(orderId, { answer: 'refuse', text: 'It worked here.' });
    await passDeadline(orderId);
    expect((await seen(orderId)).fulfillment.state).toBe('returning');
    expect((await call('POST', `/orders/${orderId}/problem/escalation`, buyer, { text: 'They don’t come.' })).status).toBe(200);
    await passDeadline(orderId);
    expect(await seen(orderId)).toMatchObject({ state: 'refunded', fulfillment: { state: 'decided', outcome: 'refunded' } });
  });
});

describe('A return', () => {
  const escalation = (orderId: string, as: Person) => call('POST', `/orders/${orderId}/problem/escalation`, as, { text: 'They don’t come.' });

  test('Is final: a seller who got the phone back can’t withdraw their problem to be paid as well, nor begin the return anew', async () => {
    const [decided, overdue] = [await buy(), await buy()];
    for (const orderId of [decided, overdue]) {
      await report(orderId, seller, { reason: 'something_else', text: 'They are rude.' });
      if (orderId === decided) await decide(orderId, { decision: 'return', reason: 'Bring it back.' });
      else await passDeadline(orderId);
      const code = await scannedCode(shop, { orderId, direction: 'return' });
      expect((await call('POST', `/orders/${orderId}/handover/code`, buyer, code)).status).toBe(200);
      expect((await seen(orderId)).fulfillment.state).toBe('return_confirming');
      expect((await escalation(orderId, seller)).status).toBe(200);
      expect(await read(orderId, seller)).toMatchObject({ wasReturning: true });
      expect(await call('DELETE', `/orders/${orderId}/problem`, seller)).toMatchObject({ status: 409, body: { code: 'order_changed' } });
      expect(await answer(orderId, { answer: 'return' })).toMatchObject({ status: 409, body: { code: 'order_changed' } });
      await passDeadline(orderId);
      expect(await seen(orderId)).toMatchObject({ state: 'refunded', fulfillment: { state: 'decided', outcome: 'refunded' } });
    }
  });

  test('The seller who agreed to it can’t begin it anew once the shop was asked, nor the buyer withdraw the problem', async () => {
    const orderId = await buy();
    await report(orderId);
    expect(await read(orderId)).toMatchObject({ wasReturning: false });
    await answer(orderId, { answer: 'return' });
    await escalation(orderId, buyer);
    expect((await answer(orderId, { answer: 'return' })).status).toBe(409);
    expect((await call('DELETE', `/orders/${orderId}/problem`, buyer)).status).toBe(409);
    expect((await decide(orderId, { decision: 'return', reason: 'Try again.' })).status).toBe(200);
    expect((await seen(orderId)).fulfillment.state).toBe('returning');
  });
});

describe('A problem after one side confirmed the handover', () => {
  async function buyConfirmed(by: 'buyer' | 'seller'): Promise<string> {
    const orderId = await buy({ handedOver: false });
    const [path, as, body] =
      by === 'buyer'
        ? (['confirmation', buyer, await confirmation(shop, { orderId })] as const)
        : (['code', seller, await scannedCode(shop, { orderId })] as const);
    expect((await call('POST', `/orders/${orderId}/handover/${path}`, as, body)).status).toBe(200);
    expect((await seen(orderId)).fulfillment.state).toBe('confirming');
    await report(orderId);
    return orderId;
  }

  test.each(['buyer', 'seller'] as const)('The phone is with the buyer, whether they or the seller did: %s', async (by) => {
    const [returned, offered, silent] = [await buyConfirmed(by), await buyConfirmed(by), await buyConfirmed(by)];
    expect((await mailsTo(shop, seller.email)).at(-1)?.text).toContain('take the phone back, offer a partial refund');
    expect(await seen(returned)).toMatchObject({ isWithBuyer: true, fulfillment: { handedOverAt: null } });
    expect((await answer(returned, { answer: 'return' })).status).toBe(200);
    expect(await seen(returned)).toMatchObject({ state: 'paid', fulfillment: { state: 'returning' } });
    expect((await answer(offered, { answer: 'offer', amount: 10 })).status).toBe(200);
    expect((await seen(offered)).fulfillment.state).toBe('refund_offered');
    await passDeadline(silent);
    expect(await seen(silent)).toMatchObject({ state: 'paid', fulfillment: { state: 'returning' } });
    expect((await mailsTo(shop, buyer.email)).at(-1)?.text).toContain('ask us to decide');
  });

  test.each(['buyer', 'seller'] as const)('The shop sends the phone back, and does so if it doesn’t decide in time: %s', async (by) => {
    const [decided, undecided] = [await buyConfirmed(by), await buyConfirmed(by)];
    for (const orderId of [decided, undecided]) await answer(orderId, { answer: 'refuse', text: 'It worked here.' });
    expect((await call('GET', `/problems/${decided}`, admin)).body).toMatchObject({ isReturnable: true });
    expect((await decide(decided, { decision: 'return', reason: 'Bring it back.' })).status).toBe(200);
    await passDeadline(undecided);
    for (const orderId of [decided, undecided]) expect(await seen(orderId)).toMatchObject({ state: 'paid', fulfillment: { state: 'returning' } });
  });

  test('A code that waits proves nothing yet: the seller refunds everything or disagrees, and only the shop sends the phone back', async () => {
    const [refunded, contested] = [await buy({ handedOver: false }), await buy({ handedOver: false })];
    for (const orderId of [refunded, contested]) {
      const code = { ...(await scannedCode(shop, { orderId, at: shop.clock.now() - hours(1) })), offline: true };
      expect((await call('POST', `/orders/${orderId}/handover/code`, seller, code)).status).toBe(200);
      await report(orderId);
      expect((await mailsTo(shop, seller.email)).at(-1)?.text).toContain('refund everything, or say why you disagree');
      expect((await seen(orderId)).isWithBuyer).toBe(false);
      expect((await answer(orderId, { answer: 'offer', amount: 10 })).status).toBe(422);
    }
    await answer(refunded, { answer: 'return' });
    expect(await seen(refunded)).toMatchObject({ state: 'refunded', fulfillment: { outcome: 'refunded' } });
    await answer(contested, { answer: 'refuse', text: 'They have it.' });
    expect((await call('GET', `/problems/${contested}`, admin)).body).toMatchObject({ isReturnable: true });
    expect((await decide(contested, { decision: 'return', reason: 'Bring it back.' })).status).toBe(200);
  });

  test('A seller who gets no phone back after a full refund isn’t told to sell it; one who does is', async () => {
    const [kept, returned] = [await buyConfirmed('seller'), await buyConfirmed('seller')];
    for (const orderId of [kept, returned]) await answer(orderId, { answer: 'refuse', text: 'It worked here.' });
    const lastText = async () => ((await call('GET', '/notifications', seller)).body as { text: string }[])[0]?.text;
    const mayRelist = async (orderId: string) => (await call('GET', `/orders/${orderId}/relisting`, seller)).body;
    await decide(kept, { decision: 'refund', reason: 'Keep it.' });
    expect([await lastText(), await mayRelist(kept)]).toEqual([expect.stringMatching(/The buyer gets a full refund\.$/u), { isPossible: false }]);
    await decide(returned, { decision: 'return', reason: 'Bring it back.' });
    // The next code: this one was used at the handover.
    const code = await scannedCode(shop, { orderId: returned, direction: 'return', at: shop.clock.now() + seconds(30) });
    expect((await call('POST', `/orders/${returned}/handover/code`, buyer, { ...code, madeAt: shop.clock.now() })).status).toBe(200);
    const back = { ...(await confirmation(shop, { orderId: returned, direction: 'return' })), relist: false };
    expect((await call('POST', `/orders/${returned}/handover/confirmation`, seller, back)).status).toBe(200);
    expect([await lastText(), await mayRelist(returned)]).toEqual([expect.stringContaining('you can put it back on sale'), { isPossible: true }]);
  });

  test('A phone that nobody confirmed to be with the buyer can’t go back', async () => {
    const orderId = await buy({ handedOver: false });
    await report(orderId, seller, { reason: 'not_confirmed', text: 'They have the phone.' });
    expect((await call('GET', `/problems/${orderId}`, admin)).body).toMatchObject({ isReturnable: false });
  });
});

describe('The shop’s decision', () => {
  async function escalated(): Promise<string> {
    const orderId = await buy();
    await report(orderId);
    await answer(orderId, { answer: 'refuse', text: 'It worked here.' });
    return orderId;
  }

  test('The admin also reads a problem with an order that was booked before listings had one of their fields', async () => {
    const orderId = await escalated();
    const booked = await shop.services.db.selectFrom('orders').select('terms').where('id', '=', orderId).executeTakeFirstOrThrow();
    const terms = JSON.parse(booked.terms ?? '') as BookedTerms;
    const { storage: _, ...others } = terms;
    const { network: __, ...specification } = terms.specification;
    const { battery: ___, ...answers } = terms.answers;
    await shop.services.db
      .updateTable('orders')
      .set({ terms: JSON.stringify({ ...others, specification, answers }) })
      .where('id', '=', orderId)
      .execute();
    const { status, body } = await call('GET', `/problems/${orderId}`, admin);
    expect(status).toBe(200);
    expect((body as ProblemFile).terms).toMatchObject({ description: 'Charges well.' });
  });

  test('The admin sees both statements, the listing as it was booked and the history, and both sides read the decision', async () => {
    const orderId = await escalated();
    const { listing_id } = await shop.services.db.selectFrom('orders').select('listing_id').where('id', '=', orderId).executeTakeFirstOrThrow();
    await shop.services.db.updateTable('listings').set({ description: 'Changed since.' }).where('id', '=', listing_id).execute();
    expect((await call('POST', `/orders/${orderId}/problem/statements`, buyer, { text: 'I have a video.' })).status).toBe(201);
    const file = (await call('GET', `/problems/${orderId}`, admin)).body as ProblemFile;
    expect(file.problem.statements.map(({ side, text }) => [side, text])).toEqual([
      ['buyer', REPORT.text],
      ['seller', 'It worked here.'],
      ['buyer', 'I have a video.'],
    ]);
    expect(file).toMatchObject({ terms: { description: 'Charges well.' }, buyer: { name: buyer.name }, seller: { name: seller.name }, isFrozen: false });
    expect(file.history.map(({ why }) => why)).toContain('problem_refused');
    expect((await decide(orderId, { decision: 'partial', amount: 100, reason: 'The battery is worn.' })).status).toBe(200);
    expect((await seen(orderId)).fulfillment).toMatchObject({ state: 'decided', outcome: 'partly_refunded', refunded: 100 });
    for (const [{ email }, text] of [
      [buyer, 'We decided: “The battery is worn.” You get $100.00 back, and the seller is paid the rest.'],
      [seller, 'We decided: “The battery is worn.” The buyer gets $100.00 back, and you’re paid the rest.'],
    ] as const)
      expect(JSON.stringify(await mailsTo(shop, email))).toContain(text);
    expect(await read(orderId, seller)).toMatchObject({ decision: 'partial', decisionAmount: 100, decisionReason: 'The battery is worn.' });
    expect((await call('GET', `/orders/${orderId}/receipt`, buyer)).body).toMatchObject({ state: 'kept', amount: 289, refunded: 100 });
    const log = (await call('GET', `/auditLog?subject=${orderId}&act=order_decided`, admin)).body as AuditEntry[];
    expect(log.map(({ after }) => after)).toContainEqual({ problem: REPORT.reason, decision: 'partial', cents: 10_000, reason: 'The battery is worn.' });
  });

  test.each([
    ['refund', { state: 'refunded', fulfillment: { state: 'decided', outcome: 'refunded', refunded: 289 } }],
    ['return', { state: 'paid', fulfillment: { state: 'returning' } }],
    ['pay_seller', { state: 'paid', fulfillment: { state: 'decided', outcome: 'paid_out', refunded: 0 } }],
  ])('Decides %s', async (decision, expected) => {
    const orderId = await escalated();
    expect((await decide(orderId, { decision, reason: 'We looked.' })).status).toBe(200);
    expect(await seen(orderId)).toMatchObject(expected);
  });

  test('Two admins decide at once: the first counts, and the other is told', async () => {
    const other = await createPerson(shop, 'admin');
    const orderId = await escalated();
    const replies = await Promise.all([
      decide(orderId, { decision: 'refund', reason: 'Broken.' }),
      decide(orderId, { decision: 'pay_seller', reason: 'Fine.' }, other),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refunds = await shop.services.db.selectFrom('practice_refunds').selectAll().execute();
    const { intent_id, state } = await shop.services.db.selectFrom('orders').select(['intent_id', 'state']).where('id', '=', orderId).executeTakeFirstOrThrow();
    expect(refunds.filter((refund) => refund.intent_id === intent_id)).toHaveLength(state === 'paid' ? 0 : 1);
  });

  test('The shop decides only when it was asked or the time of the others is over, and never more than was paid', async () => {
    const orderId = await buy();
    await report(orderId);
    expect(await decide(orderId, { decision: 'refund', reason: 'Early.' })).toMatchObject({ status: 409, body: { code: 'order_changed' } });
    await answer(orderId, { answer: 'refuse', text: 'No.' });
    expect((await decide(orderId, { decision: 'partial', reason: 'Some.' })).status).toBe(422);
    expect((await decide(orderId, { decision: 'partial', amount: 289, reason: 'All.' })).status).toBe(422);
    expect((await decide(orderId, { decision: 'refund' })).status).toBe(422);
    expect((await decide(orderId, { decision: 'refund', reason: 'x' }, buyer)).status).toBe(403);
  });

  test('A seller’s own problem goes to the shop at once, which may pay them without the handover', async () => {
    const orderId = await buy({ handedOver: false });
    expect((await report(orderId, seller, { reason: 'not_confirmed', text: 'They have the phone.' })).status).toBe(201);
    expect((await seen(orderId)).fulfillment.state).toBe('escalated');
    expect((await mailsTo(shop, admin.email)).at(-1)?.subject).toBe('A problem to decide: Galaxy S21');
    expect((await decide(orderId, { decision: 'return', reason: 'x' })).status).toBe(422);
    expect((await decide(orderId, { decision: 'pay_seller', reason: 'There is a receipt.' })).status).toBe(200);
    expect((await seen(orderId)).fulfillment).toMatchObject({ state: 'decided', outcome: 'paid_out' });
  });

  test('A seller can’t have a phone brought back that its buyer has, by a problem of their own, but can refund one that they have', async () => {
    const [sold, here] = [await buy(), await buy({ handedOver: false })];
    for (const orderId of [sold, here]) await report(orderId, seller, { reason: 'something_else', text: 'I sold it too cheaply.' });
    expect(await answer(sold, { answer: 'return' })).toMatchObject({ status: 403, body: { message: expect.stringContaining('we decide') } });
    expect((await seen(sold)).fulfillment.state).toBe('escalated');
    expect((await answer(here, { answer: 'return' })).status).toBe(200);
    expect(await seen(here)).toMatchObject({ fulfillment: { state: 'decided', outcome: 'refunded' } });
  });

  test('A statement that is sent twice, such as by two clicks, is stored and told once', async () => {
    const orderId = await buy();
    await report(orderId);
    const say = (text: string, as = buyer) => call('POST', `/orders/${orderId}/problem/statements`, as, { text });
    const [first, second] = await Promise.all([say('I have a video.'), say('I have a video.')]);
    expect([[first.status, second.status].toSorted(), second.body]).toEqual([[200, 201], first.body]);
    await shop.services.db
      .updateTable('problem_statements')
      .set({ created_at: shop.clock.now() - minutes(10) })
      .execute();
    await say('I have a video.');
    await say('I have a video.', seller);
    await say('I have a video.');
    expect((await read(orderId)).statements.map(({ side }) => side)).toEqual(['buyer', 'buyer', 'buyer', 'seller', 'buyer']);
  });

  test('A side can make ten statements about a problem', async () => {
    const orderId = await escalated();
    for (let count = 1; count < 10; count += 1)
      expect((await call('POST', `/orders/${orderId}/problem/statements`, buyer, { text: `${count}` })).status).toBe(201);
    expect((await call('POST', `/orders/${orderId}/problem/statements`, buyer, { text: 'More' })).status).toBe(409);
  });

  test('Who has made ten statements can still disagree, and ask for a decision', async () => {
    const orderId = await buy();
    await report(orderId);
    const fill = async (as: Person, from: number) => {
      for (let count = from; count < 10; count += 1) await call('POST', `/orders/${orderId}/problem/statements`, as, { text: `${count}` });
    };
    await fill(buyer, 1);
    await fill(seller, 0);
    expect((await answer(orderId, { answer: 'refuse', text: 'It charged when we met.' })).status).toBe(200);
    expect((await seen(orderId)).fulfillment.state).toBe('escalated');
    expect((await decide(orderId, { decision: 'return', reason: 'Bring it back.' })).status).toBe(200);
    expect((await call('POST', `/orders/${orderId}/problem/escalation`, buyer, { text: 'They don’t come.' })).status).toBe(200);
    expect((await seen(orderId)).fulfillment.state).toBe('escalated');
    expect((await read(orderId)).statements.map(({ text }) => text).slice(-2)).toEqual(['It charged when we met.', 'They don’t come.']);
  });
});
