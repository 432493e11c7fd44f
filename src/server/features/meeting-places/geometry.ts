/** A place's center, in millionths of a degree. */
export type Center = { lat: number; lon: number };

type Position = readonly [lon: number, lat: number];
type Fault = (why: string) => Error;

/** Four positions, of which the last is the first. */
const LEAST_IN_RING = 4;

/** How deep each kind of geometry nests its positions. */
const DEPTHS = new Map(Object.entries({ Point: 0, MultiPoint: 1, LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 }));

/** Returns the center of a point or of a polygon's (largest) outer ring; null for other geometries. Throws `fault` for a broken one. */
export function readCenter(geometry: unknown, fault: Fault): Center | null {
  const { type, coordinates, geometries } = (typeof geometry === 'object' && geometry !== null ? geometry : {}) as Record<string, unknown>;
  if (type === 'GeometryCollection' && Array.isArray(geometries)) return null;
  const depth = typeof type === 'string' ? DEPTHS.get(type) : undefined;
  if (depth === undefined) throw fault('its geometry is of an unknown type.');
  checkNested(coordinates, depth, fault);
  // Checked just now.
  if (type === 'Point') return toCenter(coordinates as Position);
  if (type === 'Polygon') return toCenter(centerOf(outerRing(coordinates, fault)).at);
  if (type !== 'MultiPolygon') return null;
  const rings = (coordinates as unknown[]).map((polygon) => centerOf(outerRing(polygon, fault)));
  return toCenter(rings.reduce((largest, ring) => (ring.area > largest.area ? ring : largest)).at);
}

function checkNested(value: unknown, depth: number, fault: Fault): void {
  if (!Array.isArray(value) || (depth > 0 && value.length === 0)) throw fault('its coordinates are broken.');
  if (depth > 0) {
    for (const inner of value) checkNested(inner, depth - 1, fault);
    return;
  }
  const [lon, lat] = value as unknown[];
  if (typeof lon !== 'number' || typeof lat !== 'number') throw fault('its coordinates are broken.');
  if (!(Math.abs(lon) <= 180 && Math.abs(lat) <= 90)) throw fault(`${lat}, ${lon} isn’t on the map: latitudes go to 90, longitudes to 180.`);
}

function outerRing(polygon: unknown, fault: Fault): Position[] {
  const rings = polygon as Position[][];
  for (const ring of rings) {
    const [first, last] = [ring[0], ring.at(-1)];
    if (ring.length < LEAST_IN_RING || first?.[0] !== last?.[0] || first?.[1] !== last?.[1]) throw fault('its outline isn’t closed.');
  }
  return rings[0] ?? [];
}

/** A ring's area and centroid, by the shoelace formula around its first corner; the mean of its corners when it has no area. */
function centerOf(ring: Position[]): { at: Position; area: number } {
  const [lon0, lat0] = ring[0] ?? [0, 0];
  let [double, x, y] = [0, 0, 0];
  for (const [index, [lon, lat]] of ring.entries()) {
    const [nextLon, nextLat] = ring[index + 1] ?? [lon0, lat0];
    const cross = (lon - lon0) * (nextLat - lat0) - (nextLon - lon0) * (lat - lat0);
    double += cross;
    x += (lon + nextLon - 2 * lon0) * cross;
    y += (lat + nextLat - 2 * lat0) * cross;
  }
  if (Math.abs(double) > 1e-14) return { at: [lon0 + x / (3 * double), lat0 + y / (3 * double)], area: Math.abs(double) };
  const mean = (part: 0 | 1) => ring.reduce((sum, position) => sum + position[part], 0) / ring.length;
  return { at: [mean(0), mean(1)], area: 0 };
}

const toCenter = ([lon, lat]: Position): Center => ({ lat: Math.round(lat * 1e6), lon: Math.round(lon * 1e6) });
