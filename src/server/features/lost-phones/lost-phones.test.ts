import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkDigitOf } from '#contract/imei.ts';
import { createTestApp, sendMails, type TestApp } from '#test/support/app.ts';
import { completeOrder, createCategory, createListing, createOrder, createPerson, listingInput, type Person, sellTo } from '#test/support/world/world.ts';

const DAY_MS = 86_400_000;

let shop: TestApp;
let admin: Person;
let seller: Person;
let other: Person;
let buyer: Person;
let owner: Person;
const logged: string[] = [];

let phones = 0;

/** A new IMEI each time, of an unknown type. */
function newImei(tac = '35693803'): string {
  phones += 1;
  const body = `${tac}${String(phones + 104_000).padStart(6, '0')}`;
  return body + checkDigitOf(body);
}

beforeAll(async () => {
  shop = await createTestApp({}, { onLog: (line) => logged.push(line) });
  admin = await createPerson(shop, 'admin');
  [seller, other] = [await createPerson(shop, 'seller'), await createPerson(shop, 'seller')];
  [buyer, owner] = [await createPerson(shop, 'buyer'), await createPerson(shop, 'buyer')];
  await createCategory(shop);
});
afterAll(() => shop.close());

function list(imei: unknown, as = seller, changes: Record<string, unknown> = {}) {
  return shop.call('POST', `/products?email=${as.email}`, { as: as.token, body: listingInput({ imei, ...changes }) });
}

function report(imei: unknown, as: Person | null = owner, changes: Record<string, unknown> = {}) {
  return shop.call('POST', '/lostPhones', {
    ...(as && { as: as.token }),
    body: { imei, lostOn: '2024-05-01', place: 'Tram 28', proof: 'The box with its number.', ...changes },
  });
}

async function reported(imei: unknown, as = owner): Promise<string> {
  const { status, body } = await report(imei, as);
  if (status !== 201) throw new Error(`reporting answered ${status}: ${JSON.stringify(body)}`);
  return (body as { insertedId: string }).insertedId;
}

function decide(id: string, decision: string, as: Person | null = admin, reason = 'The box fits.') {
  return shop.call('POST', `/lostPhones/${id}/decision`, { ...(as && { as: as.token }), body: { decision, reason } });
}

async function detail(id: string, as?: Person) {
  return (await shop.call('GET', `/selectedItem/${id}`, as && { as: as.token })).body as { imei: unknown };
}

async function kindsFor(person: Person) {
  return ((await shop.call('GET', '/notifications', { as: person.token })).body as { kind: string; text: string; subject: string }[]).map(({ kind }) => kind);
}

async function queue(state = 'open') {
  return (await shop.call('GET', `/lostPhones?state=${state}`, { as: admin.token })).body as { _id: string }[];
}

