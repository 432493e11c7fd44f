import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MeetingTalks } from '#contract/meetings.ts';
import type { PaidOrder } from '#contract/orders.ts';
import { findFault } from '#contract/passport-chain.ts';
import type { Passport } from '#contract/passports.ts';
import type { Sale } from '#contract/payments/payments.ts';
import type { PersonalData } from '#contract/personal-data.ts';
import { days } from '#contract/shared/durations.ts';
import { sweepReminders } from '#server/features/meetings/index.ts';
import { syncDispute } from '#server/features/payments/disputes.ts';
import { createTestApp, mailsTo, sendMails, type TestApp } from '#test/support/app.ts';
import { owe } from '#test/support/payouts.ts';
import { handOverPhone, uploadPicture as uploadByForm } from '#test/support/world/calls.ts';
import { newImei } from '#test/support/world/imei.ts';
import { createNoShow, createPastMeeting } from '#test/support/world/meetings.ts';
import { callerOf, completeOrder, createListing, createOrder, createPerson, type Person, sellTo, specification } from '#test/support/world/world.ts';
import { eraseRemoved, forgetErased } from './commands.ts';

let shop: TestApp;
let admin: Person;
let seller: Person;
let buyer: Person;
let people = 0;
/** A number that nobody else has. */
let phone: string;
let place: string;

beforeAll(async () => {
  shop = await createTestApp();
  admin = await createPerson(shop, 'admin');
});
afterAll(() => shop.close());
beforeEach(async () => {
  people += 1;
  [phone, place] = [`+351 911 222 3${people}`, `Rossio, by fountain ${people}.`];
  seller = await createPerson(shop, 'seller', { name: `Selma Nomen ${people}`, email: `selma${people}@example.test` });
  buyer = await createPerson(shop, 'buyer', { name: `Bela Nomen ${people}`, email: `bela${people}@example.test` });
});

async function book(listingId: string, as = buyer): Promise<string> {
  const { body } = await shop.call('POST', '/bookings', { as: as.token, body: { productId: listingId, phone, meeting_location: place } });
  return (body as { insertedId: string }).insertedId;
}

function leave(person: Person, email = person.email) {
  return shop.call('DELETE', `/personalData?email=${encodeURIComponent(email)}`, { as: person.token });
}

async function dataOf(person: Person) {
  const { status, body, headers } = await shop.call('GET', '/personalData', { as: person.token });
  expect(status).toBe(200);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-disposition': expect.stringContaining('attachment') });
  return body as PersonalData;
}

function rowsOf({ parts }: PersonalData, name: string) {
  return parts.find((part) => part.name === name)?.rows ?? [];
}

async function uploadPicture(): Promise<string> {
  const noise = await sharp({ create: { width: 320, height: 320, channels: 3, background: 'white', noise: { type: 'gaussian', mean: 128, sigma: 40 } } })
    .png()
    .toBuffer();
  return (await shop.services.images.put(noise)).address;
}

/** Every row of every table of the database, as one text. */
async function everything(): Promise<string> {
  const tables = await shop.services.db.introspection.getTables();
  const dumps = await Promise.all(tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(shop.services.db)));
  return JSON.stringify(dumps.map(({ rows }) => rows));
}

function claimOf(listing_id: string, claimant_id: string) {
  return { id: `claim-${people}`, kind: 'claimed_twice', listing_id, claimant_id, said: '', known: null, created_at: 1, closed_at: null } as const;
}

function mailOf(recipient: string) {
  return {
    id: `mail-${people}`,
    kind: 'booked',
    recipient,
    subject: 'You booked it',
    body: '',
    filled_with: null,
    link: null,
    label: '',
    created_at: 1,
    expires_at: null,
    tries: 0,
    due_at: 1,
    sent_at: null,
    given_up_at: null,
    failure: null,
  };
}

/** The database's file, if it is one, after flushing recent writes. */
async function bytes(): Promise<string> {
  const { database } = shop.config;
  if (database.kind !== 'sqlite') return '';
  await sql`pragma wal_checkpoint(truncate)`.execute(shop.services.db);
  return [database.file, `${database.file}-wal`].map((file) => readFileSync(file, 'utf8')).join('');
}

/** Every file of a directory, as one text. */
function filesOf(directory: string): string {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return files.map((file) => readFileSync(join(file.parentPath, file.name), 'latin1')).join('\n');
}

