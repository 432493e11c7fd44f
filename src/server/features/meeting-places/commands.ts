import type { Db } from '../../db/tables.ts';
import { type PlacesFile, readPlaces } from './places-file.ts';
import { hasPlaces, replacePlaces } from './queries.ts';

/** Replaces the places to meet by those of a GeoJSON text. Throws `OperatorFault`, having changed nothing. */
export async function importPlaces(db: Db, text: string): Promise<PlacesFile> {
  const file = readPlaces(text.replace(/^\uFEFF/u, ''));
  await db.transaction().execute((tx) => replacePlaces(tx, file));
  return file;
}

/** Gives a shop without any places these. */
export async function addFirstPlaces(db: Db, text: string): Promise<void> {
  if (!(await hasPlaces(db))) await importPlaces(db, text);
}
