import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MeetingPlaces } from '#contract/meeting-places.ts';
import { builtInFolder } from '#server/built-in-data/brand-files.ts';
import { importPlaces } from '#server/features/meeting-places/index.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, type Person, sellTo } from '#test/support/world/world.ts';

let shop: TestApp;
let seller: Person;
let buyer: Person;
let orderId: string;

beforeAll(async () => {
  shop = await createTestApp();
  [seller, buyer] = await Promise.all([createPerson(shop, 'seller'), createPerson(shop, 'buyer')]);
  orderId = await sellTo(shop, buyer, await createListing(shop, seller, { location: 'Near the old mill, Lake Oswego, Oregon' }));
});
beforeEach(async () => {
  await shop.services.db.deleteFrom('meeting_places').execute();
});
afterAll(() => shop.close());

const DEMO = readFileSync(join(builtInFolder('meeting-places'), 'demo.geojson'), 'utf8');
const at = (lon: number, lat: number) => ({ type: 'Point', coordinates: [lon, lat] });
const feature = (properties: Record<string, unknown>, geometry: unknown = at(-122.67, 45.42)) => ({ type: 'Feature', properties, geometry });
const file = (features: unknown[], more: object = {}) => JSON.stringify({ type: 'FeatureCollection', ...more, features });
const police = (name: string, city: string, geometry?: unknown) => feature({ amenity: 'police', name, 'addr:city': city }, geometry);

async function suggest(search = '', id = orderId): Promise<MeetingPlaces> {
  const { status, body } = await shop.call('GET', `/orders/${id}/places?search=${encodeURIComponent(search)}`, { as: buyer.token });
  expect(status).toBe(200);
  return body as MeetingPlaces;
}
const names = async (search?: string, id?: string) => (await suggest(search, id)).places.map(({ name }) => name);

