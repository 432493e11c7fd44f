import { readSetting, writeSetting } from '../../db/settings.ts';
import type { Services } from '../../services.ts';
import { inBatches } from '../../work-through.ts';
import { openPassport } from './commands.ts';
import { findPhonesAfter } from './listing-queries.ts';

const LISTINGS_AT_ONCE = 25;

/** The setting that stores up to which phone all on sale have passports, and its value once all do. */
const WALKED = 'passports_begun';
const ALL = 'all';

/** Begins the passports of phones that were on sale before there were any, once. Continues after an interruption. */
export async function beginPassports({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  if ((await readSetting(db, WALKED)) === ALL) return;
  await inBatches(LISTINGS_AT_ONCE, (limit) =>
    db.transaction().execute(async (tx) => {
      const phones = await findPhonesAfter(tx, (await readSetting(tx, WALKED)) ?? '', limit);
      for (const { id, hasPassport } of phones) if (!hasPassport) await openPassport(tx, id, clock.now());
      await writeSetting(tx, WALKED, phones.length < limit ? ALL : (phones.at(-1)?.hash ?? ALL));
      return phones.length;
    }),
  );
}
