import { writeSetting } from '../../src/server/db/settings.ts';
import type { Db } from '../../src/server/db/tables.ts';
import { indexPeople, notePhone } from '../../src/server/features/accounts/index.ts';
import { saveProgress } from '../../src/server/features/listings/model-queries.ts';
import {
  createDirectorySource,
  ensurePhoneModels,
  type ModelOfListing,
  modelOfListing,
  readModelsVersion,
} from '../../src/server/features/phone-models/index.ts';
import type { Shop } from '../shop/ingredients.ts';
import { BUYER_PHONE } from '../shop/people.ts';

const CLOCK = { now: () => Date.now() };

/** Imports the built-in catalog. Returns what a listing stores about its model. */
export async function openCatalog(db: Db): Promise<(brand: string, modelName: string) => ModelOfListing> {
  await ensurePhoneModels({ db, clock: CLOCK });
  const directory = await createDirectorySource({ db })();
  const found = new Map<string, ModelOfListing>();
  return (brand, modelName) => {
    const key = `${brand}\n${modelName}`;
    const model = found.get(key) ?? modelOfListing(directory, brand, modelName);
    found.set(key, model);
    return model;
  };
}

/** Records that the background jobs are done with these rows, as in a shop that has grown: a filled one would keep them busy for hours. */
export async function settle(db: Db, { buyers }: Pick<Shop, 'buyers'>): Promise<void> {
  const { last } = await db
    .selectFrom('listings')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  await saveProgress(db, { version: await readModelsVersion(db), after: last });
  await writeSetting(db, 'photo_listings_walked', last);
  await indexPeople(db);
  // Bookings by these buyers would add it otherwise.
  for (const { id } of buyers) await notePhone(db, id, BUYER_PHONE);
}