describe('A listing’s IMEI', () => {
  test('An IMEI is stored as a keyed hash and four digits, never logged, and never shown whole', async () => {
    const imei = newImei();
    const { status, body } = await list(`IMEI: ${imei.slice(0, 8)} ${imei.slice(8)}`);
    expect(status).toBe(201);
    const id = (body as { insertedId: string }).insertedId;
    expect((await detail(id)).imei).toEqual({ last4: '••••', checked: true });
    expect((await detail(id, buyer)).imei).toEqual({ last4: imei.slice(-4), checked: true });
    expect((await detail(await createListing(shop, seller))).imei).toBeNull();
    const row = await shop.services.db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.imei_hash).toMatch(/^[0-9a-f]{64}$/u);
    expect(row.imei_hash).not.toBe(createHash('sha256').update(imei.slice(0, 14)).digest('hex'));
    const everything = JSON.stringify([row, await shop.services.db.selectFrom('phones').selectAll().execute(), logged]);
    expect(everything).not.toContain(imei);
    expect(everything).not.toContain(imei.slice(0, 14));
  });

  test.each([
    ['490154203237519', /has a typo/u],
    ['000000000000000', /isn’t a real IMEI/u],
    ['4901', /15 digits/u],
    [{ digits: 1 }, /required/u],
  ])('Rejects %j at its field', async (imei, sentence) => {
    expect(await list(imei)).toMatchObject({ status: 422, body: { code: 'invalid', fields: { imei: expect.stringMatching(sentence) } } });
  });

  test('A phone is on sale once: its own seller is told so, and another’s attempt notifies the seller and the admin once', async () => {
    const imei = newImei();
    await createListing(shop, seller, { imei });
    expect(await list(imei)).toMatchObject({
      status: 409,
      body: { code: 'already_listed', fields: { imei: expect.stringMatching(/^You already have a listing for this phone/u) } },
    });
    expect(await kindsFor(seller)).not.toContain('phone_claimed_twice');
    // The same phone by its number with a software version.
    for (const again of [imei, `${imei.slice(0, 14)}07`])
      expect(await list(again, other)).toMatchObject({
        status: 409,
        body: { code: 'already_listed', message: expect.stringMatching(/^Someone else is already selling a phone/u) },
      });
    expect((await kindsFor(seller)).filter((kind) => kind === 'phone_claimed_twice')).toHaveLength(1);
    expect((await kindsFor(admin)).filter((kind) => kind === 'phone_claimed_twice')).toHaveLength(1);
    const questions = (await shop.call('GET', '/imeiQuestions', { as: admin.token })).body as { _id: string }[];
    expect(questions).toEqual([expect.objectContaining({ kind: 'claimed_twice', said: other.email, last4: imei.slice(-4) })]);
    const close = (as: Person) => shop.call('POST', `/imeiQuestions/${questions[0]?._id}/close`, { as: as.token });
    expect((await close(seller)).status).toBe(403);
    expect((await close(admin)).body).toMatchObject({ modifiedCount: 1 });
    expect((await close(admin)).body).toMatchObject({ modifiedCount: 0 });
    expect((await shop.call('GET', '/imeiQuestions', { as: admin.token })).body).toEqual([]);
  });

  test('A phone is on sale once, however many sellers list it at the same moment', async () => {
    const imei = newImei();
    const answers = await Promise.all([seller, other, seller, other, seller, other].map((as) => list(imei, as)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  test('A sold phone can be listed by its buyer, and a refund then leaves it with them', async () => {
    const imei = newImei();
    const first = await createListing(shop, seller, { imei });
    const orderId = await sellTo(shop, buyer, first);
    await completeOrder(shop, orderId);
    await createListing(shop, other, { imei });
    const refund = await shop.call('POST', `/orders/${orderId}/refund`, { as: admin.token, body: { reason: 'Never came.', relist: true } });
    expect(refund.status).toBe(200);
    expect((await shop.call('GET', `/selectedItem/${first}`)).status).toBe(404);
    expect(await shop.call('POST', `/removedItems/${first}/restore`, { as: admin.token })).toMatchObject({ status: 409, body: { code: 'already_listed' } });
  });

  test('A restored seller gets each phone back once, and none that another has on sale', async () => {
    const leaving = await createPerson(shop, 'seller');
    const [stored, taken] = [newImei(), newImei()];
    const [storedId, takenId] = [await createListing(shop, leaving, { imei: stored }), await createListing(shop, leaving, { imei: taken })];
    await shop.call('DELETE', `/users/sellers/${leaving.id}`, { as: admin.token });
    await createListing(shop, other, { imei: taken });
    expect((await shop.call('POST', `/removedItems/${leaving.id}/restore`, { as: admin.token })).status).toBe(200);
    expect((await shop.call('GET', `/selectedItem/${storedId}`)).status).toBe(200);
    expect((await shop.call('GET', `/selectedItem/${takenId}`)).status).toBe(404);
  });

  test('An IMEI of another model leads to a question to the seller and a mark for the admin, not to an error', async () => {
    await sql`insert into tac_models (tac, brand, models) values ('35999901', 'Oppo', '["N1"]'), ('35999902', 'Samsung', '["Galaxy S21 5G"]')`.execute(
      shop.services.db,
    );
    expect(await list(newImei('35999902'))).toMatchObject({ status: 201, body: { acknowledged: true, insertedId: expect.any(String) } });
    const { status, body } = await list(newImei('35999901'));
    expect({ status, body }).toMatchObject({ status: 201, body: { question: expect.stringContaining('Oppo N1') } });
    expect(await kindsFor(seller)).toContain('imei_differs');
    const questions = (await shop.call('GET', '/imeiQuestions', { as: admin.token })).body as { kind: string }[];
    expect(questions.filter(({ kind }) => kind === 'other_model')).toEqual([expect.objectContaining({ said: 'Samsung Galaxy S21', known: 'Oppo N1' })]);
  });
});

describe('Reporting a lost phone', () => {
  test('A report needs a logged-in person, an IMEI, a day not in the future, a place and proof', async () => {
    const imei = newImei();
    expect((await report(imei, null)).status).toBe(401);
    for (const [changes, field] of [
      [{ imei: '490154203237519' }, 'imei'],
      [{ imei: undefined }, 'imei'],
      [{ lostOn: '2999-01-01' }, 'lostOn'],
      [{ lostOn: '2024-02-30' }, 'lostOn'],
      [{ lostOn: 20240501 }, 'lostOn'],
      [{ place: ' ' }, 'place'],
      [{ proof: '' }, 'proof'],
      [{ proof: '', picture: 'https://elsewhere.example/box.jpg' }, 'picture'],
      [{ picture: '/images/01890000-0000-7000-8000-000000000009/1280.webp' }, 'picture'],
    ] as const)
      expect(await report(imei, owner, changes), JSON.stringify(changes)).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } });
    expect((await shop.call('GET', '/myLostPhones', { as: owner.token })).body).toEqual([]);
  });

  test('Only its reporter and admins see a report, without the IMEI', async () => {
    const imei = newImei();
    const id = await reported(imei);
    expect((await report(imei)).body).toEqual({ acknowledged: true });
    const mine = (await shop.call('GET', '/myLostPhones', { as: owner.token })).body as object[];
    expect(mine).toEqual([expect.objectContaining({ _id: id, last4: imei.slice(-4), state: 'open', reason: null, lostOn: '2024-05-01' })]);
    expect((await shop.call('GET', '/myLostPhones', { as: buyer.token })).body).toEqual([]);
    expect((await shop.call('GET', '/lostPhones', { as: owner.token })).status).toBe(403);
    expect((await shop.call('GET', '/lostPhones')).status).toBe(401);
    expect(await queue()).toEqual([
      expect.objectContaining({ _id: id, reporter: { name: owner.name, email: owner.email }, listings: [], others: 0, recognizable: true }),
    ]);
    for (const [as, status] of [
      [null, 401],
      [owner, 403],
      [seller, 403],
    ] as const)
      expect((await decide(id, 'accepted', as)).status).toBe(status);
    expect((await decide(id, 'perhaps')).status).toBe(422);
    expect((await decide(id, 'refused', admin, ' ')).status).toBe(422);
    expect((await decide('no-such-report', 'refused')).status).toBe(404);
    const withdraw = (as: Person) => shop.call('DELETE', `/lostPhones/${id}`, { as: as.token });
    expect((await withdraw(buyer)).status).toBe(404);
    expect((await withdraw(owner)).body).toEqual({ acknowledged: true, deletedCount: 1 });
    expect((await withdraw(owner)).body).toEqual({ acknowledged: true, deletedCount: 0 });
    expect(await decide(id, 'accepted')).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  test('A report’s text is stored without the IMEI too', async () => {
    const imei = newImei();
    const person = await createPerson(shop, 'buyer');
    await report(imei, person, { proof: `On the box: ${imei.slice(0, 6)} ${imei.slice(6)}.`, place: `Tram 28 (${imei})` });
    const [mine] = (await shop.call('GET', '/myLostPhones', { as: person.token })).body as { proof: string; place: string }[];
    expect(mine).toMatchObject({ proof: 'On the box: •.', place: 'Tram 28 (•)' });
  });

  test('A person can have five undecided reports at most, however fast they are sent', async () => {
    const person = await createPerson(shop, 'buyer');
    const answers = await Promise.all(Array.from({ length: 8 }, () => report(newImei(), person)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ status, body }) => status === 429 && (body as { code: string }).code === 'too_many')).toHaveLength(3);
  });

  test('When two people report a phone, both are notified, and the admin sees how many', async () => {
    const imei = newImei();
    const [one, two] = [await createPerson(shop, 'buyer'), await createPerson(shop, 'buyer')];
    const ids = [await reported(imei, one), await reported(imei, two)];
    for (const person of [one, two]) expect(await kindsFor(person)).toEqual(['lost_phone_disputed']);
    const both = (await queue()).filter(({ _id }) => ids.includes(_id));
    expect(both).toEqual([expect.objectContaining({ others: 1 }), expect.objectContaining({ others: 1 })]);
  });

  test('Nobody whom an admin removed is told that others report the same phone', async () => {
    const imei = newImei();
    const [removed, staying] = [await createPerson(shop, 'buyer'), await createPerson(shop, 'buyer')];
    await reported(imei, removed);
    expect((await shop.call('DELETE', `/users/sellers/${removed.id}`, { as: admin.token })).status).toBe(200);
    await reported(imei, staying);
    const notified = await shop.services.db.selectFrom('notifications').select('kind').where('user_id', '=', removed.id).execute();
    expect(notified).toEqual([]);
  });

  test('Nothing is written to somebody who has deleted their account when their accepted report is declined after all', async () => {
    const leaving = await createPerson(shop, 'buyer');
    const id = await reported(newImei(), leaving);
    await decide(id, 'accepted');
    expect((await shop.call('DELETE', `/personalData?email=${leaving.email}`, { as: leaving.token })).status).toBe(200);
    expect((await decide(id, 'refused')).body).toMatchObject({ modifiedCount: 1 });
    expect(await shop.services.db.selectFrom('notifications').select('kind').where('user_id', '=', leaving.id).execute()).toEqual([]);
  });
});

