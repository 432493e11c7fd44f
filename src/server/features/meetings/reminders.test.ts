import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { days, hours, minutes } from '#contract/shared/durations.ts';
import { sweepReminders } from '#server/features/meetings/index.ts';
import { moment } from '#server/messages/moment.ts';
import { createTestApp, mailsTo, sendMails, type TestApp } from '#test/support/app.ts';
import { disputePayment, winDispute } from '#test/support/disputes.ts';
import { createListing, createPerson, type Person, sellTo, tokenNow } from '#test/support/world/world.ts';

let shop: TestApp;
let seller: Person;
let buyer: Person;

beforeAll(async () => {
  shop = await createTestApp();
  [seller, buyer] = await Promise.all([createPerson(shop, 'seller'), createPerson(shop, 'buyer')]);
});
afterAll(() => shop.close());

const LIBRARY = 'The main library';

/** Makes a call with a fresh token: the clock moves. */
const send = async (method: string, path: string, { as, body }: { as: Person; body?: object }) =>
  shop.call(method, path, { as: await tokenNow(shop, as), ...(body && { body }) });

const fresh = async (person: Person): Promise<Person> => ({ ...person, token: await tokenNow(shop, person) });
const buy = async (): Promise<string> => sellTo(shop, await fresh(buyer), await createListing(shop, await fresh(seller)));
const inMs = (ms: number): string => new Date(shop.clock.now() + ms).toISOString();

async function agree(orderId: string, at: string): Promise<void> {
  const { body } = await send('POST', `/orders/${orderId}/proposals`, { as: buyer, body: { at, place: LIBRARY } });
  const path = `/orders/${orderId}/proposals/${(body as { insertedId: string }).insertedId}/answer`;
  expect((await send('POST', path, { as: seller, body: { answer: 'accept' } })).status).toBe(200);
}

describe('Reminders', () => {
  const remindersTo = async (person: Person, orderId: string) =>
    (
      await shop.services.db
        .selectFrom('notifications')
        .select('id')
        .where('user_id', '=', person.id)
        .where('kind', '=', 'meeting_soon')
        .where('path', 'like', `%${orderId}`)
        .execute()
    ).length;
  const count = async (orderId: string) => [await remindersTo(buyer, orderId), await remindersTo(seller, orderId)];

  test('Both are reminded a day and an hour before, once each, however often and late the sweep comes', async () => {
    const orderId = await buy();
    const at = inMs(days(3));
    await agree(orderId, at);
    await sweepReminders(shop.services);
    expect(await count(orderId)).toEqual([0, 0]);
    shop.clock.advance(days(2) + hours(5));
    await Promise.all([sweepReminders(shop.services), sweepReminders(shop.services)]);
    await sweepReminders(shop.services);
    expect(await count(orderId)).toEqual([1, 1]);
    expect((await mailsTo(shop, buyer.email)).at(-1)?.subject).toContain(`You meet on ${moment(Date.parse(at))}`);
    shop.clock.advance(hours(18) + minutes(30));
    await sweepReminders(shop.services);
    await sweepReminders(shop.services);
    expect(await count(orderId)).toEqual([2, 2]);
    expect((await mailsTo(shop, buyer.email)).at(-1)?.text).toContain(LIBRARY);
  });

  test('A reminder that can’t be sent before the meeting isn’t sent', async () => {
    const orderId = await buy();
    await agree(orderId, inMs(days(2)));
    shop.clock.advance(days(1) + hours(22));
    await sweepReminders(shop.services);
    expect(await count(orderId)).toEqual([1, 1]);
    shop.clock.advance(hours(2));
    const subjects: string[] = [];
    await sendMails(shop, { kind: 'smtp', send: async ({ subject }) => void subjects.push(subject) });
    expect(subjects.filter((subject) => subject.startsWith('Meeting agreed'))).not.toEqual([]);
    expect(subjects.filter((subject) => subject.startsWith('You meet'))).toEqual([]);
  });

  test('Reminders that fail keep no others from their turn, however many there are', async () => {
    shop.clock.advance(hours(3));
    await sweepReminders(shop.services);
    const orderIds = [await buy(), await buy(), await buy()];
    for (const [at, orderId] of orderIds.entries()) await agree(orderId, inMs(days(2) + minutes(at)));
    shop.clock.advance(days(1) + hours(1));
    const { db } = shop.services;
    let tried = 0;
    const failing = new Proxy(db, {
      get(target, key) {
        if (key === 'transaction') tried += 1;
        if (key === 'transaction' && tried <= 2) return () => ({ execute: () => Promise.reject(new Error('the first two fail')) });
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    await expect(sweepReminders({ ...shop.services, db: failing }, 2)).rejects.toThrow('items that failed: 2');
    expect(await Promise.all(orderIds.map(count))).toEqual([
      [0, 0],
      [0, 0],
      [1, 1],
    ]);
    await sweepReminders(shop.services);
    expect(await Promise.all(orderIds.map(count))).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
  });

  test('A meeting agreed at short notice, one that was called off, and one that is over aren’t announced', async () => {
    const [soon, calledOff, over] = [await buy(), await buy(), await buy()];
    await agree(soon, inMs(minutes(50)));
    await agree(calledOff, inMs(days(2)));
    await agree(over, inMs(days(2)));
    await send('DELETE', `/orders/${calledOff}/meeting`, { as: buyer });
    await sweepReminders(shop.services);
    shop.clock.advance(days(3));
    await sweepReminders(shop.services);
    for (const orderId of [soon, calledOff, over]) expect(await count(orderId)).toEqual([0, 0]);
  });

  test('Nobody is reminded of a meeting while the buyer’s bank reviews the payment, but both are once it has decided', async () => {
    // The sessions of the others have ended by now.
    [seller, buyer] = await Promise.all([createPerson(shop, 'seller'), createPerson(shop, 'buyer')]);
    const orderId = await buy();
    const { intent_id } = await shop.services.db.selectFrom('orders').select('intent_id').where('id', '=', orderId).executeTakeFirstOrThrow();
    await agree(orderId, inMs(days(2)));
    const dispute = await disputePayment(shop, intent_id ?? '');
    shop.clock.advance(days(1) + hours(1));
    await sweepReminders(shop.services);
    expect(await count(orderId)).toEqual([0, 0]);
    await winDispute(shop, dispute);
    shop.clock.advance(hours(22) + minutes(30));
    await sweepReminders(shop.services);
    expect(await count(orderId)).toEqual([1, 1]);
  });
});
