import { foldWords } from '#contract/shared/fold-words.ts';
import { regionKeys } from './regions.ts';

type Named = { id: number; name_key: string; admin1: string; country: string; population: number };

/** A way to read a location: a city's name, and the words after it, which must name its state or country. */
type Reading = { name: string; rest: string[] };

/** How many characters of a city's name must be typed for a suggestion. */
export const START = 2;

/** More is no address. */
const MAX_PARTS = 6;
const MAX_WORDS = 12;

/** The ways to read each part of a location between commas: the whole part as a name, or its first words with a state after them. */
export function readLocation(location: string): Reading[][] {
  const parts = location
    .split(',')
    .map((part) => foldWords(part).split(' ').slice(0, MAX_WORDS))
    .filter(([first]) => first !== '')
    .slice(0, MAX_PARTS);
  return parts.map((words, at) =>
    words.map((_, cut) => ({
      name: words.slice(0, words.length - cut).join(' '),
      // A postal code says nothing that the city doesn't.
      rest: [...words.slice(words.length - cut), ...parts.slice(at + 1).flat()].filter((word) => !/^\d+$/u.test(word)),
    })),
  );
}

/** The city that a location names, among those with such a name: the largest in the state or country named after it; null when there is none. */
export function chooseCity<City extends Named>(readings: Reading[][], cities: City[]): City | null {
  for (const part of readings) {
    for (const { name, rest } of part) {
      const fitting = cities.filter((city) => city.name_key === name && isRegion(rest, regionKeys(city)));
      if (fitting.length > 0) return fitting.reduce((largest, city) => (bySize(city, largest) < 0 ? city : largest));
    }
    // A city in a region that isn't known, such as “London, Ontario”. A later part must not be taken for the city.
    if (cities.some(({ name_key }) => name_key === part[0]?.name)) return null;
  }
  return null;
}

type Sized = Pick<Named, 'id' | 'population'>;

/** The largest first. Of the many whose people nobody has counted, the same one each time, in whatever order the database has them. */
export const bySize = (one: Sized, other: Sized): number => other.population - one.population || one.id - other.id;

/** Whether words are one name of the region or several: `oregon usa`. */
function isRegion(words: string[], keys: ReadonlySet<string>): boolean {
  if (words.length === 0) return true;
  return words.some((_, last) => keys.has(words.slice(0, last + 1).join(' ')) && isRegion(words.slice(last + 1), keys));
}

/** Whether what was typed so far after a city's name begins one of its region's names. */
export function startsRegion(typed: string, city: Named): boolean {
  return typed === '' || [...regionKeys(city)].some((key) => key.startsWith(typed));
}