describe('The register of lost phones', () => {
  test('An accepted report removes the phone and keeps it out until the report is withdrawn', async () => {
    const imei = newImei();
    const person = await createPerson(shop, 'buyer');
    const id = await createListing(shop, seller, { imei });
    const orderId = await createOrder(shop, buyer, id);
    const reportId = await reported(imei, person);
    expect((await shop.call('GET', `/selectedItem/${id}`)).status).toBe(200);
    expect(await decide(reportId, 'accepted')).toMatchObject({ status: 200, body: { modifiedCount: 1, held: 1, sales: 0 } });
    expect(await decide(reportId, 'accepted')).toMatchObject({ status: 200, body: { modifiedCount: 0, held: 0, sales: 0 } });
    expect((await shop.call('GET', `/selectedItem/${id}`)).status).toBe(404);
    expect((await shop.call('GET', '/bookings', { as: buyer.token })).body).toContainEqual(
      expect.objectContaining({ _id: orderId, closedReason: 'listing_removed' }),
    );
    expect(await kindsFor(person)).toEqual(['lost_phone_accepted']);
    expect(await kindsFor(seller)).toContain('own_listing_held');
    expect(await kindsFor(admin)).toContain('lost_phone_found');
    for (const as of [seller, other])
      expect(await list(imei, as)).toMatchObject({ status: 409, body: { code: 'reported_lost', fields: { imei: expect.any(String) } } });
    const restore = () => shop.call('POST', `/removedItems/${id}/restore`, { as: admin.token });
    expect(await restore()).toMatchObject({ status: 409, body: { code: 'reported_lost' } });
    expect((await shop.call('DELETE', `/lostPhones/${reportId}`, { as: person.token })).body).toMatchObject({ deletedCount: 1 });
    expect((await restore()).status).toBe(200);
    expect((await detail(id, buyer)).imei).toEqual({ last4: imei.slice(-4), checked: true });
  });

  test('An accepted report notifies the buyer, the seller and the admins of sales in the last 180 days, by email too', async () => {
    const [recent, old] = [newImei(), newImei()];
    const oldId = await createListing(shop, seller, { imei: old });
    const longAgo = await createPerson(shop, 'buyer');
    await sellTo(shop, longAgo, oldId);
    await shop.services.db
      .updateTable('listings')
      .set({ sold_at: shop.clock.now() - 181 * DAY_MS })
      .where('id', '=', oldId)
      .execute();
    const customer = await createPerson(shop, 'buyer');
    const id = await createListing(shop, seller, { imei: recent });
    await sellTo(shop, customer, id);
    const person = await createPerson(shop, 'buyer');
    expect((await decide(await reported(old, person), 'accepted')).body).toMatchObject({ held: 0, sales: 0 });
    expect((await decide(await reported(recent, person), 'accepted')).body).toMatchObject({ held: 0, sales: 1 });
    expect(await kindsFor(longAgo)).not.toContain('sold_phone_lost');
    for (const notified of [customer, seller]) expect(await kindsFor(notified)).toContain('sold_phone_lost');
    expect((await detail(id, customer)).imei).toEqual({ last4: recent.slice(-4), checked: false });
    await sendMails(shop);
    const mails = (await shop.call('GET', '/mailbox')).body as { to: string; subject: string; text: string }[];
    for (const { email } of [customer, seller])
      expect(mails).toContainEqual(expect.objectContaining({ to: email, subject: expect.stringMatching(/reported lost/u) }));
    expect(mails).toContainEqual(expect.objectContaining({ to: admin.email, subject: 'A phone listed here was reported lost' }));
    const accepted = mails.find(({ to, subject }) => to === person.email && subject.includes('in our register'));
    expect(accepted?.text).toContain('It isn’t the worldwide list');
    for (const imei of [recent, old]) expect(JSON.stringify(mails)).not.toContain(imei);
  });

  test('A report that is later declined leaves the register, but a phone with somebody else’s accepted report stays', async () => {
    const imei = newImei();
    const [one, two] = [await createPerson(shop, 'buyer'), await createPerson(shop, 'buyer')];
    const [first, second] = [await reported(imei, one), await reported(imei, two)];
    for (const id of [first, second]) await decide(id, 'accepted');
    expect((await decide(first, 'refused')).body).toMatchObject({ modifiedCount: 1 });
    expect((await list(imei)).status).toBe(409);
    await decide(second, 'refused');
    expect(await kindsFor(two)).toContain('lost_phone_refused');
    expect((await list(imei)).status).toBe(201);
  });

  test('A declined report can’t be accepted after all once its reporter has reported the phone again: that report is decided', async () => {
    const imei = newImei();
    const first = await reported(imei);
    await decide(first, 'refused');
    const second = await reported(imei);
    for (const state of ['open', 'accepted']) {
      if (state === 'accepted') expect((await decide(second, 'accepted')).status).toBe(200);
      const message = expect.stringContaining('has reported this phone again');
      expect(await decide(first, 'accepted'), state).toMatchObject({ status: 409, body: { code: 'conflict', message } });
    }
    await decide(second, 'refused');
    expect((await decide(first, 'accepted')).body).toMatchObject({ modifiedCount: 1 });
  });

  test('The register and the listings on sale never disagree, however listing and accepting overlap', async () => {
    const imeis = Array.from({ length: 4 }, () => newImei());
    const person = await createPerson(shop, 'buyer');
    const ids: string[] = [];
    for (const imei of imeis) ids.push(await reported(imei, person));
    await Promise.all(imeis.flatMap((imei, at) => [list(imei), decide(ids[at] ?? '', 'accepted'), list(imei, other)]));
    const live = await shop.services.db
      .selectFrom('listings')
      .innerJoin('lost_phones', 'lost_phones.imei_hash', 'listings.imei_hash')
      .select('listings.id')
      .where('lost_phones.state', '=', 'accepted')
      .where('listings.sold_at', 'is', null)
      .where('listings.removed_at', 'is', null)
      .execute();
    expect(live).toEqual([]);
    expect((await queue('accepted')).filter(({ _id }) => ids.includes(_id))).toHaveLength(4);
  });
});
