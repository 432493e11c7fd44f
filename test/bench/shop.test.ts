import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { type Composition, compose } from '#server/composition.ts';
import { readConfig } from '#server/config/config.ts';
import type { Db } from '#server/db/tables.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { PASSWORD } from '#test/support/world/values.ts';
import { fillPostgres } from '../../bench/databases/postgres.ts';
import { fillSqlite } from '../../bench/databases/sqlite.ts';
import { fillingsOf } from '../../bench/databases/tables.ts';
import { createShop } from '../../bench/shop/ingredients.ts';
import { createListingSource } from '../../bench/shop/listings.ts';
import { buyerEmail } from '../../bench/shop/people.ts';

const END = Date.UTC(2026, 0, 16);
const IMAGES = ['/images/0195f000-0000-7000-8000-000000000000/1280.webp'];

async function rowsOf(seed: number, size: number) {
  const source = createListingSource({ ...(await createShop({ seed, size, end: END })), images: IMAGES });
  return Array.from({ length: 200 }, (_, at) => source.rowAt(at));
}

describe('The generated shop', () => {
  test('Generates the same shop for the same seed, and another for another', async () => {
    const rows = await rowsOf(1, 1000);
    expect(await rowsOf(1, 1000)).toEqual(rows);
    expect((await rowsOf(2, 1000)).map(({ description }) => description)).not.toEqual(rows.map(({ description }) => description));
  });

  test('Generates listings in chronological order, with ids in the same order', async () => {
    const rows = await rowsOf(1, 1000);
    const moments = rows.map(({ created_at }) => Number(created_at));
    expect(moments).toEqual(moments.toSorted((one, other) => one - other));
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).sort());
    expect(moments.every((moment) => moment <= END)).toBe(true);
  });
});

const shop = await createShop({ seed: 1, size: 6000, end: END });

describe('The filled database', () => {
  let database: TestDatabase;
  let composed: Composition;
  let indices: string[];

  const findIndices = async (db: Db): Promise<string[]> => {
    const names =
      database.config.kind === 'sqlite'
        ? sql<{ name: string }>`select name from sqlite_master where type = 'index' and sql is not null order by name`
        : sql<{ name: string }>`select indexname as name from pg_indexes where schemaname = 'public' order by 1`;
    return (await names.execute(db)).rows.map(({ name }) => name);
  };

  beforeAll(async () => {
    database = await freshDatabase();
    indices = await findIndices(database.db);
    await database.db.destroy();
    const fillings = await fillingsOf(shop, IMAGES);
    if (database.config.kind === 'sqlite') fillSqlite(database.config.file, fillings);
    else await fillPostgres(database.config.url, fillings);
    const config = { ...readConfig({ DATA_DIR: database.directory, PORT: '80' }), database: database.config };
    composed = await compose(config, { onFault: () => undefined });
  });
  afterAll(async () => {
    await composed.close();
    await database.drop();
  });

  test('Contains every listing and every index', async () => {
    const { count } = await composed.services.db
      .selectFrom('listings')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(6000);
    expect(await findIndices(composed.services.db)).toEqual(indices);
  });

  test('Replies to lists, searches, listings and logins as the contract says', async () => {
    const app = await createApp(composed.services, { logLevel: 'silent', checkReplies: true, dev: false });
    const listed = await app.inject({ url: '/api/products?limit=24' });
    expect(listed.statusCode).toBe(200);
    const listings = listed.json<{ _id: string; model_name: string }[]>();
    expect(listings).toHaveLength(24);
    const [first] = listings;
    const found = await app.inject({ url: `/api/searchProducts?search=${encodeURIComponent(first?.model_name ?? '')}` });
    expect(found.json<{ model_name: string }[]>().map(({ model_name }) => model_name)).toContain(first?.model_name);
    expect((await app.inject({ url: `/api/selectedProducts/${first?._id}` })).statusCode).toBe(200);
    const signedIn = await app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload: { email: buyerEmail(7), password: PASSWORD } });
    expect(signedIn.statusCode).toBe(200);
    await app.close();
  });
});
