import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findFault } from '#contract/passport-chain.ts';
import type { OrderPassport, Passport, PassportEntry } from '#contract/passports.ts';
import { hours, minutes } from '#contract/shared/durations.ts';
import { sweepFulfillments } from '#server/features/fulfillment/index.ts';
import { DEADLINES } from '#server/process/deadlines.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { mentions } from '#test/support/mentions.ts';
import { handOverPhone } from '#test/support/world/calls.ts';
import { confirmation, scannedCode } from '#test/support/world/handover.ts';
import { newImei } from '#test/support/world/imei.ts';
import { callerOf, createListing, createPerson, type Person, sellTo, tokenNow } from '#test/support/world/world.ts';
import { beginPassports, noteRerun, noteTest } from './index.ts';

let shop: TestApp;
let seller: Person;
let buyer: Person;
let stranger: Person;
let admin: Person;

beforeAll(async () => {
  shop = await createTestApp();
  admin = await createPerson(shop, 'admin');
});
afterAll(() => shop.close());
beforeEach(async () => {
  [seller, buyer, stranger] = await Promise.all([createPerson(shop, 'seller'), createPerson(shop, 'buyer'), createPerson(shop, 'buyer')]);
  admin.token = await tokenNow(shop, admin);
});

const list = (as = seller, changes: Record<string, unknown> = {}) => createListing(shop, as, { imei: newImei(), ...changes });

async function passportIdOf(listingId: string): Promise<string> {
  const { body } = await shop.call('GET', `/selectedItem/${listingId}`);
  return (body as { passport: string }).passport;
}

async function read(id: string): Promise<Passport> {
  const { status, body } = await shop.call('GET', `/passports/${id}`);
  expect(status).toBe(200);
  expect(await findFault(body as Passport)).toBeNull();
  return body as Passport;
}

const passportOf = async (listingId: string): Promise<Passport> => read(await passportIdOf(listingId));
const kindsOf = ({ history }: Passport) => history.map(({ kind, owner }) => `${kind} ${owner ?? '-'}`);

async function orderPassport(orderId: string, as: Person): Promise<OrderPassport | null> {
  const { status, body } = await shop.call('GET', `/orders/${orderId}/passport`, { as: as.token });
  expect(status).toBe(200);
  return (body as { passport: OrderPassport | null }).passport;
}

/** A self-test in which nothing was wrong. */
const FINE = { passed: 17, failed: 0, skipped: 0, outcome: 'passed', model: 'match' } as const;

const handOver = (orderId: string) => handOverPhone(callerOf(shop, buyer), callerOf(shop, seller), orderId);

async function pass(orderId: string): Promise<void> {
  await shop.services.db.updateTable('fulfillments').set({ due_at: shop.clock.now() }).where('order_id', '=', orderId).execute();
  await sweepFulfillments(shop.services, DEADLINES);
}

