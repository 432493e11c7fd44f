import { z } from 'zod';
import type { MeetingPlaceKind } from '#contract/meeting-places.ts';
import { OperatorFault } from '../../errors.ts';
import { type Center, readCenter } from './geometry.ts';

export type PlacesFile = { places: ListedPlace[]; credit: string; skipped: number };
export type ListedPlace = { name: string; kind: MeetingPlaceKind; street: string; city: string } & Center;

const OSM_CREDIT = '© OpenStreetMap contributors';

const MAX_NAME = 200;

/** Kinds by OpenStreetMap's tags. */
const TAGS: Record<string, Record<string, MeetingPlaceKind>> = {
  amenity: { police: 'police', library: 'library', bank: 'bank', townhall: 'public_building', community_centre: 'public_building' },
  shop: { mall: 'mall', department_store: 'mall' },
  building: { public: 'public_building', civic: 'public_building' },
};

const LABELS: Record<MeetingPlaceKind, string> = {
  police: 'Police station',
  library: 'Library',
  mall: 'Shopping mall',
  bank: 'Bank',
  public_building: 'Public building',
};

const Collection = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(z.unknown()),
  attribution: z.string().max(MAX_NAME).optional(),
});
const Feature = z.object({ type: z.literal('Feature'), properties: z.record(z.string(), z.unknown()).nullable(), geometry: z.unknown() });

/**
 * Reads GeoJSON such as an OpenStreetMap extract: police stations, libraries, malls, banks and public buildings; other features are skipped. Throws
 * `OperatorFault` for a file with anything broken in it.
 */
export function readPlaces(text: string): PlacesFile {
  const file = Collection.safeParse(parseJson(text));
  if (!file.success) throw new OperatorFault('The file isn’t a GeoJSON FeatureCollection.');
  const byKey = new Map<string, ListedPlace>();
  let skipped = 0;
  for (const [index, feature] of file.data.features.entries()) {
    const place = readFeature(feature, `Feature ${index + 1}`);
    if (place === null) skipped += 1;
    else byKey.set(`${place.name}\n${place.lat}\n${place.lon}`, place);
  }
  if (byKey.size === 0) throw new OperatorFault('The file has no police station, library, mall, bank or public building.');
  // Without a word about its source it is taken for an extract of OpenStreetMap, which must be credited.
  return { places: [...byKey.values()], credit: (file.data.attribution ?? OSM_CREDIT).trim(), skipped };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OperatorFault('The file isn’t JSON.');
  }
}

function readFeature(found: unknown, where: string): ListedPlace | null {
  const feature = Feature.safeParse(found);
  if (!feature.success) throw new OperatorFault(`${where} isn’t a GeoJSON feature.`);
  const { geometry, properties } = feature.data;
  const center = geometry === null ? null : readCenter(geometry, (why) => new OperatorFault(`${where}: ${why}`));
  const tags = properties ?? {};
  const kind = kindOf(tags);
  if (kind === null || center === null) return null;
  const tag = (...names: string[]): string => readTag(tags, names, where);
  const street = [tag('addr:housenumber'), tag('addr:street')].filter((part) => part !== '').join(' ');
  return { name: tag('name', 'brand', 'operator') || LABELS[kind], kind, street, city: tag('addr:city'), ...center };
}

function kindOf(tags: Record<string, unknown>): MeetingPlaceKind | null {
  for (const [tag, kinds] of Object.entries(TAGS)) {
    const value = String(tags[tag] ?? '');
    if (Object.hasOwn(kinds, value)) return kinds[value] ?? null;
  }
  return null;
}

/** The first of these tags that says something. */
function readTag(tags: Record<string, unknown>, names: string[], where: string): string {
  for (const name of names) {
    const value = tags[name];
    if (typeof value !== 'string' || value.trim() === '') continue;
    if (value.length > MAX_NAME) throw new OperatorFault(`${where}: its ${name} has more than ${MAX_NAME} characters.`);
    if (value.includes('\0') || !value.isWellFormed()) throw new OperatorFault(`${where}: its ${name} can’t be stored as text.`);
    return value.trim().replace(/\s+/gu, ' ');
  }
  return '';
}
