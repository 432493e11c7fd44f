import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MeetingTalks } from '#contract/meetings.ts';
import type { PaidOrder } from '#contract/orders.ts';
import { days, hours, minutes } from '#contract/shared/durations.ts';
import { createTestApp, mailsTo, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, type Person, sellTo, tokenNow } from '#test/support/world/world.ts';

let shop: TestApp;
let seller: Person;
let buyer: Person;
let stranger: Person;

beforeAll(async () => {
  shop = await createTestApp();
  [seller, buyer, stranger] = await Promise.all([createPerson(shop, 'seller'), createPerson(shop, 'buyer'), createPerson(shop, 'buyer')]);
});
afterAll(() => shop.close());

/** Makes a call with a fresh token: the clock moves. */
const send = async (method: string, path: string, { as, body }: { as: Person; body?: object }) =>
  shop.call(method, path, { as: await tokenNow(shop, as), ...(body && { body }) });

const fresh = async (person: Person): Promise<Person> => ({ ...person, token: await tokenNow(shop, person) });
const buy = async (): Promise<string> => sellTo(shop, await fresh(buyer), await createListing(shop, await fresh(seller)));

const inMs = (ms: number): string => new Date(shop.clock.now() + ms).toISOString();
const LIBRARY = 'The main library';

const propose = (orderId: string, as: Person, at = inMs(days(2)), place = LIBRARY) =>
  send('POST', `/orders/${orderId}/proposals`, { as: as, body: { at, place } });
const answer = (orderId: string, proposalId: string, as: Person, choice: string) =>
  send('POST', `/orders/${orderId}/proposals/${proposalId}/answer`, { as: as, body: { answer: choice } });

async function proposed(orderId: string, as: Person, at?: string, place?: string): Promise<string> {
  const { status, body } = await propose(orderId, as, at, place);
  expect(status).toBe(201);
  return (body as { insertedId: string }).insertedId;
}

async function agree(orderId: string, at?: string, place?: string): Promise<void> {
  expect((await answer(orderId, await proposed(orderId, buyer, at, place), seller, 'accept')).status).toBe(200);
}

const see = async (orderId: string) => (await send('GET', `/orders/${orderId}`, { as: buyer })).body as PaidOrder;
const talks = async (orderId: string, as = buyer) => (await send('GET', `/orders/${orderId}/meeting`, { as: as })).body as MeetingTalks;
const lastMail = async ({ email }: Person) => (await mailsTo(shop, email)).at(-1)?.text ?? '';

