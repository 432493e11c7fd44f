import type { Services } from '../../services.ts';
import { type CityColumns, findCityColumns } from '../cities/index.ts';
import { findLocatedRows, writeCities } from './city-queries.ts';

const BATCH = 500;
/** Most listings share their location with others. */
const MOST_REMEMBERED = 20_000;

/** Looks up the city of every listing again, after cities were imported. Returns how many listings changed. */
export async function locateListings({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const known = new Map<string, CityColumns>();
  let changed = 0;
  for (let after = ''; ; ) {
    const rows = await findLocatedRows(db, after, BATCH);
    const located = [];
    for (const row of rows) {
      const city = known.get(row.location) ?? (await findCityColumns(db, row.location));
      if (known.size >= MOST_REMEMBERED) known.clear();
      known.set(row.location, city);
      if (city.city_id !== row.city_id || city.city_lat !== row.city_lat || city.city_lng !== row.city_lng)
        located.push({ id: row.id, location: row.location, ...city });
    }
    if (located.length > 0) await writeCities(db, located, clock.now());
    changed += located.length;
    const last = rows.at(-1);
    if (rows.length < BATCH || !last) return changed;
    after = last.id;
  }
}
