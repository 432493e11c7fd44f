import { type Config, readConfig, readEnvironment } from '../src/server/config/config.ts';
import { openDatabase } from '../src/server/db/database.ts';
import { migrateDatabase } from '../src/server/db/migrate.ts';
import { CannotImportCities, importCities } from '../src/server/features/cities/index.ts';
import { locateListings } from '../src/server/features/listings/index.ts';
import { requireShop } from '../src/server/process/require-shop.ts';
import { say } from '../src/server/process/say.ts';
import { explainFault } from '../src/server/process/start-faults.ts';
import { readTextFile } from './read-text-file.ts';

const USAGE = 'Usage: npm run cities:import -- FILE.txt, such as cities15000.txt of GeoNames. It adds to the cities there are.';

let config: Config | null = null;
try {
  const [file, ...others] = process.argv.slice(2);
  if (file === undefined || others.length > 0) throw new CannotImportCities(USAGE);
  const text = readTextFile(file, { toError: (why) => new CannotImportCities(why), ifLarger: 'Take a file of larger cities.' });
  config = readConfig(readEnvironment());
  requireShop(config);
  await migrateDatabase(config.database);
  const db = openDatabase(config.database);
  try {
    const { cities, skipped } = await importCities(db, text);
    say(`${cities.length} cities added or replaced; ${skipped} other lines skipped.`);
    say(`${await locateListings({ db, clock: { now: () => Date.now() } })} listings are in another city than before, or in one for the first time.`);
  } finally {
    await db.destroy();
  }
} catch (error) {
  const why = error instanceof CannotImportCities ? `${error.message} Nothing was changed.` : (explainFault(error, config) ?? String(error));
  process.stderr.write(`${why}\n`);
  process.exitCode = 1;
}