describe('Personal data', () => {
  test('A person gets their stored data row by row, and nobody else’s', async () => {
    const listingId = await createListing(shop, seller, { description: 'A description of mine.' });
    const orderId = await book(listingId);
    await shop.call('POST', '/reportedItems', { as: buyer.token, body: { _id: listingId } });
    await sendMails(shop);

    const mine = await dataOf(buyer);
    expect(rowsOf(mine, 'account')).toEqual([
      expect.objectContaining({ name: buyer.name, email: buyer.email, created_at: expect.stringMatching(/^\d{4}-.*Z$/u) }),
    ]);
    expect(rowsOf(mine, 'orders')).toEqual([expect.objectContaining({ id: orderId, phone, meeting_location: place, state: 'booked' })]);
    expect(rowsOf(mine, 'reports')).toHaveLength(1);
    expect(rowsOf(mine, 'mails')).toEqual([expect.objectContaining({ kind: 'booked' })]);
    expect(rowsOf(mine, 'sessions')).toHaveLength(1);
    expect(JSON.stringify(mine)).not.toContain(seller.email);

    const theirs = await dataOf(seller);
    expect(rowsOf(theirs, 'listings')).toEqual([
      expect.objectContaining({ id: listingId, description: 'A description of mine.', specification: expect.any(Object), answers: expect.any(Object) }),
    ]);
    expect(rowsOf(theirs, 'sales')).toEqual([expect.objectContaining({ id: orderId })]);
    for (const secret of [buyer.email, phone, place]) expect(JSON.stringify(rowsOf(theirs, 'sales'))).not.toContain(secret);
    expect(await shop.call('GET', '/personalData')).toMatchObject({ status: 401 });
  });

  test('Times are written so that people can read them', async () => {
    await createListing(shop, seller, { imei: newImei() });
    await shop.services.db.updateTable('users').set({ selling_since: shop.clock.now() }).where('id', '=', seller.id).execute();
    const now = new Date(shop.clock.now()).toISOString();
    const mine = await dataOf(seller);
    expect(rowsOf(mine, 'account')).toMatchObject([{ selling_since: now }]);
    expect(rowsOf(mine, 'passports')).toMatchObject([{ since: now }]);
  });

  test('A person gets all rows of a table that is written in several pieces', async () => {
    const views = Array.from({ length: 401 }, (_, day) => ({ spender: buyer.id, day, slot: 0, seller_id: seller.id }));
    await shop.services.db.insertInto('contact_views').values(views).execute();
    expect(rowsOf(await dataOf(buyer), 'sellers_seen').map(({ day }) => day)).toEqual(views.map(({ day }) => day));
  });
});

