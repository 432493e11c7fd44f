import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ListingInput, SPECIFICATION_KEYS, Specification } from '#contract/listings.ts';
import { CONDITION_LABELS, gradeOfAnswers } from '#contract/shared/condition.ts';
import { createDiskImageStore } from '#server/adapters/images/disk.ts';
import { BRANDS } from '#server/features/catalog/index.ts';
import { findOnSaleByIds, toAskedPhone } from '#server/features/listings/index.ts';
import { createKnownModels, ensurePhoneModels } from '#server/features/phone-models/index.ts';
import { findPriceEstimate } from '#server/features/price-estimates/index.ts';
import { createSearchIndex, NO_FILTERS } from '#server/features/search/index.ts';
import type { NewAccount } from '#server/ports/identity.ts';
import type { ImageStore } from '#server/ports/image-store.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { createChangeFeed } from '../change-feed.ts';
import { readDemoStart } from '../queries.ts';
import type { Tables } from '../tables.ts';
import { seedDemoShop } from './seed.ts';

const DAY_MS = 86_400_000;
const PUBLIC = join(import.meta.dirname, '../../../web/public');
const SEED_MS = 120_000;
/** Product lines that people know without their maker. */
const KNOWN_ALONE = ['iPhone ', 'Galaxy ', 'Pixel ', 'Xperia ', 'Moto ', 'Redmi '];

class Killed extends Error {}

type Shop = Awaited<ReturnType<typeof openShop>>;

async function openShop() {
  const database = await freshDatabase();
  const directory = join(database.directory, 'images');
  const clock = { time: Date.now(), now: () => clock.time };
  const disk = createDiskImageStore({ directory, db: database.db, clock });
  const accounts = new Map<string, NewAccount>();
  const identity = {
    async createAccount(account: NewAccount) {
      if (accounts.has(account.email)) return null;
      accounts.set(account.email, account);
      return `test:${account.email}`;
    },
  };
  /** Seeds the shop; stops after this many pictures, like a killed process. */
  const seed = (pictures = Number.POSITIVE_INFINITY) => {
    let put = 0;
    const images: ImageStore = {
      ...disk,
      async put(bytes) {
        put += 1;
        if (put > pictures) throw new Killed();
        return disk.put(bytes);
      },
    };
    return seedDemoShop({ db: database.db, clock, identity, images });
  };
  return { database, db: database.db, directory, clock, disk, accounts, seed };
}

const TABLES = ['users', 'categories', 'listings', 'orders', 'payments', 'reports', 'images', 'settings'] as const satisfies (keyof Tables)[];

async function everythingIn({ db }: TestDatabase): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const table of TABLES) rows[table] = (await db.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify(row)).sort();
  return rows;
}

