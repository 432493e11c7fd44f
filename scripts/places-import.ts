import { type Config, readConfig, readEnvironment } from '../src/server/config/config.ts';
import { openDatabase } from '../src/server/db/database.ts';
import { migrateDatabase } from '../src/server/db/migrate.ts';
import { CannotImportPlaces, importPlaces } from '../src/server/features/meeting-places/index.ts';
import { requireShop } from '../src/server/process/require-shop.ts';
import { say } from '../src/server/process/say.ts';
import { explainFault } from '../src/server/process/start-faults.ts';
import { readTextFile } from './read-text-file.ts';

const USAGE = 'Usage: npm run places:import -- FILE.geojson. It replaces all places to meet.';

let config: Config | null = null;
try {
  const [file, ...others] = process.argv.slice(2);
  if (file === undefined || others.length > 0) throw new CannotImportPlaces(USAGE);
  const text = readTextFile(file, { toError: (why) => new CannotImportPlaces(why), ifLarger: 'Extract a smaller area.' });
  config = readConfig(readEnvironment());
  requireShop(config);
  await migrateDatabase(config.database);
  const db = openDatabase(config.database);
  const { places, skipped, credit } = await importPlaces(db, text).finally(() => db.destroy());
  say(`${places.length} places to meet, instead of those before; ${skipped} other features skipped.`);
  say(credit === '' ? 'No source is credited.' : `Credited where they are shown: ${credit}`);
} catch (error) {
  const why = error instanceof CannotImportPlaces ? `${error.message} Nothing was changed.` : (explainFault(error, config) ?? String(error));
  process.stderr.write(`${why}\n`);
  process.exitCode = 1;
}