describe('Arranging a meeting', () => {
  test('A proposal waits for the other side, who accepts it: both are told when and where, and the deadline follows the meeting', async () => {
    const orderId = await buy();
    const at = inMs(days(3));
    const id = await proposed(orderId, buyer, at);
    expect(await talks(orderId, seller)).toMatchObject({ proposal: { _id: id, by: 'buyer', at, place: LIBRARY }, noShow: null });
    expect(await lastMail(seller)).toContain(LIBRARY);
    expect(await see(orderId)).toMatchObject({ fulfillment: { state: 'to_arrange', meetAt: null } });
    expect((await answer(orderId, id, buyer, 'accept')).status).toBe(403);
    expect((await answer(orderId, id, seller, 'accept')).body).toMatchObject({ modifiedCount: 1 });
    const { fulfillment } = await see(orderId);
    expect(fulfillment).toMatchObject({ state: 'arranged', meetAt: at, meetPlace: LIBRARY });
    expect(Date.parse(fulfillment.dueAt ?? '')).toBe(Date.parse(at) + days(7));
    for (const person of [buyer, seller]) expect(await lastMail(person)).toContain(LIBRARY);
    expect((await talks(orderId)).proposal).toBeNull();
  });

  test('Only the latest proposal can be accepted, and accepting twice at once acts once', async () => {
    const orderId = await buy();
    const first = await proposed(orderId, buyer);
    const second = await proposed(orderId, seller, inMs(days(4)), 'The station');
    expect(await answer(orderId, first, seller, 'accept')).toMatchObject({ status: 409, body: { code: 'order_changed' } });
    const replies = await Promise.all([answer(orderId, second, buyer, 'accept'), answer(orderId, second, buyer, 'accept')]);
    expect(replies.map(({ body }) => (body as { modifiedCount: number }).modifiedCount).toSorted()).toEqual([0, 1]);
    const { body } = await send('GET', `/orders/${orderId}/history`, { as: buyer });
    expect((body as { why: string }[]).filter(({ why }) => why === 'meeting_agreed')).toHaveLength(1);
    expect((await see(orderId)).fulfillment.meetPlace).toBe('The station');
  });

  test('The agreed meeting stands until another one is accepted', async () => {
    const orderId = await buy();
    await agree(orderId);
    const other = await proposed(orderId, seller, inMs(days(5)), 'The station');
    expect((await see(orderId)).fulfillment).toMatchObject({ state: 'arranged', meetPlace: LIBRARY });
    expect((await answer(orderId, other, buyer, 'decline')).status).toBe(200);
    expect((await see(orderId)).fulfillment.meetPlace).toBe(LIBRARY);
    const third = await proposed(orderId, seller, inMs(days(5)), 'The station');
    expect((await answer(orderId, third, seller, 'withdraw')).body).toMatchObject({ modifiedCount: 1 });
    expect(await answer(orderId, third, buyer, 'accept')).toMatchObject({ status: 409 });
    await agree(orderId, inMs(days(6)), 'The station');
    expect((await see(orderId)).fulfillment).toMatchObject({ state: 'arranged', meetPlace: 'The station' });
  });

  test('Whoever declines or withdraws another meeting, both are told that the agreed one stands, until it is past', async () => {
    const orderId = await buy();
    const ended = async (choice: string, as: Person) => {
      expect((await answer(orderId, await proposed(orderId, seller, inMs(days(5)), 'The station'), as, choice)).status).toBe(200);
      return Promise.all([buyer, seller].map(lastMail));
    };
    for (const text of await ended('decline', buyer)) expect(text).toContain('Propose a time and a place');
    await agree(orderId, inMs(days(2)));
    for (const [choice, as] of [
      ['decline', buyer],
      ['withdraw', seller],
    ] as const)
      for (const text of await ended(choice, as)) {
        expect(text, choice).toMatch(/The meeting on .+ stands\./u);
        expect(text, choice).not.toContain('Propose a time and a place');
      }
    shop.clock.advance(days(3));
    await proposed(orderId, seller);
    for (const person of [buyer, seller]) expect(await lastMail(person)).not.toContain('stands');
    for (const text of await ended('decline', buyer)) expect(text).toContain('Propose a time and a place');
  });

  test('Either side calls the agreed meeting off, once, and the order stands', async () => {
    const orderId = await buy();
    await agree(orderId);
    const callOff = () => send('DELETE', `/orders/${orderId}/meeting`, { as: seller });
    expect((await callOff()).body).toMatchObject({ modifiedCount: 1 });
    expect((await callOff()).body).toMatchObject({ modifiedCount: 0 });
    expect(await see(orderId)).toMatchObject({ state: 'paid', fulfillment: { state: 'to_arrange', meetAt: null, meetPlace: null } });
    expect(await lastMail(buyer)).toContain('called off');
  });

  test.each([
    ['in the past', () => inMs(-minutes(1))],
    ['more than 30 days ahead', () => inMs(days(30) + minutes(1))],
    ['a year ahead', () => inMs(days(365))],
    ['no time', () => 'tomorrow at noon'],
    ['a day that doesn’t exist', () => '2027-02-30T12:00:00Z'],
    ['without a time zone', () => '2026-12-24T12:00'],
  ])('A time that is %s is refused at its field', async (_, at) => {
    const orderId = await buy();
    expect(await propose(orderId, buyer, at())).toMatchObject({ status: 422, body: { fields: { at: expect.any(String) } } });
  });

  test('A blank place and one of more than 200 characters are refused at the field', async () => {
    const orderId = await buy();
    for (const place of [' ', 'x'.repeat(201)])
      expect(await propose(orderId, buyer, inMs(days(1)), place)).toMatchObject({ status: 422, body: { fields: { place: expect.any(String) } } });
    expect((await propose(orderId, buyer, inMs(days(1)), '漢'.repeat(200))).status).toBe(201);
  });

  test('A proposal can’t be accepted once its time has passed, nor after the phone was handed over', async () => {
    const orderId = await buy();
    const id = await proposed(orderId, buyer, inMs(minutes(5)));
    shop.clock.advance(minutes(6));
    expect(await answer(orderId, id, seller, 'accept')).toMatchObject({ status: 409 });
    await shop.services.db.updateTable('fulfillments').set({ state: 'handed_over', handed_over_at: 1 }).where('order_id', '=', orderId).execute();
    expect(await propose(orderId, buyer)).toMatchObject({ status: 409, body: { code: 'order_changed' } });
    expect((await talks(orderId)).proposal).toBeNull();
  });

  test('A proposal that is left when the order is canceled can’t be answered, and nobody is told to propose another', async () => {
    const orderId = await buy();
    const id = await proposed(orderId, buyer);
    const body = { reason: 'I found another one.' };
    expect((await send('POST', `/orders/${orderId}/cancellation`, { as: buyer, body })).status).toBe(200);
    for (const [as, choice] of [
      [seller, 'accept'],
      [seller, 'decline'],
      [buyer, 'withdraw'],
    ] as const)
      expect(await answer(orderId, id, as, choice)).toMatchObject({ status: 409, body: { code: 'order_changed' } });
    for (const person of [buyer, seller]) expect(await lastMail(person)).not.toContain('Propose a time and a place');
  });

  test('Proposing the same twice asks the other side once, and a flood is refused', async () => {
    const orderId = await buy();
    const at = inMs(days(2));
    expect((await propose(orderId, buyer, at)).status).toBe(201);
    expect(await propose(orderId, buyer, at)).toMatchObject({ status: 200, body: { acknowledged: true } });
    for (let nth = 1; nth < 20; nth += 1) expect((await propose(orderId, buyer, inMs(days(2) + minutes(nth)))).status).toBe(201);
    shop.clock.advance(hours(10));
    const message = expect.stringContaining('Wait 14 hours');
    expect(await propose(orderId, buyer, inMs(days(3)))).toMatchObject({ status: 429, body: { message } });
    expect((await propose(orderId, seller, inMs(days(3)))).status).toBe(201);
  });

  test('Proposals made while the clock was two days ahead don’t count once it was set back', async () => {
    const orderId = await buy();
    shop.clock.advance(days(2));
    for (let nth = 1; nth <= 20; nth += 1) expect((await propose(orderId, buyer, inMs(days(3) + minutes(nth)))).status).toBe(201);
    expect((await propose(orderId, buyer)).status).toBe(429);
    shop.clock.advance(-days(2));
    expect((await propose(orderId, buyer)).status).toBe(201);
  });

  test('Strangers neither see nor change it', async () => {
    const orderId = await buy();
    const id = await proposed(orderId, buyer);
    expect((await propose(orderId, stranger)).status).toBe(404);
    expect((await answer(orderId, id, stranger, 'accept')).status).toBe(404);
    for (const path of ['meeting', 'meeting.ics']) expect((await send('GET', `/orders/${orderId}/${path}`, { as: stranger })).status).toBe(404);
    expect((await send('DELETE', `/orders/${orderId}/meeting`, { as: stranger })).status).toBe(404);
    expect((await answer(await buy(), id, seller, 'accept')).status).toBe(404);
  });
});

