import { distanceInKm, type Point } from '#contract/shared/distance.ts';
import { createValues, intern, type Values } from './vocabulary.ts';

/** Where the cities of listings are, numbered; number 0 is unknown. */
export type Spots = Values & { points: (Point | null)[] };

/** Near cities are told apart by the kilometer, those beyond `NEAR_KM` by ten. */
const NEAR_KM = 2000;
const FAR_STEP_KM = 10;
/** Above every step: half around the Earth is 20,038 km. */
const MOST_NEARNESS = 4095;

export function createSpots(): Spots {
  const spots = { ...createValues(), points: [] };
  internSpot(spots, null, null);
  return spots;
}

/** A spot's number, from hundredths of a degree. */
export function internSpot(spots: Spots, lat: number | null, lng: number | null): number {
  const number = intern(spots, lat === null || lng === null ? '' : `${lat} ${lng}`);
  spots.points[number] ??= lat === null || lng === null ? null : { lat: lat / 100, lng: lng / 100 };
  return number;
}

/** The spots at most this far from a point. */
export function spotsWithin({ points }: Spots, from: Point, km: number): number[] {
  return points.flatMap((point, number) => (point && distanceInKm(from, point) <= km ? [number] : []));
}

/** How near each spot is to a point: from 1 to `MOST_NEARNESS`, and 0 if unknown. */
export function nearnessFrom({ points }: Spots, from: Point): Uint16Array {
  return Uint16Array.from(points, (point) => (point ? MOST_NEARNESS - stepOf(distanceInKm(from, point)) : 0));
}

const stepOf = (km: number): number => Math.floor(km < NEAR_KM ? km : NEAR_KM + (km - NEAR_KM) / FAR_STEP_KM);