describe('The demo shop', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    await shop.seed();
  }, SEED_MS);
  afterAll(() => shop.database.drop());

  it('The demo shop has the three promised logins, all with the known password', async () => {
    expect([...shop.accounts.keys()].sort()).toEqual(['admin@redial.test', 'buyer@redial.test', 'seller@redial.test']);
    expect(new Set([...shop.accounts.values()].map(({ password }) => password))).toEqual(new Set(['redial123']));
    const users = await shop.db.selectFrom('users').selectAll().execute();
    const logins = users.filter((user) => user.identity_subject !== null).map(({ email, role }) => [email, role]);
    expect(logins.sort()).toEqual([
      ['admin@redial.test', 'admin'],
      ['buyer@redial.test', 'buyer'],
      ['seller@redial.test', 'seller'],
    ]);
  });

  it('The demo shop has about thirty sellers in a few towns, each in one with one number, and about half of them verified', async () => {
    const sellers = await shop.db.selectFrom('users').selectAll().where('role', '=', 'seller').execute();
    expect(sellers.length).toBeGreaterThanOrEqual(28);
    expect(sellers.length).toBeLessThanOrEqual(34);
    expect(sellers.find(({ email }) => email === 'seller@redial.test')?.verified_at).not.toBeNull();
    const verified = sellers.filter((seller) => seller.verified_at !== null).length / sellers.length;
    expect(verified).toBeGreaterThan(0.3);
    expect(verified).toBeLessThan(0.7);
    const listings = await shop.db.selectFrom('listings').select(['seller_id', 'location', 'mobile_number', 'created_at']).execute();
    expect(new Set(listings.map(({ location }) => location)).size).toBeLessThanOrEqual(6);
    const numbers = new Map<string, string>();
    for (const seller of sellers) {
      const own = listings.filter(({ seller_id }) => seller_id === seller.id);
      expect(own.length, seller.name).toBeGreaterThanOrEqual(1);
      expect(new Set(own.map(({ location, mobile_number }) => `${location} ${mobile_number}`)).size, seller.name).toBe(1);
      numbers.set(own[0]?.mobile_number ?? '', seller.name);
      expect(own.every(({ created_at }) => created_at > seller.created_at)).toBe(true);
    }
    expect(numbers.size).toBe(sellers.length);
  });

  it('The demo shop has the brands of every new shop, each with its logo and phones', async () => {
    const brands = await shop.db.selectFrom('categories').selectAll().orderBy('position').execute();
    expect(brands.map(({ name }) => name)).toEqual([...BRANDS]);
    expect(brands.length).toBeGreaterThanOrEqual(12);
    for (const brand of brands) {
      expect(existsSync(join(PUBLIC, brand.img))).toBe(true);
      const phones = await shop.db.selectFrom('listings').select('id').where('category_id', '=', brand.id).execute();
      expect(phones.length, brand.name).toBeGreaterThanOrEqual(3);
    }
  });

  it('The demo shop has at least 66 complete listings with all 25 facts', async () => {
    const listings = await shop.db.selectFrom('listings').selectAll().execute();
    expect(listings.length).toBeGreaterThanOrEqual(66);
    for (const row of listings) {
      const specification = Specification.strict().parse(JSON.parse(row.specification));
      expect(Object.values(specification).filter((value) => value.trim() !== '' && !/undefined|null|NaN/u.test(value))).toHaveLength(SPECIFICATION_KEYS.length);
      const typed = {
        ...row,
        name: row.brand,
        resale_price: row.price_cents / 100,
        original_price: row.original_price_cents / 100,
        specification,
        photos: JSON.parse(row.photos),
        answers: JSON.parse(row.answers),
      };
      expect(ListingInput.safeParse(typed).error, row.model_name).toBeUndefined();
      expect(row.price_cents).toBeLessThan(row.original_price_cents);
      expect(row.post_time).toBe(new Date(row.created_at).toString().slice(0, 21));
      expect(row.model_key).toBe(row.model_name.toLowerCase());
    }
    expect(new Set(listings.map(({ description }) => description)).size).toBe(listings.length);
    expect(new Set(listings.map(({ brand, model_name }) => `${brand} ${model_name}`)).size).toBe(listings.length);
  });

  it('The demo shop names each model so that it is recognized without its brand, and found with it', async () => {
    const listings = await shop.db.selectFrom('listings').select(['id', 'brand', 'model_name', 'sold_at']).execute();
    const searchIndex = createSearchIndex(
      shop.db,
      createChangeFeed(() => shop.db),
    );
    for (const { id, brand, model_name, sold_at } of listings) {
      expect(model_name.length, model_name).toBeGreaterThanOrEqual(4);
      expect(KNOWN_ALONE.some((line) => model_name.startsWith(line)) || model_name.startsWith(`${brand} `), model_name).toBe(true);
      if (sold_at !== null) continue;
      for (const search of [`${brand} ${model_name}`, model_name]) {
        const { items } = await searchIndex.findIds({ filters: NO_FILTERS, search }, 'match', { limit: 1, after: null });
        expect(items, search).toEqual([id]);
      }
    }
  });

  it('The demo shop has listings of the last 45 days, at least eight on sale and younger than 30', async () => {
    const now = shop.clock.now();
    const listings = await shop.db.selectFrom('listings').selectAll().execute();
    expect(listings.every((row) => row.created_at < now && row.created_at > now - 45 * DAY_MS)).toBe(true);
    expect(new Set(listings.map(({ created_at }) => created_at)).size).toBe(listings.length);
    const newest = listings
      .filter((row) => row.sold_at === null)
      .sort((one, other) => other.created_at - one.created_at)
      .slice(0, 8);
    expect(newest.filter((row) => row.created_at > now - 30 * DAY_MS)).toHaveLength(8);
    // So their pictures are recognized as the demo's.
    const start = await readDemoStart(shop.db);
    expect(listings.every((row) => row.created_at < (start ?? 0))).toBe(true);
    expect(new Set(newest.map(({ brand }) => brand)).size).toBeGreaterThanOrEqual(4);
  });

  it('The demo shop’s listings are posted at times when people are awake, no two in the same minute', async () => {
    const listings = await shop.db.selectFrom('listings').select('created_at').execute();
    const minutes = listings.map(({ created_at }) => Math.floor(created_at / 60_000));
    expect(new Set(minutes).size).toBe(listings.length);
    const asleep = listings.filter(({ created_at }) => new Date(created_at).getUTCHours() >= 6 && new Date(created_at).getUTCHours() < 15);
    expect(asleep).toEqual([]);
  });

  it('The price estimates of the demo shop’s listings give reasons that agree with what their sellers answered', async () => {
    const { db, clock } = shop;
    await ensurePhoneModels({ db, clock });
    const models = createKnownModels({ db, reads: db }, (error) => expect.fail(String(error)));
    await models.load();
    const ids = (await db.selectFrom('listings').select('id').where('sold_at', 'is', null).execute()).map(({ id }) => id);
    const judgements: unknown[] = [];
    for (const row of await findOnSaleByIds(db, ids)) {
      const grade = gradeOfAnswers(JSON.parse(row.answers));
      const { reasons, judgement } = await findPriceEstimate({ db, now: clock.now(), launchOf: models.launchOf }, toAskedPhone(row));
      expect(row.condition, row.model_name).toBe(CONDITION_LABELS[grade ?? 'new']);
      expect(reasons, row.model_name).toContainEqual(grade === 'broken' ? { kind: 'broken' } : { kind: 'condition', grade });
      expect(reasons.map(({ kind }) => kind).filter((kind) => /unknown|not_believed/u.test(kind))).toEqual([]);
      judgements.push(judgement);
    }
    expect(judgements.filter((judgement) => judgement === 'good_price').length).toBeGreaterThanOrEqual(4);
    expect(judgements).not.toContain('check_why_so_low');
  });

  it('The demo shop promotes at least eight listings, none of them sold', async () => {
    const advertised = await shop.db.selectFrom('listings').select(['sold_at', 'advertised_at', 'created_at']).where('advertised_at', 'is not', null).execute();
    expect(advertised.length).toBeGreaterThanOrEqual(8);
    expect(advertised.every((row) => row.sold_at === null && (row.advertised_at ?? 0) > row.created_at && (row.advertised_at ?? 0) <= shop.clock.now())).toBe(
      true,
    );
  });

  it('The demo shop’s sold phones each have one paid order and one payment of their price', async () => {
    const sold = await shop.db.selectFrom('listings').selectAll().where('sold_at', 'is not', null).execute();
    expect(sold).toHaveLength(4);
    for (const phone of sold) {
      const orders = await shop.db.selectFrom('orders').selectAll().where('listing_id', '=', phone.id).execute();
      expect(orders).toHaveLength(1);
      expect(orders[0]).toMatchObject({ price_cents: phone.price_cents, paid_at: phone.sold_at, product_name: phone.model_name, image: phone.image });
      expect(phone.created_at).toBeLessThan(orders[0]?.created_at ?? 0);
      const payments = await shop.db
        .selectFrom('payments')
        .selectAll()
        .where('order_id', '=', orders[0]?.id ?? '')
        .execute();
      expect(payments).toHaveLength(1);
      expect(payments[0]).toMatchObject({ state: 'kept', amount_cents: phone.price_cents, currency: 'usd', intent_id: orders[0]?.intent_id });
      expect(payments[0]?.intent_id).toMatch(/^pi_demo_/u);
    }
  });

  it('The demo shop has two reported listings, and an unpaid order of the demo buyer', async () => {
    const reported = await shop.db.selectFrom('listings').select('id').where('reported_at', 'is not', null).execute();
    const reports = await shop.db.selectFrom('reports').select('listing_id').where('closed_at', 'is', null).execute();
    expect(reported).toHaveLength(2);
    expect(reports.map((row) => row.listing_id).sort()).toEqual(reported.map((row) => row.id).sort());
    const waiting = await shop.db
      .selectFrom('orders')
      .innerJoin('listings', 'listings.id', 'orders.listing_id')
      .selectAll('orders')
      .select(['listings.sold_at', 'listings.seller_id'])
      .where('paid_at', 'is', null)
      .execute();
    expect(waiting).toHaveLength(1);
    expect(waiting[0]).toMatchObject({ email: 'buyer@redial.test', sold_at: null, closed_at: null });
    expect(waiting[0]?.seller_id).not.toBe(waiting[0]?.buyer_id);
  });

  it('The demo shop has its own stored picture for each phone', async () => {
    const listings = await shop.db.selectFrom('listings').select('image').execute();
    const hashes = new Set<string>();
    for (const { image } of listings) {
      expect(await shop.disk.has(image)).toBe(true);
      hashes.add(
        createHash('sha256')
          .update(await readFile(join(shop.directory, image.replace('/images/', ''))))
          .digest('hex'),
      );
    }
    expect(hashes.size).toBe(listings.length);
  });

  it('The demo shop is filled once, and a second start changes nothing', async () => {
    const before = await everythingIn(shop.database);
    shop.clock.time += 3 * DAY_MS;
    await shop.seed(0);
    expect(await everythingIn(shop.database)).toEqual(before);
  });
});

