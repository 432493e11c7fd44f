import type { Db } from '../../db/tables.ts';
import { type CitiesFile, readCities } from './cities-file.ts';
import { hasCities, writeCities } from './queries.ts';

/** Adds the cities of GeoNames' text to the shop's, replacing those that it has. Throws `OperatorFault`, having changed nothing. */
export async function importCities(db: Db, text: string): Promise<CitiesFile> {
  const file = readCities(text.replace(/^\uFEFF/u, ''));
  await db.transaction().execute((tx) => writeCities(tx, file.cities));
  return file;
}

/** Gives a shop without any cities these. */
export async function addFirstCities(db: Db, text: string): Promise<void> {
  if (!(await hasCities(db))) await importCities(db, text);
}
