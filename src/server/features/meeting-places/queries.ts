import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { MeetingPlaceKind } from '#contract/meeting-places.ts';
import { foldWords } from '#contract/shared/fold-words.ts';
import type { MeetingPlacesTable } from '../../db/tables/meetings.ts';
import type { Db } from '../../db/tables.ts';
import type { ListedPlace, PlacesFile } from './places-file.ts';
import { HALF_TURN } from './rules.ts';

export type Place = MeetingPlacesTable;

const BATCH = 500;
/** How many places are looked at, of each kind or around a city. */
const MOST = 60;
/** How far around a city, in millionths of a degree: some 20 to 30 km. */
const AROUND = 250_000;
const MAX_KEY = 600;

/** Replaces all places by the file's; call it in a transaction. */
export async function replacePlaces(tx: Db, { places, credit }: PlacesFile): Promise<void> {
  await tx.deleteFrom('meeting_places').execute();
  for (let at = 0; at < places.length; at += BATCH)
    await tx
      .insertInto('meeting_places')
      .values(places.slice(at, at + BATCH).map((place) => toRow(place, credit)))
      .execute();
}

function toRow(place: ListedPlace, credit: string): Place {
  const { name, kind, street, city } = place;
  const search_key = foldWords(`${name} ${kind} ${street} ${city}`).slice(0, MAX_KEY);
  return { ...place, id: uuid(), city_key: foldWords(city), search_key, credit };
}

export async function hasPlaces(db: Db): Promise<boolean> {
  return (await db.selectFrom('meeting_places').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** The first of these that is a city with places; null when none is. */
export async function findCity(db: Db, candidates: string[]): Promise<string | null> {
  if (candidates.length === 0) return null;
  const rows = await db.selectFrom('meeting_places').select('city_key').distinct().where('city_key', 'in', candidates).execute();
  const cities = new Set(rows.map(({ city_key }) => city_key));
  return candidates.find((candidate) => cities.has(candidate)) ?? null;
}

/** Places anywhere that have all these words. */
export function findPlaces(db: Db, words: string[]): Promise<Place[]> {
  return matching(db, words).orderBy('name').orderBy('id').limit(MOST).execute();
}

/** Places in a city that have all these words: of each kind by itself, so that many of one leave room for the others. */
export async function findPlacesIn(db: Db, { city, words }: { city: string; words: string[] }): Promise<Place[]> {
  const ofKind = (kind: MeetingPlaceKind) =>
    matching(db, words).where('city_key', '=', city).where('kind', '=', kind).orderBy('name').orderBy('id').limit(MOST).execute();
  const found = (await Promise.all(MeetingPlaceKind.options.map(ofKind))).flat();
  // Databases order names each in their own way.
  return found.toSorted((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)));
}

/** The middle of a city's places. */
export async function findMiddle(db: Db, city: string): Promise<{ lat: number; lon: number }> {
  const row = await db
    .selectFrom('meeting_places')
    .select((eb) => [eb.fn.avg<number>('lat').as('lat'), eb.fn.avg<number>('lon').as('lon')])
    .where('city_key', '=', city)
    .executeTakeFirstOrThrow();
  return { lat: Math.round(Number(row.lat)), lon: Math.round(Number(row.lon)) };
}

/** Places around a spot, also beyond the date line, outside a city, that have all these words. */
export function findPlacesAround(db: Db, { lat, lon }: { lat: number; lon: number }, { city, words }: { city: string; words: string[] }): Promise<Place[]> {
  const across = sql<number>`(${HALF_TURN} - abs(${HALF_TURN} - abs(lon - ${lon})))`;
  return matching(db, words)
    .where('city_key', '!=', city)
    .where((eb) => eb.between('lat', lat - AROUND, lat + AROUND))
    .where(across, '<=', AROUND)
    .orderBy((eb) => eb(sql<number>`abs(lat - ${lat})`, '+', across))
    .limit(MOST)
    .execute();
}

/** Folded words have no character that `like` treats specially. */
function matching(db: Db, words: string[]) {
  return words.reduce((query, word) => query.where('search_key', 'like', `%${word}%`), db.selectFrom('meeting_places').selectAll());
}