describe('A passport', () => {
  test('Begins when a phone with an IMEI goes on sale, at a random address, and says who said what', async () => {
    const imei = newImei();
    const id = await list(seller, { imei, answers: { battery: 'good', repairs: 'maker' } });
    const passport = await passportOf(id);
    expect(passport._id).toMatch(/^[\w-]{22}$/u);
    expect(passport).toMatchObject({ owner: 1, entries: 1, history: [{ number: 1, kind: 'listed', owner: 1, source: 'owner' }] });
    expect(passport.history[0]?.facts).toMatchObject({ priceCents: 28_900, battery: 'good', repairs: 'maker' });
    expect(passport.history[0]?.text?.words).toContain('Galaxy S21');
    const text = JSON.stringify(passport);
    for (const secret of [imei, shop.services.phoneKeys.of(imei).hash, seller.name, seller.email, seller.id, id]) expect(text).not.toContain(secret);
    expect(mentions(text, imei.slice(-4))).toBe(false);
    expect(await passportIdOf(await createListing(shop, seller))).toBeNull();
  });

  test('Notes changed prices, answers and photos, and nothing for other edits', async () => {
    const id = await list(seller, { answers: { battery: 'good' } });
    const edit = async (change: object) => {
      const { revision } = (await shop.call('GET', `/products/${id}`, { as: seller.token })).body as { revision: number };
      expect((await shop.call('PATCH', `/products/${id}`, { as: seller.token, body: { revision, ...change } })).status).toBe(200);
    };
    await edit({ description: 'Another description.' });
    await edit({ resale_price: 250, answers: { battery: 'weak' } });
    const { history } = await passportOf(id);
    expect(history.slice(1)).toMatchObject([
      { kind: 'price', source: 'owner', owner: 1, facts: { fromCents: 28_900, toCents: 25_000 } },
      { kind: 'condition', source: 'owner', facts: { battery: 'weak' } },
    ]);
  });

  test('Becomes the buyer’s with the handover, whose receipt names the head, and goes back with the return', async () => {
    const id = await list();
    const orderId = await sellTo(shop, buyer, id);
    expect(await orderPassport(orderId, buyer)).toMatchObject({ isYours: false, heads: [{ event: 'sold', entries: 2 }] });
    expect(await orderPassport(orderId, seller)).toMatchObject({ isYours: true });
    await handOver(orderId);
    const claimed = await orderPassport(orderId, buyer);
    expect(claimed).toMatchObject({ isYours: true, heads: [{ event: 'sold' }, { event: 'handed_over', entries: 3 }] });
    expect(await orderPassport(orderId, seller)).toMatchObject({ isYours: false });
    for (const other of [stranger, admin]) expect((await shop.call('GET', `/orders/${orderId}/passport`, { as: other.token })).status).toBe(404);
    await shop.services.db
      .updateTable('fulfillments')
      .set({ state: 'returning', due_at: shop.clock.now() + hours(9) })
      .where('order_id', '=', orderId)
      .execute();
    const back = { orderId, direction: 'return' } as const;
    shop.clock.advance(60_000);
    await shop.call('POST', `/orders/${orderId}/handover/confirmation`, { as: seller.token, body: await confirmation(shop, back) });
    expect((await shop.call('POST', `/orders/${orderId}/handover/code`, { as: buyer.token, body: await scannedCode(shop, back) })).status).toBe(200);
    const after = await orderPassport(orderId, buyer);
    expect(after).toMatchObject({ isYours: false, heads: [{ event: 'sold' }, { event: 'handed_over' }, { event: 'returned', entries: 4 }] });
    const passport = await read(after?._id ?? '');
    expect(kindsOf(passport)).toEqual(['listed 1', 'sold 1', 'handed_over 2', 'returned 1']);
    expect(passport.history.slice(2)).toMatchObject([
      { source: 'both', facts: { from: 1, to: 2 } },
      { source: 'both', facts: { from: 2, to: 1 } },
    ]);
    expect(await findFault(passport, after?.heads)).toBeNull();
  });

  test('Says when only one side confirmed the handover, and when a sale was undone before it', async () => {
    const overdue = await sellTo(shop, buyer, await list());
    await shop.call('POST', `/orders/${overdue}/handover/code`, { as: seller.token, body: await scannedCode(shop, { orderId: overdue }) });
    await pass(overdue);
    const late = await read((await orderPassport(overdue, buyer))?._id ?? '');
    expect(late.history.at(-1)).toMatchObject({ kind: 'handed_over', source: 'shop', owner: 2, facts: { how: 'overdue' } });

    const canceled = await sellTo(shop, stranger, await list());
    expect((await shop.call('POST', `/orders/${canceled}/refund`, { as: admin.token, body: { reason: 'It never came.', relist: true } })).status).toBe(200);
    const undone = await read((await orderPassport(canceled, stranger))?._id ?? '');
    expect(kindsOf(undone)).toEqual(['listed 1', 'sold 1', 'sale_undone 1']);
    expect(undone.owner).toBe(1);
    expect(undone.history.at(-1)?.facts).toEqual({ how: 'decided', relisted: 1 });
  });

  test('A phone that somebody else lists than its last owner gets a new owner, and the entry says that the shop saw no handover', async () => {
    const imei = newImei();
    const first = await list(seller, { imei });
    await shop.call('DELETE', `/products/${first}`, { as: seller.token });
    const other = await createPerson(shop, 'seller');
    const passport = await passportOf(await list(other, { imei }));
    expect(kindsOf(passport)).toEqual(['listed 1', 'new_owner 2', 'listed 2']);
    expect(passport.history[1]).toMatchObject({ source: 'owner', facts: { from: 1, to: 2 } });
  });

  test('Notes that the phone was reported lost and found again, once each, and that an admin removed a listing, whose words are hidden then', async () => {
    const imei = newImei();
    const id = await list(seller, { imei });
    const passportId = await passportIdOf(id);
    const report = { imei, lostOn: '2026-11-01', place: 'Lisbon', proof: 'I have the receipt of it.', picture: null };
    const { body } = await shop.call('POST', '/lostPhones', { as: stranger.token, body: report });
    const decide = (decision: string) =>
      shop.call('POST', `/lostPhones/${(body as { insertedId: string }).insertedId}/decision`, {
        as: admin.token,
        body: { decision, reason: 'We looked into it.' },
      });
    expect((await decide('accepted')).status).toBe(200);
    expect((await decide('refused')).status).toBe(200);
    expect(kindsOf(await read(passportId))).toEqual(['listed 1', 'lost -', 'found -']);

    const second = await list(seller);
    const secondId = await passportIdOf(second);
    expect((await read(secondId)).history[0]?.text).not.toBeNull();
    const { body: decided } = await shop.call('POST', '/decisions', { as: admin.token, body: { kind: 'removal', listingId: second, reason: 'Rude words.' } });
    const removed = await read(secondId);
    expect(kindsOf(removed)).toEqual(['listed 1', 'removed 1']);
    expect(removed.history[0]?.text).toBeNull();
    const undo = `/decisions/${(decided as { insertedId: string }).insertedId}/undo`;
    expect((await shop.call('POST', undo, { as: admin.token, body: { reason: 'They are a name.' } })).status).toBe(200);
    const restored = await read(secondId);
    expect(kindsOf(restored)).toEqual(['listed 1', 'removed 1', 'restored 1']);
    expect(restored.history[0]?.text).not.toBeNull();
  });

  test('Says nothing of a listing that its seller removed and that is restored', async () => {
    const id = await list(seller);
    const passportId = await passportIdOf(id);
    expect((await shop.call('DELETE', `/products/${id}`, { as: seller.token })).status).toBe(200);
    expect((await shop.call('POST', `/removedItems/${id}/restore`, { as: admin.token, body: {} })).status).toBe(200);
    expect(kindsOf(await read(passportId))).toEqual(['listed 1']);
  });

  test('Repairs are noted by the present owner alone', async () => {
    const id = await list();
    const passportId = await passportIdOf(id);
    const note = (as: Person) => shop.call('POST', `/passports/${passportId}/repairs`, { as: as.token, body: { part: 'battery', by: 'shop' } });
    expect(await note(seller)).toMatchObject({ status: 201 });
    expect((await note(buyer)).status).toBe(404);
    const orderId = await sellTo(shop, buyer, id);
    await handOver(orderId);
    expect((await note(seller)).status).toBe(404);
    expect((await note(buyer)).status).toBe(201);
    const { history } = await read(passportId);
    const repairs = history.filter(({ kind }) => kind === 'repaired').map(({ owner, source, facts }) => [owner, source, facts.part]);
    expect(repairs).toEqual([
      [1, 'owner', 'battery'],
      [2, 'owner', 'battery'],
    ]);
    expect((await shop.call('GET', `/passports/${passportId}/ownership`, { as: buyer.token })).body).toEqual({ isYours: true });
    expect((await shop.call('GET', `/passports/${passportId}/ownership`, { as: seller.token })).body).toEqual({ isYours: false });
  });

  test('The same repair sent twice is noted once, and again a minute later', async () => {
    const passportId = await passportIdOf(await list());
    const note = (part: string) => shop.call('POST', `/passports/${passportId}/repairs`, { as: seller.token, body: { part, by: 'shop' } });
    const replies = await Promise.all([note('battery'), note('battery'), note('screen')]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 201, 201]);
    expect(kindsOf(await read(passportId))).toEqual(['listed 1', 'repaired 1', 'repaired 1']);
    shop.clock.advance(minutes(1));
    await note('battery');
    expect((await read(passportId)).entries).toBe(4);
  });

  test('Notes published self-tests and those repeated at the meeting', async () => {
    const id = await list();
    const { db, clock } = shop.services;
    const test = { ...FINE, listingId: id, recordId: 'record-1', passed: 14, failed: 1, skipped: 2, now: clock.now() };
    await db.transaction().execute((tx) => noteTest(tx, test));
    await db.transaction().execute((tx) => noteRerun(tx, { ...test, recordId: 'record-2', worse: 1 }));
    expect((await passportOf(id)).history.slice(1)).toMatchObject([
      { kind: 'tested', source: 'shop', facts: { record: 'record-1', passed: 14, failed: 1, skipped: 2 } },
      { kind: 'tested_again', facts: { record: 'record-2', worse: 1 } },
    ]);
  });

  test('A passport that is full takes no more self-tests, but still what the shop notes, and its phone can be listed again', async () => {
    const imei = newImei();
    const id = await list(seller, { imei });
    const { db, clock } = shop.services;
    const one = (at: number) => ({ ...FINE, listingId: id, recordId: `record-${at}`, now: clock.now() });
    await db.transaction().execute(async (tx) => {
      for (let at = 0; at < 1001; at++) await noteTest(tx, one(at));
    });
    const full = await passportOf(id);
    expect(full.entries).toBe(1000);
    await shop.call('DELETE', `/products/${id}`, { as: seller.token });
    const again = await list(seller, { imei });
    expect((await passportOf(again)).entries).toBe(1000);
    await shop.call('POST', '/decisions', { as: admin.token, body: { kind: 'removal', listingId: again, reason: 'Rude words.' } });
    expect((await read(full._id)).entries).toBe(1001);
  });

  test('A phone that was on sale before there were passports gets one in the background, or when something happens to it', async () => {
    const { db } = shop.services;
    const [swept, sold] = [await list(), await list()];
    for (const table of ['passport_entries', 'passport_owners'] as const) await db.deleteFrom(table).execute();
    await db.deleteFrom('passport_heads').execute();
    await db.deleteFrom('passports').execute();
    await db.deleteFrom('settings').where('key', '=', 'passports_begun').execute();
    const orderId = await sellTo(shop, buyer, sold);
    expect(kindsOf(await read((await orderPassport(orderId, buyer))?._id ?? ''))).toEqual(['listed 1', 'sold 1']);
    await beginPassports(shop.services);
    const passport = await passportOf(swept);
    expect(passport.history).toMatchObject([{ kind: 'listed', facts: { already: 1 } }]);
    await beginPassports(shop.services);
    expect(await passportOf(swept)).toEqual(passport);
  });
});

