import type { MeetingPlaces } from '#contract/meeting-places.ts';
import { foldWords } from '#contract/shared/fold-words.ts';
import type { Db } from '../../db/tables.ts';
import { findCity, findMiddle, findPlaces, findPlacesAround, findPlacesIn, type Place } from './queries.ts';
import { byDistance, byTurns, cityCandidates } from './rules.ts';

const SHOWN = 8;
const MAX_WORDS = 6;

/** Suggests places in the city that a location names, then the nearest around it. Without a known city only a search finds any. */
export async function suggestPlaces(db: Db, { location, search }: { location: string; search: string }): Promise<MeetingPlaces> {
  const words = foldWords(search)
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);
  const city = await findCity(db, cityCandidates(foldWords(location)));
  if (city === null) return toReply(words.length > 0 ? await findPlaces(db, words) : []);
  const inCity = byTurns(await findPlacesIn(db, { city, words }));
  if (inCity.length >= SHOWN) return toReply(inCity);
  const middle = await findMiddle(db, city);
  return toReply([...inCity, ...byDistance(await findPlacesAround(db, middle, { city, words }), middle)]);
}

function toReply(found: Place[]): MeetingPlaces {
  const places = found.slice(0, SHOWN);
  const credits = [...new Set(places.map(({ credit }) => credit))].filter((credit) => credit !== '');
  return { places: places.map(({ id, name, kind, street, city }) => ({ _id: id, name, kind, street, city })), credits };
}
