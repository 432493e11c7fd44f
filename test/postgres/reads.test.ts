import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { type PostgresServer, startOwnPostgres } from '#test/support/postgres-server.ts';
import { createListing, createPerson } from '#test/support/world/world.ts';

let postgres: PostgresServer;
let shop: TestApp;
let id: string;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  shop = await createTestApp({ CACHE_MB: '0' }, { pages: true, databaseServer: postgres.url });
  id = await createListing(shop, await createPerson(shop, 'seller'));
}, 120_000);
afterAll(async () => {
  await shop.close();
  await postgres.stop();
});

test('Visitors read while writes that don’t end hold all connections for them', async () => {
  const { db } = shop.services;
  const { database } = shop.config;
  const pool = database.kind === 'postgres' ? database.pool : 0;
  let begun = 0;
  let isOver = false;
  const hanging = Array.from({ length: pool }, () =>
    db.transaction().execute(async (tx) => {
      begun += 1;
      while (!isOver) await sql`select pg_sleep(0.2)`.execute(tx);
    }),
  );
  await expect.poll(() => begun).toBe(pool);
  for (const path of [
    '/',
    '/category/samsung',
    '/search?search=galaxy',
    `/selected-items-details/${id}`,
    '/sitemap.xml',
    '/api/productCategories',
    '/api/config',
  ])
    expect((await shop.app.inject(path)).statusCode, path).toBe(200);
  for (const path of ['/api/products?name=samsung', '/api/searchProducts?search=galaxy', '/api/advertise', `/api/selectedItem/${id}`]) {
    const reply = await shop.app.inject(path);
    expect([reply.statusCode, reply.body.includes(id)], path).toEqual([200, path !== '/api/advertise']);
  }
  isOver = true;
  await Promise.all(hanging);
});
