import { type SqlBool, sql } from 'kysely';
import type { CitiesTable } from '../../db/tables/cities.ts';
import type { Db } from '../../db/tables.ts';
import { START } from './read-location.ts';

export type CityRow = CitiesTable;

const BATCH = 500;
/** More than share one name, or are around one spot, even where a file has every village. */
const MOST = 5000;
/** How far from a point a city may be to name it, in hundredths of a degree of latitude: some 50 km. */
const AROUND = 50;
/** In hundredths of a degree. */
const HALF_TURN = 18_000;

/** Adds cities, or replaces those of the same number; call it in a transaction. */
export async function writeCities(tx: Db, cities: CityRow[]): Promise<void> {
  for (let at = 0; at < cities.length; at += BATCH)
    await tx
      .insertInto('cities')
      .values(cities.slice(at, at + BATCH))
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          name_key: eb.ref('excluded.name_key'),
          start_key: eb.ref('excluded.start_key'),
          admin1: eb.ref('excluded.admin1'),
          country: eb.ref('excluded.country'),
          lat: eb.ref('excluded.lat'),
          lng: eb.ref('excluded.lng'),
          population: eb.ref('excluded.population'),
        })),
      )
      .execute();
}

export async function hasCities(db: Db): Promise<boolean> {
  return (await db.selectFrom('cities').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Cities with any of these folded names. */
export async function findCitiesNamed(db: Db, names: string[]): Promise<CityRow[]> {
  return names.length === 0 ? [] : db.selectFrom('cities').selectAll().where('name_key', 'in', names).limit(MOST).execute();
}

/** Cities whose folded name begins with this, the largest first. */
export function findCitiesStarting(db: Db, start: string, limit: number): Promise<CityRow[]> {
  // Folded words have no character that `like` treats specially.
  return db
    .selectFrom('cities')
    .selectAll()
    .where('start_key', '=', start.slice(0, START))
    .where('name_key', 'like', `${start}%`)
    .orderBy('population', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Cities around a spot, in hundredths of a degree; the nearest is for the caller to choose. */
export function findCitiesAround(db: Db, { lat, lng }: { lat: number; lng: number }): Promise<CityRow[]> {
  // A degree of longitude shrinks towards the poles.
  const across = Math.min(Math.ceil(AROUND / Math.cos((lat / 100) * (Math.PI / 180))), HALF_TURN);
  return (
    db
      .selectFrom('cities')
      .selectAll()
      .where((eb) => eb.between('lat', lat - AROUND, lat + AROUND))
      // Those beyond the date line, too.
      .where(sql<SqlBool>`${HALF_TURN} - abs(${HALF_TURN} - abs(lng - ${lng})) <= ${across}`)
      .limit(MOST)
      .execute()
  );
}
