import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createDiskImageStore } from '../../src/server/adapters/images/disk.ts';
import { drawPhonePicture } from '../../src/server/db/seed/phone-picture.ts';
import { readDemoListings } from '../../src/server/db/seed/read-demo-listings.ts';
import type { Db } from '../../src/server/db/tables.ts';
import { BRANDS } from '../../src/server/features/catalog/index.ts';

/** A stored picture, and the address that listings name. */
export type Picture = { id: string; address: string };

const PICTURES = 6;

/** Draws a few pictures and stores them like uploads that listings use. */
export async function storePictures(db: Db, dataDir: string): Promise<Picture[]> {
  const directory = join(dataDir, 'images');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const store = createDiskImageStore({ directory, db, clock: { now: () => Date.now() } });
  const listings = await readDemoListings();
  const phones = BRANDS.slice(0, PICTURES).flatMap((brand) => listings.find((listing) => listing.brand === brand) ?? []);
  await Promise.all(phones.map(async (phone, nth) => store.put(await drawPhonePicture(phone, nth))));
  const stored = await db
    .updateTable('images')
    .set(({ ref }) => ({ used_at: ref('stored_at') }))
    .returning(['id', 'address'])
    .execute();
  return stored.map(({ id, address }) => ({ id, address: address ?? '' }));
}
