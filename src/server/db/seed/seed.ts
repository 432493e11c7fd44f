import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtInFolder } from '../../built-in-data/brand-files.ts';
import { addBrands, toNameKey } from '../../features/catalog/index.ts';
import { addFirstCities } from '../../features/cities/index.ts';
import { markImagesUsed } from '../../features/images/index.ts';
import { locateListings } from '../../features/listings/index.ts';
import { addFirstPlaces } from '../../features/meeting-places/index.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IdentityProvider } from '../../ports/identity.ts';
import type { ImageStore } from '../../ports/image-store.ts';
import type { Db } from '../tables.ts';
import { seedBooks } from './books.ts';
import { type DatedListing, dateListings, toListingRow } from './listing-rows.ts';
import { seedPeople } from './people.ts';
import { drawPhonePicture } from './phone-picture.ts';
import { readDemoListings, readDemoSellers } from './read-demo-listings.ts';

const DONE = 'demo_seeded';
/** When seeding began: an interrupted run continues with the same time, and so recognizes its own rows. */
const BEGUN = 'demo_seed_begun';
/** One picture is drawn while others are being stored: enough to keep two cores busy. */
const AT_ONCE = 4;

type Options = {
  db: Db;
  clock: Clock;
  identity: Pick<IdentityProvider, 'createAccount'>;
  images: Pick<ImageStore, 'kind' | 'base' | 'put'>;
  log?: (line: string) => void;
};

/**
 * Seeds a demo shop: logins, brands, listings with pictures, a few sales and reports. Does nothing the second time; resumes an interrupted run
 * without duplicates.
 */
export async function seedDemoShop({ db, clock, identity, images, log = () => {} }: Options): Promise<void> {
  if ((await readSetting(db, DONE)) !== null) return;
  // Read first, so that nothing has been written if a file is malformed.
  const [demoListings, sellers] = [await readDemoListings(), readDemoSellers()];
  log('Adding the demo listings …');
  const now = Number(await writeOnce(db, BEGUN, String(clock.now())));
  const people = await seedPeople(sellers, { db, identity, now });
  const categories = await seedCategories(db);
  const listings = dateListings(demoListings, now);
  const missing = await findMissing(db, listings);
  await forEachAtOnce(missing, async (item) => {
    const categoryId = categories.get(toNameKey(item.listing.brand));
    if (!categoryId) throw new Error(`the brand ${item.listing.brand} doesn’t exist`);
    const { address } = await images.put(await drawPhonePicture(item.listing, item.nth));
    const row = toListingRow(item, { people, categoryId, image: address, now });
    await markImagesUsed(db, images, { addresses: [address], now });
    await db
      .insertInto('listings')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  });
  await seedBooks({ db, people, now }, listings);
  await addFirstPlaces(db, await readFile(join(builtInFolder('meeting-places'), 'demo.geojson'), 'utf8'));
  await addFirstCities(db, await readFile(join(builtInFolder('cities'), 'demo.txt'), 'utf8'));
  await locateListings({ db, clock });
  await writeOnce(db, DONE, String(clock.now()));
  log(`The demo shop is ready: ${listings.length} phones of ${categories.size} brands.`);
}

async function readSetting(db: Db, key: string): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
}

/** Writes a value if there is none. Returns the first one. */
async function writeOnce(db: Db, key: string, value: string): Promise<string> {
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return (await readSetting(db, key)) ?? value;
}

/** Returns the id of each brand's category. */
async function seedCategories(db: Db): Promise<Map<string, string>> {
  await addBrands(db);
  const rows = await db.selectFrom('categories').select(['id', 'name_key']).execute();
  return new Map(rows.map((row) => [row.name_key, row.id]));
}

async function findMissing(db: Db, listings: DatedListing[]): Promise<DatedListing[]> {
  const ids = listings.map(({ id }) => id);
  const rows = await db.selectFrom('listings').select('id').where('id', 'in', ids).execute();
  const there = new Set(rows.map(({ id }) => id));
  return listings.filter(({ id }) => !there.has(id));
}

/** Processes all items, several at once. Stops at the first failure, once those under way have ended. */
async function forEachAtOnce<T extends object>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
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
}