describe('The chain', () => {
  test('Every alteration, removal and swap of entries is found, also if the hashes after them are computed again', async () => {
    const id = await list(seller, { answers: { battery: 'good' } });
    const orderId = await sellTo(shop, buyer, id);
    await handOver(orderId);
    const heads = (await orderPassport(orderId, buyer))?.heads ?? [];
    const whole = await read((await orderPassport(orderId, buyer))?._id ?? '');
    expect(await findFault(whole, heads)).toBeNull();
    const faultOf = (history: PassportEntry[]) => findFault({ ...whole, history }, heads);
    const alterations: ((entry: PassportEntry) => Partial<PassportEntry>)[] = [
      () => ({ kind: 'found' }),
      () => ({ at: '2020-01-01T00:00:00.000Z' }),
      () => ({ owner: 9 }),
      ({ source }) => ({ source: source === 'owner' ? 'shop' : 'owner' }),
      ({ facts }) => ({ facts: { ...facts, priceCents: 1 } }),
      ({ facts }) => ({ facts: { ...facts, extra: '' } }),
      () => ({ commitment: 'a'.repeat(64) }),
      () => ({ text: { words: 'Another phone', salt: '0'.repeat(32) } }),
      ({ number }) => ({ number: number + 1 }),
      () => ({ hash: 'b'.repeat(64) }),
    ];
    for (const [at, entry] of whole.history.entries()) {
      for (const alter of alterations) expect(await faultOf(whole.history.with(at, { ...entry, ...alter(entry) })), `${at} ${alter}`).not.toBeNull();
      expect(await faultOf(whole.history.toSpliced(at, 1)), `without ${at}`).not.toBeNull();
      expect(await faultOf(whole.history.toSpliced(at, 0, entry)), `twice ${at}`).not.toBeNull();
      for (const [other, there] of whole.history.entries())
        if (other !== at) expect(await faultOf(whole.history.with(at, there).with(other, entry)), `${at} and ${other} swapped`).not.toBeNull();
    }
    // Without the last entries, a history fits its own head again, but not the receipt's.
    const short = structuredClone(whole);
    short.history.pop();
    Object.assign(short, { entries: short.history.length, head: short.history.at(-1)?.hash });
    expect(await findFault(short)).toBeNull();
    expect(await findFault(short, heads)).toEqual({ entry: 3, what: 'receipt' });
  });

  test('Many entries at once neither fork nor get lost', async () => {
    const id = await list();
    const { db, clock } = shop.services;
    const one = (at: number) => ({ ...FINE, listingId: id, recordId: `record-${at}`, passed: at, now: clock.now() });
    await Promise.all(Array.from({ length: 12 }, (_, at) => db.transaction().execute((tx) => noteTest(tx, one(at)))));
    expect((await passportOf(id)).entries).toBe(13);
  });
});