describe('The meeting’s calendar file', () => {
  const readFile = async (orderId: string, as = buyer) =>
    shop.app.inject({ url: `/api/orders/${orderId}/meeting.ics`, headers: { authorization: `Bearer ${await tokenNow(shop, as)}` } });
  /** Its lines, unfolded. */
  const linesOf = (text: string) => text.replace(/\r\n /gu, '').split('\r\n');

  test('Is there for both, and its number rises when the meeting changes or is called off', async () => {
    const orderId = await buy();
    expect((await readFile(orderId)).statusCode).toBe(404);
    const sequences: number[] = [];
    const note = async (status: string) => {
      const { statusCode, headers, body } = await readFile(orderId, seller);
      expect(statusCode).toBe(200);
      expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
      const lines = linesOf(body);
      expect(lines).toEqual(expect.arrayContaining(['METHOD:PUBLISH', `UID:meeting-${orderId}`, `STATUS:${status}`]));
      sequences.push(Number(lines.find((line) => line.startsWith('SEQUENCE:'))?.slice(9)));
    };
    await agree(orderId, '2027-01-05T14:30:00Z'.replace('2027-01-05', inMs(days(3)).slice(0, 10)));
    await note('CONFIRMED');
    expect((await readFile(orderId)).body).toMatch(/\r\nDTSTART:\d{8}T143000Z\r\n/u);
    expect(linesOf((await readFile(orderId)).body).join()).toContain(`/dashboard/orders/${orderId}`);
    await agree(orderId, inMs(days(4)));
    await note('CONFIRMED');
    await send('DELETE', `/orders/${orderId}/meeting`, { as: buyer });
    await note('CANCELLED');
    await agree(orderId, inMs(days(5)));
    await note('CONFIRMED');
    expect(sequences).toEqual([0, 2, 3, 4]);
  });

  test.each([
    ['commas; semicolons\\ and "quotes"', 'LOCATION:commas\\; semicolons\\\\ and "quotes"'],
    ['two\r\nlines\nEND:VEVENT', 'LOCATION:two\\nlines\\nEND:VEVENT'],
    [`${'🙂'.repeat(90)} é 漢字`, `LOCATION:${'🙂'.repeat(90)} é 漢字`],
    [`${'x'.repeat(64)}, and more`, `LOCATION:${'x'.repeat(64)}\\, and more`],
  ])('Keeps the place %s in one property, in lines of at most 75 octets', async (place, line) => {
    const orderId = await buy();
    await agree(orderId, inMs(days(2)), place);
    const { body } = await readFile(orderId);
    for (const each of body.split('\r\n')) {
      expect(Buffer.byteLength(each)).toBeLessThanOrEqual(75);
      expect(each).not.toContain('�');
    }
    expect(linesOf(body)).toContain(line);
    expect(linesOf(body).filter((each) => each === 'END:VEVENT')).toHaveLength(1);
  });
});
