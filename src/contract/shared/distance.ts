/** A spot on the map, in degrees. */
export type Point = { lat: number; lng: number };

const EARTH_RADIUS_KM = 6371;

export const KM_PER_MILE = 1.609344;

/** The distance between two points as the crow flies, in kilometers. */
export function distanceInKm(one: Point, other: Point): number {
  const [lat, otherLat] = [toRadians(one.lat), toRadians(other.lat)];
  const [across, along] = [otherLat - lat, toRadians(other.lng - one.lng)];
  const chord = Math.sin(across / 2) ** 2 + Math.cos(lat) * Math.cos(otherLat) * Math.sin(along / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;
