import { afterAll, beforeAll, expect, test } from 'vitest';
import { deriveSecret } from '#server/security/secrets.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { type ServerProcess, startServer } from '#test/support/server-process.ts';
import { requestCharge } from '#test/support/world/calls.ts';
import { createClient } from '#test/support/world/client.ts';
import { insertFrontPicture } from '#test/support/world/stored-pictures.ts';
import { bookingInput, intentIdOf, listingInput, PRICE } from '#test/support/world/values.ts';
import { createCategory, createPerson, type Person } from '#test/support/world/world.ts';

const BUYERS = 200;
const AUTH_SECRET = 'a secret of this test alone, long enough';

/** One process on SQLite, or two on PostgreSQL that share only the database. */
let servers: ServerProcess[] = [];
let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
  const { config, directory } = database;
  const settings = { DEMO: 'false', AUTH_SECRET, DATA_DIR: directory, ...(config.kind === 'postgres' && { DATABASE_URL: config.url }) };
  await insertFrontPicture(database.db);
  servers = [await startServer(settings)];
  if (config.kind === 'postgres') servers.push(await startServer(settings));
}, 120_000);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await database.drop();
});

type Reply = { status: number; body: Record<string, unknown>; retryAfter: number };

/** Tries again when the shop is too busy for now and says when. */
async function call(server: ServerProcess | undefined, path: string, person: Person, body: object): Promise<Reply> {
  const reply = await callOnce(server, path, person, body);
  if (reply.status !== 503) return reply;
  expect(reply.retryAfter).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, reply.retryAfter * 1000));
  return call(server, path, person, body);
}

async function callOnce(server: ServerProcess | undefined, path: string, person: Person, body: object): Promise<Reply> {
  const response = await fetch(`${server?.url}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Reply['body'], retryAfter: Number(response.headers.get('retry-after')) };
}

function serverOf(number: number): ServerProcess | undefined {
  return servers[number % servers.length];
}

test(`${BUYERS} buyers paying for one phone at once make one sale, and the others are told when to retry and not charged`, {
  timeout: 120_000,
}, async () => {
  const shop = {
    services: { db: database.db, tokenSecret: Buffer.from(deriveSecret(AUTH_SECRET, 'access-tokens')) },
    clock: { now: () => Date.now() },
  } as unknown as Parameters<typeof createPerson>[0];
  const seller = await createPerson(shop, 'seller');
  await createCategory(shop);
  const listed = await call(serverOf(0), `/products?email=${seller.email}`, seller, listingInput());
  const productId = String(listed.body.insertedId);
  const buyers: Person[] = [];
  for (let count = 0; count < BUYERS; count += 1) buyers.push(await createPerson(shop, 'buyer'));
  const orders = await Promise.all(buyers.map((buyer, at) => call(serverOf(at), '/bookings', buyer, bookingInput(productId))));
  expect(orders.map(({ status }) => status)).toEqual(buyers.map(() => 201));

  const open = (buyer: Person, at: number) =>
    call(serverOf(at), '/create-payment-intent', buyer, { price: PRICE, orderId: String(orders[at]?.body.insertedId) });
  const replies = await Promise.all(buyers.map(open));
  const winners = replies.flatMap(({ status }, at) => (status === 200 ? [at] : []));
  expect(winners).toHaveLength(1);
  const refused = replies.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(BUYERS - 1);
  for (const { status, body, retryAfter } of refused) {
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'being_paid', message: expect.stringMatching(/try again in (15|14) minutes/u) });
    expect(retryAfter).toBeGreaterThan(800);
  }

  const winner = winners[0] ?? 0;
  const clientSecret = String(replies[winner]?.body.clientSecret);
  // Charged through one process, reported to another.
  const charged = await requestCharge(createClient(serverOf(winner)?.url ?? ''), clientSecret);
  expect(charged.status).toBe(200);
  const notified = await call(serverOf(winner + 1), `/payments/${productId}`, buyers[winner] as Person, {
    orderId: String(orders[winner]?.body.insertedId),
    transactionId: intentIdOf(clientSecret),
  });
  expect([200, 201]).toContain(notified.status);

  const late = await Promise.all(buyers.map(open));
  expect(late.filter(({ status, body }) => status === 409 && ['order_closed', 'already_paid'].includes(String(body.code)))).toHaveLength(BUYERS);
  const charges = await database.db.selectFrom('practice_intents').select('status').execute();
  expect(charges).toEqual([{ status: 'succeeded' }]);
  const paid = await database.db.selectFrom('orders').select('state').where('listing_id', '=', productId).execute();
  expect(paid.filter(({ state }) => state === 'paid')).toHaveLength(1);
  expect(paid.filter(({ state }) => state === 'closed')).toHaveLength(BUYERS - 1);
});
