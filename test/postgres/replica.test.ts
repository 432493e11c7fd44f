import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { followReplica } from '#server/db/replica.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { startSilentProxy } from '#test/support/doubles/silent-proxy.ts';
import { type PostgresServer, startOwnPostgres } from '#test/support/postgres-server.ts';
import { createListing, createPerson, type Person } from '#test/support/world/world.ts';

let primary: PostgresServer;
let replica: PostgresServer;
let shop: TestApp;
let seller: Person;

async function onReplica(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: replica.url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function idsFor(who: Person | null, path: string): Promise<string[]> {
  const { status, body } = await shop.call('GET', path, who ? { as: who.token } : {});
  expect(status).toBe(200);
  return (body as { _id: string }[]).map(({ _id }) => _id);
}

async function until(has: () => Promise<boolean>, withinMs = 20_000): Promise<void> {
  for (const end = Date.now() + withinMs; Date.now() < end; await wait(100)) if (await has()) return;
  throw new Error('it never came to that');
}

function isUsed(): boolean {
  return shop.services.replica?.db() !== shop.services.reads;
}

beforeAll(async () => {
  primary = await startOwnPostgres();
  replica = await startOwnPostgres({ follows: primary });
  shop = await createTestApp({}, { databaseServer: primary.url, replicaServer: replica.url });
  seller = await createPerson(shop, 'seller');
  await createListing(shop, seller);
  await until(async () => isUsed());
}, 120_000);
afterAll(async () => {
  await shop.close();
  await replica.stop();
  await primary.stop();
});

test('Visitors read from the replica, while logged-in people see their own writes at once', async () => {
  await onReplica('select pg_wal_replay_pause()');
  const id = await createListing(shop, seller, { model_name: 'Galaxy Fresh' });
  for (const path of ['/products?name=samsung', '/searchProducts?search=galaxy%20fresh']) {
    expect(await idsFor(seller, path)).toContain(id);
    expect(await idsFor(null, path)).not.toContain(id);
  }
  expect((await shop.call('GET', `/selectedItem/${id}`, { as: seller.token })).status).toBe(200);
  expect((await shop.call('GET', `/selectedItem/${id}`)).status).toBe(404);
  await onReplica('select pg_wal_replay_resume()');
  await until(async () => (await idsFor(null, '/products?name=samsung')).includes(id));
  expect(await idsFor(null, '/searchProducts?search=galaxy%20fresh')).toContain(id);
});

test('A replica that falls behind is not used until it has caught up', async () => {
  await until(async () => isUsed());
  await onReplica('select pg_wal_replay_pause()');
  const id = await createListing(shop, seller, { model_name: 'Galaxy Behind' });
  await until(async () => !isUsed());
  expect(await idsFor(null, '/products?name=samsung')).toContain(id);
  await onReplica('select pg_wal_replay_resume()');
  await until(async () => isUsed());
  expect(await idsFor(null, '/products?name=samsung')).toContain(id);
});

test('A replica that stops is not used, and used again when it is back', async () => {
  await until(async () => isUsed());
  await replica.halt('immediate');
  await until(async () => !isUsed());
  const id = await createListing(shop, seller, { model_name: 'Galaxy Alone' });
  expect(await idsFor(null, '/products?name=samsung')).toContain(id);
  await replica.start();
  await until(async () => isUsed());
  expect(await idsFor(null, '/products?name=samsung')).toContain(id);
});

test('A replica that falls silent is no longer used, long before its connection is given up', async () => {
  const proxy = await startSilentProxy(Number(new URL(replica.url).port));
  const { database } = shop.config;
  if (database.kind !== 'postgres') throw new Error('the shop is on PostgreSQL');
  const copy = openDatabase({ kind: 'postgres', url: Object.assign(new URL(database.url), { port: String(proxy.port) }).href, pool: 2 });
  const followed = followReplica(shop.services.db, copy, () => {});
  await until(async () => followed.db() === copy);
  proxy.fallSilent();
  await until(async () => followed.db() !== copy, 10_000);
  await proxy.close();
  await followed.close();
});

test('Visitors read and search while the primary is gone, and signed-in people are told to wait', async () => {
  const id = await createListing(shop, seller, { model_name: 'Galaxy Lasting' });
  const paths = ['/products?name=samsung', '/searchProducts?search=galaxy%20lasting'];
  await until(async () => isUsed() && (await Promise.all(paths.map((path) => idsFor(null, path)))).every((ids) => ids.includes(id)));
  await primary.halt('immediate');
  const search = (sort: string) => shop.call('GET', `/searchProducts?search=galaxy%20lasting&sort=${sort}`);
  await until(async () => (await search('newest')).status === 200);
  // None of these is cached.
  for (const sort of ['oldest', 'lowtohigh', 'hightolow']) expect(await search(sort)).toMatchObject({ status: 200, body: [{ _id: id }] });
  expect((await shop.call('GET', '/products?name=samsung&limit=3')).status).toBe(200);
  expect((await shop.call('GET', `/selectedItem/${id}`)).status).toBe(200);
  expect((await shop.call('GET', `/selectedItem/${id}`, { as: seller.token })).status).toBe(503);
  await primary.start();
  await until(async () => (await shop.call('GET', `/selectedItem/${id}`, { as: seller.token })).status === 200);
});
