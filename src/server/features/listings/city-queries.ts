import { noteListing } from '../../db/changes.ts';
import type { Db } from '../../db/tables.ts';
import type { CityColumns } from '../cities/index.ts';

export type LocatedRow = CityColumns & { id: string; location: string };

/** Listings after this id, ordered by id, including sold and removed ones. */
export function findLocatedRows(db: Db, after: string, limit: number) {
  return db.selectFrom('listings').select(['id', 'location', 'city_id', 'city_lat', 'city_lng']).where('id', '>', after).orderBy('id').limit(limit).execute();
}

/** Writes the cities of listings whose location is still the one that names them. */
export function writeCities(db: Db, located: LocatedRow[], now: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    for (const { id, location, ...city } of located) {
      await tx.updateTable('listings').set(city).where('id', '=', id).where('location', '=', location).execute();
      await noteListing(tx, id, now);
    }
  });
}