describe('Deleting an account', () => {
  test('Deleting a buyer’s account erases their name, address, number and places from every table; the ledger keeps the order', async () => {
    const sold = await createListing(shop, seller);
    const orderId = await sellTo(shop, buyer, sold);
    await shop.services.db.updateTable('orders').set({ phone, meeting_location: place }).where('id', '=', orderId).execute();
    const open = await book(await createListing(shop, seller));
    await completeOrder(shop, orderId);
    await sendMails(shop);
    expect(await leave(buyer)).toMatchObject({ status: 200, body: { acknowledged: true, deletedCount: 1 } });

    expect((await shop.call('GET', '/bookings', { as: buyer.token })).status).toBe(401);
    const left = await everything();
    const file = await bytes();
    for (const word of [buyer.name, buyer.email, phone, place]) expect([left.includes(word), file.includes(word)], word).toEqual([false, false]);
    const orders = await shop.services.db
      .selectFrom('orders')
      .select(['id', 'state', 'buyer_name', 'price_cents'])
      .where('id', 'in', [orderId, open])
      .orderBy('id')
      .execute();
    expect(orders).toEqual([
      { id: orderId, state: 'paid', buyer_name: 'Deleted account', price_cents: 28_900 },
      { id: open, state: 'closed', buyer_name: 'Deleted account', price_cents: 28_900 },
    ]);
    expect(await shop.services.db.selectFrom('erasures').selectAll().execute()).toEqual([]);
  });

  test('Deleting a seller’s account removes their listings; buyers still see the phones they bought, without the seller', async () => {
    const description = `Write to ${seller.email}, says ${seller.name}.`;
    const sold = await createListing(shop, seller, { description, mobile_number: phone, location: place });
    const offered = await createListing(shop, seller, { description, mobile_number: phone, location: place, model_name: 'Galaxy S20' });
    await completeOrder(shop, await sellTo(shop, buyer, sold));
    const waiting = await createOrder(shop, buyer, offered);
    expect((await leave(seller)).status).toBe(200);

    const left = await everything();
    for (const word of [seller.name, seller.email, phone, place]) expect(left.includes(word), word).toBe(false);
    expect((await shop.call('GET', `/selectedProducts/${offered}`)).status).toBe(404);
    expect(await shop.call('GET', `/selectedProducts/${sold}`, { as: buyer.token })).toMatchObject({
      status: 200,
      body: { status: 'sold', seller_name: 'Deleted account', sellerEmail: '', description: '', image: expect.stringContaining('/images/') },
    });
    const bookings = (await shop.call('GET', `/bookings?email=${buyer.email}`, { as: buyer.token })).body as { _id: string; closedReason: string | null }[];
    expect(bookings.find(({ _id }) => _id === waiting)?.closedReason).not.toBeNull();
    // The admin’s list and its button don't restore them.
    const removed = JSON.stringify((await shop.call('GET', '/removedItems', { as: admin.token })).body);
    for (const id of [seller.id, offered]) {
      expect(removed).not.toContain(id);
      expect((await shop.call('POST', `/removedItems/${id}/restore`, { as: admin.token })).status).toBeGreaterThanOrEqual(404);
    }
    expect((await shop.call('GET', `/selectedProducts/${offered}`)).status).toBe(404);
  });

  test('Deleting an account empties an agreed place to meet that the person proposed, and leaves the other side’s', async () => {
    const { db } = shop.services;
    const agreed = async (by: Person) => {
      const orderId = await sellTo(shop, buyer, await createListing(shop, seller));
      const body = { at: new Date(shop.clock.now() + days(1)).toISOString(), place: `By the clock, says ${by.name}` };
      const { insertedId } = (await shop.call('POST', `/orders/${orderId}/proposals`, { as: by.token, body })).body as { insertedId: string };
      const other = by === buyer ? seller : buyer;
      const answer = await shop.call('POST', `/orders/${orderId}/proposals/${insertedId}/answer`, { as: other.token, body: { answer: 'accept' } });
      expect(answer.status).toBe(200);
      await completeOrder(shop, orderId);
      return orderId;
    };
    const [own, others] = [await agreed(seller), await agreed(buyer)];
    expect((await leave(seller)).status).toBe(200);
    const rows = await db.selectFrom('fulfillments').select(['order_id', 'meet_place']).where('order_id', 'in', [own, others]).orderBy('order_id').execute();
    expect(rows).toEqual([
      { order_id: own, meet_place: null },
      { order_id: others, meet_place: `By the clock, says ${buyer.name}` },
    ]);
  });

  test('Deleting an account leaves a phone’s passport whole and checkable, without a byte of the person in any table or file', async () => {
    const image = await uploadByForm(callerOf(shop, seller));
    const imei = newImei();
    const listed = await createListing(shop, seller, { imei, image, color: `Like ${place}`, storage: '64 GB' });
    const { passport: id } = (await shop.call('GET', `/selectedItem/${listed}`)).body as { passport: string };
    const orderId = await sellTo(shop, buyer, listed);
    await handOverPhone(callerOf(shop, buyer), callerOf(shop, seller), orderId);
    const head = (await shop.services.db.selectFrom('passport_heads').selectAll().where('order_id', '=', orderId).where('event', '=', 'sold').execute())[0];
    await completeOrder(shop, orderId);
    const read = async () => (await shop.call('GET', `/passports/${id}`)).body as Passport;
    const before = await read();
    const texts = before.history.flatMap(({ text }) => text ?? []);
    expect(texts).toHaveLength(2);
    expect(rowsOf(await dataOf(seller), 'passport_entries')).toContainEqual(expect.objectContaining({ kind: 'listed', words: texts[0]?.words }));
    for (const person of [seller, buyer]) expect((await leave(person)).status).toBe(200);

    const after = await read();
    expect(after.history.map(({ text, ...entry }) => entry)).toEqual(before.history.map(({ text, ...entry }) => entry));
    expect(after.history.every(({ text }) => text === null)).toBe(true);
    expect(await findFault(after, head ? [head] : [])).toBeNull();
    const left = [await everything(), await bytes(), filesOf(shop.config.dataDir)];
    // The pictures of a sold phone stay with its listing, and so do their hashes.
    const salts = texts.map(({ salt }) => salt);
    const secrets = [seller.name, seller.email, buyer.name, buyer.email, imei, texts[0]?.words ?? '', ...salts];
    for (const word of secrets)
      expect(
        left.map((text) => text.includes(word)),
        word,
      ).toEqual([false, false, false]);
    expect(JSON.stringify(after)).not.toContain(shop.services.phoneKeys.of(imei).hash);
  });

  test('Deleting an account deletes texts about the person that only they and admins read, their claims to phones, and emails to an earlier address', async () => {
    const secret = `Written of number ${people}`;
    const decide = (kind: string, ids: object) =>
      shop.call('POST', '/decisions', { as: admin.token, body: { kind, ...ids, reason: `${seller.name}: ${secret}` } });
    const listed = await createListing(shop, seller, { specification: { ...specification(), features: `${seller.name} ${phone}` } });
    await shop.services.db.insertInto('imei_questions').values(claimOf(listed, seller.id)).execute();
    expect((await decide('hold', { listingId: listed })).status).toBe(201);
    expect((await decide('warning', { sellerId: seller.id })).status).toBe(201);
    const [warning] = (await shop.call('GET', '/myDecisions', { as: seller.token })).body as { _id: string }[];
    const appeal = await shop.call('POST', `/myDecisions/${warning?._id}/answer`, { as: seller.token, body: { text: `I am ${seller.name}. ${secret}` } });
    const appealed = async () => ((await shop.call('GET', '/decisions?show=answered', { as: admin.token })).body as { _id: string }[]).map(({ _id }) => _id);
    expect(await appealed()).toContain(warning?._id);
    await shop.services.db
      .insertInto('outbox')
      .values(mailOf(`earlier-${people}@example.test`))
      .execute();
    await shop.services.db
      .updateTable('orders')
      .set({ email: `earlier-${people}@example.test` })
      .where('id', '=', await createOrder(shop, seller, await createListing(shop, await createPerson(shop, 'seller'))))
      .execute();
    const claims = (await shop.call('GET', '/imeiQuestions', { as: admin.token })).body as object[];
    expect(claims).toContainEqual(expect.objectContaining({ kind: 'claimed_twice', said: seller.email }));
    expect((await leave(seller)).status).toBe(200);
    const left = await everything();
    for (const word of [seller.name, seller.email, secret, phone, `earlier-${people}@`]) expect(left.includes(word), word).toBe(false);
    // Nobody is left to reply to.
    expect(await appealed()).not.toContain(warning?._id);
    const settle = `/answers/${(appeal.body as { insertedId: string }).insertedId}/settle`;
    expect((await shop.call('POST', settle, { as: admin.token, body: { reason: 'Thank you.' } })).body).toMatchObject({ modifiedCount: 0 });
  });

  test('What reporters were told stays for them, also about a decision that they appealed against before the next one', async () => {
    const listed = await createListing(shop, seller);
    const ask = async (path: string, as: Person, body: object) => (await shop.call('POST', path, { as: as.token, body })).body as { insertedId: string };
    await ask('/reportedItems', buyer, { _id: listed });
    const { insertedId: clearance } = await ask('/decisions', admin, { kind: 'clearance', listingId: listed, reason: 'It looks right.' });
    const { insertedId: answer } = await ask(`/myDecisions/${clearance}/answer`, buyer, { text: 'It is mine.' });
    await ask(`/decisions/${clearance}/undo`, admin, { reason: 'It was too early.' });
    await ask(`/answers/${answer}/settle`, admin, { reason: 'You were right.' });
    await ask('/decisions', admin, { kind: 'hold', listingId: listed, reason: 'Whose is it?' });
    await ask('/decisions', admin, { kind: 'warning', sellerId: seller.id, reason: 'Only you read this.' });
    const reasons = async () =>
      (await shop.services.db.selectFrom('decisions').select('reason').where('seller_id', '=', seller.id).execute()).map((row) => row.reason);
    expect((await reasons()).toSorted()).toEqual(['It looks right.', 'Only you read this.', 'Whose is it?']);
    expect((await leave(seller)).status).toBe(200);
    expect((await reasons()).toSorted()).toEqual(['', 'It looks right.', 'Whose is it?']);
  });

  test('Deleting an account deletes pictures of unsold phones, except those in another’s listing', async () => {
    const [own, theirs] = [await uploadPicture(), await uploadPicture()];
    await createListing(shop, seller, { image: own, photos: [theirs] });
    const other = await createListing(shop, await createPerson(shop, 'seller'), { image: theirs });
    expect((await leave(seller)).status).toBe(200);
    const given = await shop.services.db
      .selectFrom('images')
      .select('address')
      .where('removed_at', 'is not', null)
      .where('address', 'in', [own, theirs])
      .execute();
    expect(given).toEqual([{ address: own }]);
    expect((await shop.call('GET', `/selectedProducts/${other}`)).body).toMatchObject({ image: theirs });
  });

  test('An account can be deleted however many pictures it has, such as those of thousands of imported phones', async () => {
    const own = await uploadPicture();
    const listed = await createListing(shop, seller, { image: own });
    const id = /[\w-]{36}/u.exec(own)?.[0] ?? '';
    const photos = Array.from({ length: 40_000 }, () => own.replace(id, crypto.randomUUID()));
    await shop.services.db
      .updateTable('listings')
      .set({ photos: JSON.stringify(photos) })
      .where('id', '=', listed)
      .execute();
    expect((await leave(seller)).status).toBe(200);
    const given = await shop.services.db.selectFrom('images').select('address').where('removed_at', 'is not', null).where('address', '=', own).execute();
    expect(given).toEqual([{ address: own }]);
  });

  test('Deleting an account needs its address typed again; admins can’t, and a second request finds nothing', async () => {
    expect(await leave(buyer, 'another@example.test')).toMatchObject({ status: 403, body: { fields: { email: expect.any(String) } } });
    expect(await leave(admin)).toMatchObject({ status: 403 });
    expect(await shop.call('DELETE', `/personalData?email=${buyer.email}`)).toMatchObject({ status: 401 });
    const replies = await Promise.all([leave(buyer, buyer.email.toUpperCase()), leave(buyer)]);
    expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    for (const { status } of replies) expect([200, 401, 409]).toContain(status);
  });

  test('An account can’t be deleted while money or a phone is on its way, and the error says for what', async () => {
    const orderId = await sellTo(shop, buyer, await createListing(shop, seller));
    expect(await leave(seller)).toMatchObject({ status: 409, body: { message: expect.stringContaining('the money for a sale') } });
    expect(await leave(buyer)).toMatchObject({ status: 409, body: { message: 'Your account can’t be deleted yet. You have an incomplete purchase.' } });
    const other = await book(await createListing(shop, seller));
    expect((await shop.call('POST', '/create-payment-intent', { as: buyer.token, body: { price: 289, orderId: other } })).status).toBe(200);
    expect(await leave(buyer)).toMatchObject({ status: 409, body: { message: expect.stringContaining('a payment in progress') } });
    // Nothing was half done.
    expect((await dataOf(buyer)).parts[0]?.rows).toEqual([expect.objectContaining({ email: buyer.email })]);
    await completeOrder(shop, orderId);
    await shop.services.db.updateTable('orders').set({ state: 'booked' }).where('id', '=', other).execute();
    expect((await leave(buyer)).status).toBe(200);
  });

  test.each(['before the handover', 'after the sale was completed'])('A seller can leave once the buyer’s bank has taken the money back %s', async (when) => {
    const { db, practiceBank } = shop.services;
    const orderId = await sellTo(shop, buyer, await createListing(shop, seller));
    if (when === 'after the sale was completed') {
      await db.updateTable('fulfillments').set({ state: 'completed', due_at: null }).where('order_id', '=', orderId).execute();
      await owe(shop, orderId);
    }
    const { intent_id } = await db.selectFrom('orders').select('intent_id').where('id', '=', orderId).executeTakeFirstOrThrow();
    const disputeId = (await practiceBank?.open(intent_id ?? '')) ?? '';
    await syncDispute(shop.services, disputeId);
    expect(await leave(seller)).toMatchObject({ status: 409, body: { message: expect.stringContaining('the money for a sale') } });
    await practiceBank?.answer(disputeId, 'losing_evidence');
    await syncDispute(shop.services, disputeId);
    for (const person of [seller, buyer]) expect((await leave(person)).status).toBe(200);
  });

  test('An identity service that was down is called again, and leaves an address alone that was registered again meanwhile', async () => {
    const { identity, db, clock } = shop.services;
    const forget = identity.forget;
    const troubles: unknown[] = [];
    identity.forget = () => Promise.reject(new Error('away'));
    expect((await leave(buyer)).status).toBe(200);
    identity.forget = forget;
    await forgetErased(shop.services, (error) => troubles.push(error));
    expect(await db.selectFrom('erasures').select('email').execute()).toEqual([{ email: buyer.email }]);
    shop.clock.advance(300_000);
    expect(clock.now()).toBe(shop.clock.now());
    await forgetErased(shop.services, (error) => troubles.push(error));
    expect(troubles).toEqual([]);
    expect((await everything()).includes(buyer.email)).toBe(false);

    await db.insertInto('erasures').values({ user_id: 'gone', email: seller.email, created_at: 0, due_at: 0 }).execute();
    await forgetErased(shop.services, (error) => troubles.push(error));
    expect((await shop.call('GET', `/products?email=${seller.email}`, { as: seller.token })).status).toBe(200);
    expect(await db.selectFrom('erasures').selectAll().execute()).toEqual([]);
  });
});

