import type { MeetingPlaceKind } from '#contract/meeting-places.ts';

type Spot = { lat: number; lon: number };

/** The safest first. */
const KINDS: readonly MeetingPlaceKind[] = ['police', 'library', 'mall', 'public_building', 'bank'];

/** The most words of a location that can name its city, and the most words in a city's name. */
const MAX_WORDS = 16;
const MAX_IN_NAME = 4;

/** What in a folded location may be the name of its city: the most telling first. */
export function cityCandidates(location: string): string[] {
  const words = location
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);
  const candidates = new Set<string>();
  for (let length = Math.min(MAX_IN_NAME, words.length); length > 0; length -= 1)
    for (let at = 0; at + length <= words.length; at += 1) candidates.add(words.slice(at, at + length).join(' '));
  return [...candidates];
}

/** Takes turns between the kinds, so that the first few places are of several. */
export function byTurns<Place extends { kind: MeetingPlaceKind }>(places: Place[]): Place[] {
  const kinds = KINDS.map((kind) => places.filter((place) => place.kind === kind));
  const longest = Math.max(0, ...kinds.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => kinds.flatMap((of) => of[turn] ?? [])).flat();
}

/** In millionths of a degree. */
export const HALF_TURN = 180_000_000;

/** The nearest first, also beyond the date line. A degree of longitude shrinks towards the poles. */
export function byDistance<Place extends Spot>(places: Place[], from: Spot): Place[] {
  const shrink = Math.cos((from.lat / 1e6) * (Math.PI / 180));
  const across = (lon: number): number => HALF_TURN - Math.abs(HALF_TURN - Math.abs(lon - from.lon));
  const distance = ({ lat, lon }: Spot): number => (lat - from.lat) ** 2 + (across(lon) * shrink) ** 2;
  return places.toSorted((one, other) => distance(one) - distance(other));
}
