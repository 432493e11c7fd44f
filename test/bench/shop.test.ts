import { hash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { type Composition, compose } from '#server/composition.ts';
import { readConfig } from '#server/config/config.ts';
import { noteShop } from '#server/db/changes.ts';
import type { Db } from '#server/db/tables.ts';
import { indexPeople } from '#server/features/accounts/index.ts';
import { createAlerting } from '#server/features/alerts/index.ts';
import { recognizePhotos } from '#server/features/duplicate-photos/index.ts';
import { sweepImages } from '#server/features/images/index.ts';
import { matchModels } from '#server/features/listings/index.ts';
import { createKnownModels } from '#server/features/phone-models/index.ts';
import { createAssessing } from '#server/features/risk/index.ts';
import { freshDatabase } from '#test/support/database.ts';
import { requireCurrentPresentations } from '#test/support/presentations.ts';
import { mustSucceed } from '#test/support/world/calls.ts';
import { createClient } from '#test/support/world/client.ts';
import { bookingInput } from '#test/support/world/values.ts';
import { emptyShop, type PreparedShop, prepareShop } from '../../bench/databases/prepare.ts';
import { createShop } from '../../bench/shop/ingredients.ts';
import { createListingSource } from '../../bench/shop/listings.ts';
import { BUYER_PHONE, buyerEmail } from '../../bench/shop/people.ts';

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
  const folder = mkdtempSync(join(tmpdir(), 'redial-bench-test-'));
  let prepared: PreparedShop;
  let composed: Composition;

  const findIndices = async (db: Db): Promise<string[]> => {
    const names =
      prepared.database.kind === 'sqlite'
        ? sql<{ name: string }>`select name from sqlite_master where type = 'index' and sql is not null order by name`
        : sql<{ name: string }>`select indexname as name from pg_indexes where schemaname = 'public' order by 1`;
    return (await names.execute(db)).rows.map(({ name }) => name);
  };

  /** What each table contains, as one hash. */
  const findRows = async (db: Db): Promise<Record<string, string>> => {
    const found: Record<string, string> = {};
    for (const { name } of await db.introspection.getTables()) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
      found[name] = hash(
        'sha1',
        rows
          .map((row) => JSON.stringify(row))
          .sort()
          .join('\n'),
      );
    }
    return found;
  };

  beforeAll(async () => {
    prepared = await prepareShop(shop, { folder, postgresUrl: process.env.TEST_DATABASE_URL ?? null });
    const config = { ...readConfig({ DATA_DIR: prepared.dataDir, PORT: '80' }), database: prepared.database };
    composed = await compose(config, { onFault: () => undefined });
  });
  afterAll(async () => {
    await composed.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('Contains every listing and every index', async () => {
    const { count } = await composed.services.db
      .selectFrom('listings')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(6000);
    const empty = await freshDatabase();
    expect(await findIndices(composed.services.db)).toEqual(await findIndices(empty.db));
    await empty.drop();
  });

  test('Leaves the background jobs nothing to do', async () => {
    const { services } = composed;
    const before = await findRows(services.db);
    const models = createKnownModels(services, () => undefined);
    expect(await matchModels({ ...services, directory: models.directory })).toBe(true);
    await recognizePhotos(services, () => undefined);
    await indexPeople(services.db);
    await createAssessing({ ...services, launchOf: models.launchOf }).run();
    await sweepImages(services, () => undefined);
    expect(await createAlerting(services).run()).toBe(0);
    expect(await findRows(services.db)).toEqual(before);
  });

  test('Presents every listing on sale as it is', async () => {
    const { db } = composed.services;
    await requireCurrentPresentations(db);
    const missing = db.selectFrom('listings').select('id').where('sold_at', 'is', null).where('removed_at', 'is', null).where('shown', 'is', null);
    expect(await missing.execute()).toEqual([]);
  });

  test('Replies as the contract says, and is as before once what people wrote was removed', async () => {
    const { services } = composed;
    const before = await findRows(services.db);
    const app = await createApp(services, { logLevel: 'silent', checkReplies: true, dev: false });
    const listed = await app.inject({ url: '/api/products?limit=24' });
    expect(listed.statusCode).toBe(200);
    const listings = listed.json<{ _id: string; model_name: string }[]>();
    expect(listings).toHaveLength(24);
    const [first, second] = listings;
    const found = await app.inject({ url: `/api/searchProducts?search=${encodeURIComponent(first?.model_name ?? '')}` });
    expect(found.json<{ model_name: string }[]>().map(({ model_name }) => model_name)).toContain(first?.model_name);
    expect((await app.inject({ url: `/api/selectedProducts/${first?._id}` })).statusCode).toBe(200);

    const buyer = createClient({ app });
    await buyer.signIn(buyerEmail(7));
    mustSucceed(await buyer.call('POST', '/api/bookings', { ...bookingInput(first?._id ?? ''), phone: BUYER_PHONE }), 'booking');
    const { body } = mustSucceed(await buyer.call('POST', '/api/conversations', { productId: second?._id }), 'beginning a conversation');
    const message = { clientId: randomUUID(), text: 'Is it still there?' };
    mustSucceed(await buyer.call('POST', `/api/conversations/${(body as { _id: string })._id}/messages`, message), 'writing');
    await app.close();
    expect(await findRows(services.db)).not.toEqual(before);
    await noteShop(services.db, Date.now());
    const { changes } = await findRows(services.db);
    await emptyShop(prepared);
    // What changed stays: a saved search index is followed by it.
    expect(changes).not.toBe(before.changes);
    expect(await findRows(services.db)).toEqual({ ...before, changes });
  });
});