describe('People removed by an admin', () => {
  const remove = async (person: Person) => {
    expect(await shop.call('DELETE', `/users/sellers/${person.id}`, { as: admin.token })).toMatchObject({ body: { deletedCount: 1 } });
  };
  const restore = (person: Person) => shop.call('POST', `/removedItems/${person.id}/restore`, { as: admin.token });
  const wait = async (time: number) => {
    shop.clock.advance(time);
    // Sessions are over by then.
    admin = await createPerson(shop, 'admin');
    await eraseRemoved(shop.services, (error) => expect(error).toBeNull());
    await forgetErased(shop.services, (error) => expect(error).toBeNull());
  };

  async function read({ token }: Person, paths: string[]): Promise<string> {
    const replies = await Promise.all(paths.map((path) => shop.call('GET', path, { as: token })));
    expect(replies.map(({ status }) => status)).toEqual(paths.map(() => 200));
    return JSON.stringify(replies.map(({ body }) => body));
  }

  async function trade(): Promise<{ listingId: string; orderId: string }> {
    const listingId = await createListing(shop, seller, { mobile_number: phone, location: place, description: `Ask for ${seller.name}.` });
    const orderId = await sellTo(shop, buyer, listingId);
    await shop.services.db.updateTable('orders').set({ phone, meeting_location: place }).where('id', '=', orderId).execute();
    return { listingId, orderId };
  }

  test('The other side of a paid order no longer sees a removed person’s name and contacts, and sees them again once they are restored', async () => {
    const { listingId, orderId } = await trade();
    const listing = [`/selectedItem/${listingId}`, `/selectedProducts/${listingId}`];
    const bought = [...listing, `/bookings?email=${buyer.email}`, `/payment/${orderId}`, `/orders/${orderId}`, `/orders/${orderId}/receipt`];
    const before = await read(buyer, bought);
    for (const word of [seller.name, seller.email, phone]) expect(before, word).toContain(word);
    await remove(seller);
    const after = await read(buyer, [...bought, '/notifications']);
    for (const word of [seller.name, seller.email, 'Ask for']) expect(after, word).not.toContain(word);
    expect(after).toContain('Deleted account');
    // What the buyer wrote is theirs.
    expect(after).toContain(place);
    expect(JSON.stringify((await shop.call('GET', '/removedItems', { as: admin.token })).body)).toContain(seller.email);
    await restore(seller);
    expect(await read(buyer, bought)).toBe(before);
  });

  test('The other side can’t search for a removed person, nor read why they canceled or where they met in their own data', async () => {
    const [met, canceled] = [await trade(), await trade()];
    const places = { at: 1, by_side: 'seller', by_id: seller.id, place: 'My own kitchen', state: 'accepted', created_at: 1 } as const;
    const { db } = shop.services;
    await db
      .insertInto('meeting_proposals')
      .values({ ...places, id: `met-${met.orderId}`, order_id: met.orderId })
      .execute();
    await db.updateTable('fulfillments').set({ state: 'confirming', meet_at: 1, meet_place: 'My own kitchen' }).where('order_id', '=', met.orderId).execute();
    const body = { reason: 'My cousin Otto wants it.', relist: false };
    expect((await shop.call('POST', `/orders/${canceled.orderId}/cancellation`, { as: seller.token, body })).status).toBe(200);
    const [found, history, own] = [
      `/bookings?email=${buyer.email}&search=${encodeURIComponent(seller.name)}`,
      `/orders/${canceled.orderId}/history`,
      `/personalData?email=${buyer.email}`,
    ];
    const pages = [history, own, '/notifications', `/orders/${met.orderId}`];
    const before = await read(buyer, [found, ...pages]);
    for (const text of [met.orderId, 'My own kitchen', 'cousin Otto']) expect(before).toContain(text);
    await remove(seller);
    const after = await read(buyer, pages);
    for (const text of ['My own kitchen', 'cousin Otto', seller.name]) expect(after).not.toContain(text);
    expect((await shop.call('GET', found, { as: buyer.token })).body).toEqual([]);
    // Admins decide about both.
    expect(await read(admin, [history])).toContain('cousin Otto');
    expect(JSON.stringify((await shop.call('GET', `/orders/${canceled.orderId}/details`, { as: admin.token })).body)).not.toContain('(deleted)');
  });

  describe('Meetings', () => {
    const propose = (orderId: string, by: Person) =>
      shop.call('POST', `/orders/${orderId}/proposals`, {
        as: by.token,
        body: { at: new Date(shop.clock.now() + days(2)).toISOString(), place: 'The library' },
      });
    const seeMeeting = async (orderId: string) =>
      JSON.parse(await read(buyer, [`/orders/${orderId}`, `/orders/${orderId}/meeting`])) as [PaidOrder, MeetingTalks];
    const partnerMails = async (person: Person) => (await mailsTo(shop, person.email)).filter(({ kind }) => kind.startsWith('partner_'));

    async function agree(): Promise<string> {
      const { orderId } = await trade();
      const { insertedId } = (await propose(orderId, seller)).body as { insertedId: string };
      const answer = { as: buyer.token, body: { answer: 'accept' } };
      expect((await shop.call('POST', `/orders/${orderId}/proposals/${insertedId}/answer`, answer)).status).toBe(200);
      return orderId;
    }

    async function findStanding(orderId: string): Promise<unknown[]> {
      const { db } = shop.services;
      return db.selectFrom('meeting_proposals').select('id').where('order_id', '=', orderId).where('state', 'in', ['proposed', 'accepted']).execute();
    }

    test('One to come is off once one of the two is removed, also after they are restored, of which the other is told', async () => {
      const orderId = await agree();
      expect((await propose(orderId, seller)).status).toBe(201);
      await remove(seller);
      expect(await findStanding(orderId)).toEqual([]);
      await restore(seller);
      const [order, { proposal }] = await seeMeeting(orderId);
      expect(order.fulfillment).toMatchObject({ state: 'to_arrange', meetAt: null, meetPlace: null });
      expect(proposal).toBeNull();
      const [removed, restored, ...more] = await partnerMails(buyer);
      expect([removed?.text, restored?.text, more]).toEqual([expect.stringContaining('Don’t meet'), expect.stringContaining('was called off'), []]);
      for (const kind of ['person_removed', 'person_restored'])
        expect((await mailsTo(shop, seller.email)).find((mail) => mail.kind === kind)?.text).toMatch(/meeting/u);
      expect((await propose(orderId, buyer)).status).toBe(201);
    });

    test('One to come doesn’t stand again when a problem is withdrawn after the removal', async () => {
      const orderId = await agree();
      const problem = { reason: 'not_working', text: 'They write odd things.' };
      expect((await shop.call('POST', `/orders/${orderId}/problem`, { as: buyer.token, body: problem })).status).toBe(201);
      await remove(seller);
      expect((await shop.call('DELETE', `/orders/${orderId}/problem`, { as: buyer.token })).status).toBe(200);
      expect((await seeMeeting(orderId))[0].fulfillment).toMatchObject({ state: 'to_arrange', meetAt: null, meetPlace: null });
      expect(await findStanding(orderId)).toEqual([]);
      const withdrawn = (await mailsTo(shop, buyer.email)).find(({ kind }) => kind === 'problem_withdrawn');
      expect(withdrawn?.text).toContain('so don’t meet');
    });

    test('A past one stays agreed, and nobody can report that a removed person missed it', async () => {
      const { orderId } = await trade();
      await createPastMeeting(shop, orderId);
      await remove(seller);
      const [{ fulfillment }] = await seeMeeting(orderId);
      expect(fulfillment).toMatchObject({ state: 'arranged', meetAt: expect.any(String) });
      expect(await shop.call('POST', `/orders/${orderId}/noShow`, { as: buyer.token })).toMatchObject({ status: 409 });
    });

    test('One that took place before its time stays with its order', async () => {
      const orderId = await agree();
      const { db } = shop.services;
      await db.updateTable('fulfillments').set({ state: 'handed_over', handed_over_at: shop.clock.now() }).where('order_id', '=', orderId).execute();
      await remove(buyer);
      const { meet_at } = await db.selectFrom('fulfillments').select('meet_at').where('order_id', '=', orderId).executeTakeFirstOrThrow();
      expect(meet_at).not.toBeNull();
    });

    test('A report of a missed one is withdrawn when one of the two is removed', async () => {
      const { orderId } = await trade();
      await createPastMeeting(shop, orderId);
      await createNoShow(shop, orderId);
      await remove(seller);
      expect((await seeMeeting(orderId))[0].fulfillment).toMatchObject({ state: 'to_arrange', meetAt: null });
      expect(await shop.services.db.selectFrom('no_shows').select('result').where('order_id', '=', orderId).execute()).toEqual([{ result: 'withdrawn' }]);
    });

    test('Of two removed people, neither is told about the other, and who is restored first hears that the other is gone', async () => {
      const { orderId } = await trade();
      await remove(buyer);
      await remove(seller);
      expect((await partnerMails(buyer)).length).toBe(0);
      expect((await partnerMails(seller)).map(({ kind }) => kind)).toEqual(['partner_removed']);
      await restore(buyer);
      expect((await partnerMails(buyer)).map(({ kind, link }) => [kind, link?.includes(orderId)])).toEqual([['partner_removed', true]]);
      expect((await partnerMails(seller)).length).toBe(1);
    });

    test('A restored person has as long to arrange a meeting as after a payment, and a day at least for everything else', async () => {
      const { orderId } = await trade();
      const { db } = shop.services;
      await remove(seller);
      await db
        .updateTable('fulfillments')
        .set({ due_at: shop.clock.now() + 1 })
        .where('order_id', '=', orderId)
        .execute();
      await restore(seller);
      const { due_at } = await db.selectFrom('fulfillments').select('due_at').where('order_id', '=', orderId).executeTakeFirstOrThrow();
      expect(due_at).toBe(shop.clock.now() + days(14));
    });
  });

  test('Nobody is asked to meet a removed person: their proposals and places are hidden, new ones refused, and no reminder is sent', async () => {
    const { orderId } = await trade();
    const propose = (by: Person, where: string) =>
      shop.call('POST', `/orders/${orderId}/proposals`, { as: by.token, body: { at: new Date(shop.clock.now() + days(2)).toISOString(), place: where } });
    const { insertedId } = (await propose(seller, 'My own kitchen')).body as { insertedId: string };
    const answer = (id: string) => shop.call('POST', `/orders/${orderId}/proposals/${id}/answer`, { as: buyer.token, body: { answer: 'accept' } });
    expect((await answer(insertedId)).status).toBe(200);
    const second = (await propose(seller, 'My own garden')).body as { insertedId: string };
    const pages = [`/bookings?email=${buyer.email}`, `/orders/${orderId}`, `/orders/${orderId}/meeting`, `/orders/${orderId}/meeting.ics`, '/notifications'];
    const before = await read(buyer, pages);
    for (const own of ['My own kitchen', 'My own garden']) expect(before).toContain(own);
    await remove(seller);
    const after = await read(buyer, pages);
    for (const own of ['My own kitchen', 'My own garden', seller.name]) expect(after).not.toContain(own);
    expect([before.includes('STATUS:CONFIRMED'), after.includes('STATUS:CANCELLED')]).toEqual([true, true]);
    const refused = { status: 409, body: { message: expect.stringContaining('no longer has an account') } };
    expect(await answer(second.insertedId)).toMatchObject(refused);
    expect(await propose(buyer, 'The library')).toMatchObject(refused);
    const mails = async () => (await mailsTo(shop, buyer.email)).filter(({ kind }) => kind === 'meeting_soon');
    shop.clock.advance(days(1.5));
    await sweepReminders(shop.services);
    expect(await mails()).toEqual([]);
    shop.clock.advance(-days(1.5));
  });

  test('An email sent after a removal names the removed person to themselves only', async () => {
    await book(await createListing(shop, seller));
    await remove(buyer);
    const [theirs, others] = [await mailsTo(shop, buyer.email), await mailsTo(shop, seller.email)];
    expect(theirs.find(({ kind }) => kind === 'person_removed')?.text).toContain(buyer.name);
    expect(others.map(({ kind }) => kind)).toContain('phone_booked');
    for (const { text, subject } of others) expect(`${subject} ${text}`).not.toContain(buyer.name);
  });

  test('A seller no longer sees a removed buyer’s name, number and place', async () => {
    const { orderId } = await trade();
    const sold = ['/sales', `/orders/${orderId}`];
    const theirs = await read(seller, sold);
    for (const word of [buyer.name, phone, place]) expect(theirs, word).toContain(word);
    const find = async (word: string) => ((await shop.call('GET', `/sales?search=${encodeURIComponent(word)}`, { as: seller.token })).body as Sale[]).length;
    expect([await find(buyer.name), await find(place)]).toEqual([1, 1]);
    await remove(buyer);
    expect([await find(buyer.name), await find(place)]).toEqual([0, 0]);
    const hidden = await read(seller, [...sold, '/notifications']);
    for (const word of [buyer.name, buyer.email]) expect(hidden, word).not.toContain(word);
    expect(JSON.parse(hidden)[0]).toMatchObject([{ gone: true }]);
    expect(JSON.parse(hidden)[1]).toMatchObject({ buyer: { name: 'Deleted account', phone: '' }, meeting_location: '' });
  });

  test('After 30 days a removed person is erased from every table like one who left, and can’t be restored', async () => {
    const { listingId, orderId } = await trade();
    await completeOrder(shop, orderId);
    await remove(seller);
    await wait(days(29));
    expect((await everything()).includes(seller.name)).toBe(true);
    await wait(days(2));
    const left = [await everything(), await bytes()].join('\n');
    for (const word of [seller.name, seller.email]) expect(left.includes(word), word).toBe(false);
    // The buyer's number and place are in their order still.
    for (const word of [phone, place]) expect(left.includes(word), word).toBe(true);
    expect((await shop.call('GET', `/selectedItem/${listingId}`)).body).toMatchObject({ seller_name: 'Deleted account', location: '', description: '' });
    expect((await restore(seller)).status).toBe(404);
    expect(await shop.services.db.selectFrom('erasures').selectAll().execute()).toEqual([]);
  });

  test('Who was restored isn’t erased, and who still has money or a phone on its way only once that is settled', async () => {
    const { orderId } = await trade();
    const restored = await createPerson(shop, 'seller', { name: `Restored Nomen ${people}` });
    await remove(seller);
    await remove(restored);
    await restore(restored);
    await wait(days(31));
    const names = await everything();
    expect([names.includes(seller.name), names.includes(restored.name)]).toEqual([true, true]);
    await completeOrder(shop, orderId);
    const { practiceBank, db } = shop.services;
    const { intent_id } = await db.selectFrom('orders').select('intent_id').where('id', '=', orderId).executeTakeFirstOrThrow();
    const disputeId = (await practiceBank?.open(intent_id ?? '')) ?? '';
    await syncDispute(shop.services, disputeId);
    await wait(0);
    // What they wrote is evidence while the bank decides.
    expect((await everything()).includes(seller.name)).toBe(true);
    await practiceBank?.answer(disputeId, 'losing_evidence');
    await syncDispute(shop.services, disputeId);
    await wait(0);
    const left = await everything();
    expect([left.includes(seller.name), left.includes(restored.name)]).toEqual([false, true]);
  });
});