describe('A demo shop whose filling was interrupted', () => {
  it(
    'Resumes interrupted stocking without duplicates or drawing existing pictures again',
    async () => {
      const shop = await openShop();
      await expect(shop.seed(9)).rejects.toThrow(Killed);
      const early = await shop.db.selectFrom('listings').select(['id', 'image']).execute();
      expect(early.length).toBeGreaterThan(0);
      expect(early.length).toBeLessThanOrEqual(9);
      shop.clock.time += DAY_MS / 2;
      await shop.seed();
      // As if the process had been killed just before its last write.
      await shop.db.deleteFrom('settings').where('key', '=', 'demo_seeded').execute();
      await shop.db.deleteFrom('payments').execute();
      shop.clock.time += DAY_MS / 2;
      await shop.seed(0);
      const listings = await shop.db.selectFrom('listings').select(['id', 'image', 'brand', 'model_name']).execute();
      expect(new Set(listings.map(({ brand, model_name }) => `${brand} ${model_name}`)).size).toBe(listings.length);
      expect(listings.length).toBeGreaterThanOrEqual(66);
      expect(listings).toEqual(expect.arrayContaining(early.map((row) => expect.objectContaining(row))));
      const counts = await everythingIn(shop.database);
      expect([counts.users?.length, counts.orders?.length, counts.payments?.length, counts.reports?.length]).toEqual([34, 5, 4, 2]);
      await shop.database.drop();
    },
    SEED_MS,
  );
});
