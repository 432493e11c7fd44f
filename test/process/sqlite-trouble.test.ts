import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createCategory, createListing, createOrder, createPerson, listingInput, type Person } from '#test/support/world/world.ts';

let shop: TestApp;
let seller: Person;
beforeAll(async () => {
  shop = await createTestApp({}, { pages: true });
  seller = await createPerson(shop, 'seller');
  await createCategory(shop);
}, 120_000);
afterAll(() => shop.close());

async function pragma(text: string): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`${sql.raw(`pragma ${text}`)}`.execute(shop.services.db);
  return Object.values(rows[0] ?? {})[0];
}

function list(description: string) {
  return shop.call('POST', `/products?email=${seller.email}`, { as: seller.token, body: listingInput({ description }) });
}

async function descriptions(): Promise<string[]> {
  return (await shop.services.db.selectFrom('listings').select('description').execute()).map(({ description }) => description);
}

async function listed(): Promise<string[]> {
  const { status, body } = await shop.call('GET', '/products?limit=100');
  expect(status).toBe(200);
  return (body as { description: string }[]).map(({ description }) => description);
}

/** Does what a background job does now and then. */
function storePresentations(): Promise<string> {
  return shop.app.presentations.writeMissing().then(
    () => 'stored',
    (error: unknown) => {
      expect(error).toMatchObject({ status: 503, code: 'unavailable' });
      return 'no room';
    },
  );
}

const UNAVAILABLE = { message: 'The shop’s database isn’t available right now. Please try again in a moment.', code: 'unavailable' };

test('A full disk loses nothing acknowledged, keeps serving reads, and takes writes again once there is room', async () => {
  await pragma(`max_page_count = ${Number(await pragma('page_count')) + 30}`);
  const acknowledged: string[] = [];
  let refused: string | null = null;
  for (let count = 0; refused === null; count += 1) {
    const description = `${count} ${'x'.repeat(4000)}`;
    const reply = await list(description);
    if (reply.status === 201) acknowledged.push(description);
    else {
      refused = description;
      expect(reply).toMatchObject({ status: 503, body: UNAVAILABLE });
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    }
  }
  expect(acknowledged.length).toBeGreaterThan(0);
  // A transaction of several statements is rolled back as a whole, and the connection is not stuck inside it.
  const crowd = await createPersonWhereItFits();
  expect(crowd).toBe('no room');
  expect((await shop.app.inject('/')).statusCode).toBe(200);
  // What lists show of a phone can't be stored now either: they show it all the same, and nothing else.
  expect(await storePresentations()).toBe('no room');
  expect((await listed()).toSorted()).toEqual(acknowledged.toSorted());
  const signUp = await shop.app.inject({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    headers: { 'content-type': 'application/json' },
    payload: { email: `${'long'.repeat(10)}@example.test`, name: 'n'.repeat(60), password: 'practice123' },
  });
  expect([200, 503]).toContain(signUp.statusCode);
  if (signUp.statusCode === 503) expect(signUp.json()).toEqual(UNAVAILABLE);

  await pragma('max_page_count = 1073741823');
  expect(await list('room again')).toMatchObject({ status: 201 });
  const stored = await descriptions();
  expect(acknowledged.filter((description) => !stored.includes(description))).toEqual([]);
  expect(stored).not.toContain(refused);
  expect(await storePresentations()).toBe('stored');
  expect(await shop.services.db.selectFrom('listings').select('id').where('shown', 'is', null).execute()).toEqual([]);
  expect((await listed()).toSorted()).toEqual([...acknowledged, 'room again'].toSorted());
  expect(await pragma('integrity_check')).toBe('ok');
});

/** Uses up the last free space until a transaction fails. */
async function createPersonWhereItFits(): Promise<string> {
  const { db } = shop.services;
  for (let count = 0; count < 1000; count += 1) {
    const before = await db.selectFrom('settings').select('key').execute();
    const done = await db
      .transaction()
      .execute(async (tx) => {
        await tx
          .insertInto('settings')
          .values({ key: `first ${count}`, value: 'x'.repeat(200) })
          .execute();
        await tx
          .insertInto('settings')
          .values({ key: `second ${count}`, value: 'x'.repeat(3000) })
          .execute();
        return true;
      })
      .catch((error: unknown) => {
        expect(error).toMatchObject({ status: 503, code: 'unavailable' });
        return false;
      });
    if (done) continue;
    expect(await db.selectFrom('settings').select('key').execute()).toEqual(before);
    return 'no room';
  }
  return 'room for all';
}

test('A locked database file keeps serving reads, refuses writes for now, and recovers by itself', async () => {
  const listingId = await createListing(shop, seller);
  const buyer = await createPerson(shop, 'buyer');
  const other = new DatabaseSync(await fileOf(), { timeout: 0 });
  other.exec('begin immediate');
  expect(await list('while it was locked')).toMatchObject({ status: 503, body: UNAVAILABLE });
  const booking = { productId: listingId, phone: '555', meeting_location: 'Station' };
  expect(await shop.call('POST', '/bookings', { as: buyer.token, body: booking })).toMatchObject({ status: 503, body: UNAVAILABLE });
  expect(await shop.call('GET', `/selectedItem/${listingId}`)).toMatchObject({ status: 200 });
  other.exec('rollback');
  other.close();
  expect(await list('after it was locked')).toMatchObject({ status: 201 });
  await createOrder(shop, buyer, listingId);
  expect(await descriptions()).not.toContain('while it was locked');
});

async function fileOf(): Promise<string> {
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(shop.services.db);
  return join(rows[0]?.file ?? '');
}