describe('Places to meet', () => {
  test('The demo’s are suggested by the phone’s city, and then the nearest outside it', async () => {
    await importPlaces(shop.services.db, DEMO);
    const { places, credits } = await suggest();
    expect(places.slice(0, 3).map(({ city }) => city)).toEqual(['Lake Oswego', 'Lake Oswego', 'Lake Oswego']);
    expect(places[0]).toMatchObject({ name: 'Lake Oswego Police Station', kind: 'police', street: '380 A Street North' });
    expect(places).toHaveLength(8);
    expect(new Set(places.slice(3).map(({ city }) => city))).not.toContain('Gresham');
    expect(credits).toEqual([]);
    expect((JSON.parse(DEMO) as { features: unknown[] }).features.length).toBeGreaterThanOrEqual(25);
  });

  test('Are of every kind in a city with many banks', async () => {
    const banks = Array.from({ length: 70 }, (_, nth) => feature({ amenity: 'bank', name: `Bank ${nth}`, 'addr:city': 'Lake Oswego' }));
    const library = feature({ amenity: 'library', name: 'Library', 'addr:city': 'Lake Oswego' });
    await importPlaces(shop.services.db, file([...banks, library, police('Police', 'Lake Oswego')]));
    expect((await names()).slice(0, 3)).toEqual(['Police', 'Library', 'Bank 0']);
    expect(await names()).toHaveLength(8);
  });

  test('Are the nearest around a city, also beyond the date line', async () => {
    const places = [
      police('Here', 'Lake Oswego', at(179.99, -16.8)),
      police('Beyond', 'Rabi', at(-179.9, -16.8)),
      police('Near', 'Savusavu', at(179.8, -16.8)),
    ];
    await importPlaces(shop.services.db, file(places));
    expect(await names()).toEqual(['Here', 'Beyond', 'Near']);
  });

  test('Are found by words of their name, kind and street, and without a known city by a search only', async () => {
    await importPlaces(shop.services.db, DEMO);
    expect(await names('lake LIBRARY')).toEqual(['Lakeside Library']);
    expect(await names('%')).toHaveLength(8);
    const elsewhere = await sellTo(shop, buyer, await createListing(shop, seller, { location: 'Nowhere' }));
    expect(await names('', elsewhere)).toEqual([]);
    expect(await names('gresham police', elsewhere)).toEqual(['Gresham Police Station']);
    expect((await shop.call('GET', `/orders/${orderId}/places`, { as: (await createPerson(shop, 'buyer')).token })).status).toBe(404);
  });

  test('An extract of OpenStreetMap is credited; a list with its own attribution credits that', async () => {
    await importPlaces(shop.services.db, file([police('One', 'Lake Oswego')]));
    expect((await suggest()).credits).toEqual(['© OpenStreetMap contributors']);
    await importPlaces(shop.services.db, file([police('Two', 'Lake Oswego')], { attribution: 'The town' }));
    expect(await suggest()).toMatchObject({ places: [{ name: 'Two' }], credits: ['The town'] });
  });

  test('Keeps places by their tags, polygons by their center, and skips the rest', async () => {
    const square = [
      [10, 50],
      [10.002, 50],
      [10.002, 50.002],
      [10, 50.002],
      [10, 50],
    ];
    const features = [
      feature({ amenity: 'bank', brand: 'A Bank' }, { type: 'Polygon', coordinates: [square] }),
      feature({ building: 'public' }, { type: 'MultiPolygon', coordinates: [[square]] }),
      feature({ shop: 'department_store', name: 'Store', 'addr:housenumber': '1', 'addr:street': 'A Street' }),
      feature({ amenity: 'pub', name: 'Pub' }),
      feature({ amenity: 'constructor', name: 'Builder' }),
      feature({ amenity: 'police' }, null),
      feature({ amenity: 'police' }, { type: 'LineString', coordinates: square }),
    ];
    expect(await importPlaces(shop.services.db, `\uFEFF${file(features)}`)).toMatchObject({ skipped: 4 });
    const rows = await shop.services.db.selectFrom('meeting_places').select(['name', 'kind', 'street', 'lat', 'lon']).orderBy('kind').execute();
    expect(rows).toEqual([
      { name: 'A Bank', kind: 'bank', street: '', lat: 50_001_000, lon: 10_001_000 },
      { name: 'Store', kind: 'mall', street: '1 A Street', lat: 45_420_000, lon: -122_670_000 },
      { name: 'Public building', kind: 'public_building', street: '', lat: 50_001_000, lon: 10_001_000 },
    ]);
  });

  test.each([
    ['broken JSON', '{"type": "FeatureCollection"', 'The file isn’t JSON.'],
    ['deeply nested JSON', '['.repeat(100_000), 'The file isn’t JSON.'],
    ['another document', '[]', 'The file isn’t a GeoJSON FeatureCollection.'],
    ['a feature that is none', file([police('One', ''), { type: 'Pin' }]), 'Feature 2 isn’t a GeoJSON feature.'],
    ['coordinates that aren’t numbers', file([police('One', '', { type: 'Point', coordinates: ['1', '2'] })]), 'Feature 1: its coordinates are broken.'],
    ['no coordinates', file([police('One', '', { type: 'Point' })]), 'Feature 1: its coordinates are broken.'],
    ['an unknown geometry', file([police('One', '', { type: 'Circle', coordinates: [1, 2] })]), 'Feature 1: its geometry is of an unknown type.'],
    [
      'a geometry called as objects’ own',
      file([police('One', '', { type: 'toString', coordinates: [1, 2] })]),
      'Feature 1: its geometry is of an unknown type.',
    ],
    [
      'an open outline',
      file([
        police('One', '', {
          type: 'Polygon',
          coordinates: [
            [
              [1, 2],
              [2, 2],
              [2, 3],
              [1, 3],
            ],
          ],
        }),
      ]),
      'Feature 1: its outline isn’t closed.',
    ],
    ['an empty polygon', file([police('One', '', { type: 'Polygon', coordinates: [] })]), 'Feature 1: its coordinates are broken.'],
    ['a latitude beyond the pole', file([police('One', '', at(10, 90.1))]), 'isn’t on the map'],
    ['a longitude beyond the date line', file([police('One', '', at(-181, 10))]), 'isn’t on the map'],
    ['a name of 10,000 characters', file([police('x'.repeat(10_000), '')]), 'Feature 1: its name has more than 200 characters.'],
    ['a name that can’t be stored', file([police('x\0', '')]), 'Feature 1: its name can’t be stored as text.'],
    ['nothing of interest', file([feature({ amenity: 'pub' })]), 'The file has no police station'],
  ])('A file with %s is refused with a sentence, and nothing changes', async (_, text, why) => {
    await importPlaces(shop.services.db, file([police('Kept', 'Lake Oswego')]));
    await expect(importPlaces(shop.services.db, text)).rejects.toThrow(why);
    expect(await names()).toEqual(['Kept']);
  });

  test('A repeated import replaces the places, however many there are', async () => {
    const many = Array.from({ length: 1200 }, (__, nth) => police(`Station ${nth}`, 'Lake Oswego', at(-122 - nth / 10_000, 45)));
    await importPlaces(shop.services.db, file(many));
    await importPlaces(shop.services.db, file(many));
    const { count } = await shop.services.db
      .selectFrom('meeting_places')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1200);
  });
});
