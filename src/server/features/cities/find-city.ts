import type { City, NamedPoint } from '#contract/cities.ts';
import { distanceInKm, type Point } from '#contract/shared/distance.ts';
import { foldWords } from '#contract/shared/fold-words.ts';
import type { Near } from '#contract/shared/near.ts';
import { roundPoint } from '#contract/shared/near-text.ts';
import type { Db } from '../../db/tables.ts';
import { MalformedError } from '../../errors.ts';
import { type CityRow, findCitiesAround, findCitiesNamed, findCitiesStarting } from './queries.ts';
import { bySize, chooseCity, readLocation, START, startsRegion } from './read-location.ts';
import { regionName } from './regions.ts';

/** The columns of a listing that say in which city it is. */
export type CityColumns = { city_id: number; city_lat: number; city_lng: number } | { city_id: null; city_lat: null; city_lng: null };

const SUGGESTED = 8;
/** How many are looked at when a state has been typed too. */
const LOOKED_AT = 100;
/** Farther cities don't name a point, in kilometers. */
const FAR = 50;

const NOWHERE = { city_id: null, city_lat: null, city_lng: null };

/** The city that a listing's location names, as the listing's columns; empty when it names none that is known. */
export async function findCityColumns(db: Db, location: string): Promise<CityColumns> {
  const city = await findCity(db, location);
  return city ? { city_id: city.id, city_lat: city.lat, city_lng: city.lng } : NOWHERE;
}

async function findCity(db: Db, location: string): Promise<CityRow | null> {
  const readings = readLocation(location);
  return chooseCity(readings, await findCitiesNamed(db, [...new Set(readings.flat().map(({ name }) => name))]));
}

/** Where someone looks for phones, as a point. Throws 400 for a city that isn't known. */
export async function findPoint(db: Db, near: Near | null): Promise<Point | null> {
  if (near === null || 'lat' in near) return near;
  const city = await findCity(db, near.city);
  if (city) return toCity(city);
  const message = `We don’t know the city “${near.city}”. Try a larger one nearby, with its state after a comma.`;
  throw new MalformedError(message, { near: message });
}

/** A point with the name of the nearest city, or null where there is none. */
export async function namePoint(db: Db, point: Point): Promise<NamedPoint> {
  const around = await findCitiesAround(db, { lat: Math.round(point.lat * 100), lng: Math.round(point.lng * 100) });
  const distanceOf = (city: CityRow): number => distanceInKm(point, toPoint(city));
  const [nearest] = around.filter((city) => distanceOf(city) <= FAR).toSorted((one, other) => distanceOf(one) - distanceOf(other) || bySize(one, other));
  return { name: nearest ? nameOf(nearest) : null, ...point };
}

/** Cities that begin like what was typed, the largest first. */
export async function suggestCities(db: Db, typed: string): Promise<City[]> {
  const [name = '', ...region] = typed.split(',');
  const start = foldWords(name);
  if (start.length < START) return [];
  const after = foldWords(region.join(' '));
  const found = await findCitiesStarting(db, start, LOOKED_AT);
  return found
    .filter((city) => startsRegion(after, city))
    .slice(0, SUGGESTED)
    .map(toCity);
}

const toPoint = ({ lat, lng }: CityRow): Point => ({ lat: lat / 100, lng: lng / 100 });
const nameOf = (city: CityRow): string => `${city.name}, ${regionName(city)}`;
const toCity = (city: CityRow): City => ({ name: nameOf(city), ...roundPoint(toPoint(city)) });
