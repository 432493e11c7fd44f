import { readFileSync, statSync } from 'node:fs';
import { readConfig, readEnvironment } from '../src/server/config/config.ts';
import { openDatabase } from '../src/server/db/database.ts';
import { migrateDatabase } from '../src/server/db/migrate.ts';
import { CannotImportPlaces, importPlaces } from '../src/server/features/meeting-places/index.ts';
import { explainFault } from '../src/server/process/start-faults.ts';

const USAGE = 'Usage: npm run places:import -- FILE.geojson. It replaces all places to meet.';
const MAX_BYTES = 50_000_000;

try {
  const text = readText(process.argv.slice(2));
  const config = readConfig(readEnvironment());
  await migrateDatabase(config.database);
  const db = openDatabase(config.database);
  const { places, skipped, credit } = await importPlaces(db, text).finally(() => db.destroy());
  say(`${places.length} places to meet, instead of those before; ${skipped} other features skipped.`);
  say(credit === '' ? 'No source is credited.' : `Credited where they are shown: ${credit}`);
} catch (error) {
  const why = error instanceof CannotImportPlaces ? `${error.message} Nothing was changed.` : (explainFault(error, null) ?? String(error));
  process.stderr.write(`${why}\n`);
  process.exitCode = 1;
}

function readText([file, ...others]: string[]): string {
  if (file === undefined || others.length > 0) throw new CannotImportPlaces(USAGE);
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new CannotImportPlaces(`There is no file ${file}.`);
  if (size > MAX_BYTES) throw new CannotImportPlaces(`${file} is larger than 50 MB. Extract a smaller area.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch {
    throw new CannotImportPlaces(`${file} isn’t UTF-8.`);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
