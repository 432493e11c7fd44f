import { addBrands, toNameKey } from '../../features/catalog/index.ts';
import { markImagesUsed } from '../../features/images/index.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IdentityProvider } from '../../ports/identity.ts';
import type { ImageStore } from '../../ports/image-store.ts';
import type { Db } from '../tables.ts';
import { seedBooks } from './books.ts';
import { seedPeople } from './people.ts';
import { drawPhonePicture } from './phone-picture.ts';
import { createSearchIndex, type IndexedListing, toListingRow } from './shelf.ts';
import { stock } from './stock/stock.ts';

const DONE = 'demo_seeded';
/** When stocking began: an interrupted run goes on from the same moment, and so finds its own rows again. */
const BEGUN = 'demo_seed_begun';
/** One is drawn while others are being kept: enough to keep two cores busy. */
const AT_ONCE = 4;

type Options = {
  db: Db;
  clock: Clock;
  identity: Pick<IdentityProvider, 'createAccount'>;
  images: Pick<ImageStore, 'kind' | 'base' | 'put'>;
  log?: (line: string) => void;
};

const readSetting = async (db: Db, key: string): Promise<string | null> => {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
};

/** Keeps the first value that was written; answers it. */
const writeOnce = async (db: Db, key: string, value: string): Promise<string> => {
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return (await readSetting(db, key)) ?? value;
};

/** Answers each brand's category. */
const seedCategories = async (db: Db): Promise<Map<string, string>> => {
  await addBrands(db);
  const stored = await db.selectFrom('categories').select(['id', 'name_key']).execute();
  return new Map(stored.map((row) => [row.name_key, row.id]));
};

/** Works through all items, some at once; the first failure ends it, after what was begun has ended. */
const forEachAtOnce = async <T extends object>(items: T[], work: (item: T) => Promise<void>): Promise<void> => {
  const left = [...items].reverse();
  const workers = Array.from({ length: AT_ONCE }, async () => {
    try {
      for (let item = left.pop(); item; item = left.pop()) await work(item);
    } catch (error) {
      left.length = 0;
      throw error;
    }
  });
  const failed = (await Promise.allSettled(workers)).find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
};

const findMissing = async (db: Db, searchIndex: IndexedListing[]): Promise<IndexedListing[]> => {
  const ids = searchIndex.map(({ id }) => id);
  const rows = await db.selectFrom('listings').select('id').where('id', 'in', ids).execute();
  const there = new Set(rows.map(({ id }) => id));
  return searchIndex.filter(({ id }) => !there.has(id));
};

/** Stocks a demo shop: logins, brands, listings with their pictures, a few sales and reports. Does nothing where it was done; finishes what was interrupted, without doubles. */
export const seedDemoShop = async ({ db, clock, identity, images, log = () => {} }: Options): Promise<void> => {
  if ((await readSetting(db, DONE)) !== null) return;
  log('Stocking the demo shop …');
  const now = Number(await writeOnce(db, BEGUN, String(clock.now())));
  const people = await seedPeople({ db, identity, now });
  const categories = await seedCategories(db);
  const searchIndex = createSearchIndex(now);
  const missing = await findMissing(db, searchIndex);
  await forEachAtOnce(missing, async (item) => {
    const categoryId = categories.get(toNameKey(item.brand));
    if (!categoryId) throw new Error(`the brand ${item.brand} has no category`);
    const { address } = await images.put(await drawPhonePicture(item.phone, item.nth));
    const row = toListingRow(item, { people, categoryId, image: address, now });
    await markImagesUsed(db, images, { addresses: [address], now });
    await db
      .insertInto('listings')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  });
  await seedBooks({ db, people, now }, searchIndex);
  await writeOnce(db, DONE, String(clock.now()));
  log(`The demo shop is stocked: ${searchIndex.length} phones of ${stock.length} brands.`);
};
