import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { City } from '#contract/cities.ts';
import type { ListingDetail } from '#contract/listings.ts';
import type { Facets } from '#contract/search.ts';
import { builtInFolder } from '#server/built-in-data/brand-files.ts';
import { findCityColumns, importCities, namePoint } from '#server/features/cities/index.ts';
import { locateListings } from '#server/features/listings/index.ts';
import { createTestApp, type TestApp } from '#test/support/app.ts';
import { createListing, createPerson, type Person } from '#test/support/world/world.ts';
import { chooseCity, readLocation } from './read-location.ts';

let shop: TestApp;
let seller: Person;

const DEMO = readFileSync(join(builtInFolder('cities'), 'demo.txt'), 'utf8');

type Row = {
  id?: string;
  name?: string;
  plain?: string;
  lat?: string;
  lng?: string;
  kind?: string;
  code?: string;
  country?: string;
  state?: string;
  people?: string;
};

function line({ id = '1', name = 'Town', plain = name, lat = '1', lng = '2', kind = 'P', code = 'PPL', country = 'US', state = 'OR', people = '9' }: Row) {
  return [id, name, plain, '', lat, lng, kind, code, country, '', state, '', '', '', people, '', '1', 'Etc/UTC', ''].join('\t');
}

const MORE = [
  line({ id: '2', name: 'Portland', lat: '43.66147', lng: '-70.25533', state: 'ME', people: '68408' }),
  line({ id: '3', name: 'Łódź', plain: 'Lodz', lat: '51.77058', lng: '19.47395', country: 'PL', state: '74', people: '690422' }),
  line({ id: '4', name: 'London', lat: '51.50853', lng: '-0.12574', country: 'GB', state: 'ENG', people: '8961989' }),
  line({ id: '5', name: 'Ontario', lat: '34.06334', lng: '-117.65089', state: 'CA', people: '175265' }),
  line({ id: '6', name: 'New York', lat: '40.71427', lng: '-74.00597', state: 'NY', people: '8804190' }),
];

beforeAll(async () => {
  shop = await createTestApp();
  seller = await createPerson(shop, 'seller');
  await importCities(shop.services.db, `${DEMO}\r\n${MORE.join('\r\n')}\n`);
});
afterAll(() => shop.close());

const read = async (path: string) => (await shop.call('GET', path)).body;
const cityOf = async (location: string) => (await findCityColumns(shop.services.db, location)).city_id;
const cityShown = async (id: string) => ((await read(`/selectedItem/${id}`)) as ListingDetail).city;
const modelsOf = async (path: string) => ((await read(path)) as { model_name: string }[]).map(({ model_name }) => model_name);

describe('Cities', () => {
  test.each([
    ['Portland, Oregon', 5746545],
    ['PORTLAND or', 5746545],
    ['Portland', 5746545],
    ['Portland OR 97201, USA', 5746545],
    ['portland, maine', 2],
    ['Near the old mill, Lake Oswego, Oregon', 5735238],
    ['lodz', 3],
    ['Łódź, Poland', 3],
    ['New York', 6],
    ['London, UK', 4],
    ['London, Ontario', null],
    ['Portland, Narnia', null],
    ['Nowhere', null],
    ['x '.repeat(100), null],
    ['—', null],
  ])('A location like “%s” names the right one, or none', async (location, id) => {
    expect(await cityOf(location)).toBe(id);
  });

  test('A location names the city in its state even if hundreds of villages share its name', async () => {
    const villages = Array.from({ length: 600 }, (_, nth) => line({ id: String(1000 + nth), name: 'San Antonio', country: 'MX', state: '05', people: '0' }));
    const city = line({ id: '5000', name: 'San Antonio', state: 'TX', people: '1434625' });
    await importCities(shop.services.db, [...villages, city].join('\n'));
    expect(await cityOf('San Antonio, TX')).toBe(5000);
    await shop.services.db.deleteFrom('cities').where('name', '=', 'San Antonio').execute();
  });

  test('Of two of one name and size, a location names the same one, in whatever order they are read', () => {
    const twins = [9, 5, 7].map((id) => ({ id, name_key: 'twin', admin1: 'OR', country: 'US', population: 0 }));
    for (const read of [twins, twins.toReversed()]) expect(chooseCity(readLocation('Twin, Oregon'), read)?.id).toBe(5);
  });

  test('A point is named after the nearest even where there are hundreds of villages around', async () => {
    const villages = Array.from({ length: 600 }, (_, nth) =>
      line({ id: String(7000 + nth), name: `Aldeia ${nth}`, lat: '-40.4', lng: String(10 + nth / 2000) }),
    );
    const nearest = line({ id: '7600', name: 'Vila', lat: '-40', lng: '10.01' });
    await importCities(shop.services.db, [...villages, nearest].join('\n'));
    expect((await namePoint(shop.services.db, { lat: -40, lng: 10 })).name).toMatch(/^Vila,/u);
  });

  test('A point is named after the nearest, also far north, where degrees of longitude are short', async () => {
    const [east, north] = [line({ id: '6000', name: 'Porvoo', lat: '60', lng: '25.53' }), line({ id: '6001', name: 'Hyvinkää', lat: '60.4', lng: '25' })];
    await importCities(shop.services.db, `${east}\n${north}`);
    expect((await namePoint(shop.services.db, { lat: 60, lng: 25 })).name).toBe('Porvoo, Oregon');
    expect((await namePoint(shop.services.db, { lat: 90, lng: 0 })).name).toBeNull();
  });

  test('A point is named after the nearest, also beyond the date line', async () => {
    await importCities(
      shop.services.db,
      [line({ id: '6100', name: 'Taveuni', lat: '-16.8', lng: '179.95' }), line({ id: '6101', name: 'Rabi', lat: '-16.5', lng: '-179.99' })].join('\n'),
    );
    expect((await namePoint(shop.services.db, { lat: -16.8, lng: -179.9 })).name).toMatch(/^Taveuni,/u);
    expect((await namePoint(shop.services.db, { lat: -16.5, lng: 180 })).name).toMatch(/^Rabi,/u);
  });

  test('Are suggested by how they begin, the largest first, with their state', async () => {
    const suggest = async (typed: string) => ((await read(`/cities?search=${encodeURIComponent(typed)}`)) as City[]).map(({ name }) => name);
    expect(await suggest('port')).toEqual(['Portland, Oregon', 'Portland, Maine']);
    expect(await suggest('Portland, m')).toEqual(['Portland, Maine']);
    expect(await suggest('Łód')).toEqual(['Łódź, Poland']);
    expect(await suggest('p')).toEqual([]);
    expect(await suggest('%')).toEqual([]);
    expect(await read('/cities?search=lake')).toEqual([{ name: 'Lake Oswego, Oregon', lat: 45.4, lng: -122.7 }]);
  });

  test.each([
    ['another number of columns', 'a\tb', 'Line 1: it has 2 columns'],
    ['a number that is none', line({ id: 'x' }), 'its number isn’t one'],
    ['no name', line({ name: ' ' }), 'its name must have from 1 to 200'],
    ['a name of 10,000 characters', line({ name: 'x'.repeat(10_000), plain: 'x' }), 'its name must have from 1 to 200'],
    ['a name that can’t be stored', line({ name: 'x\0' }), 'can’t be stored'],
    ['a line of a megabyte', 'x'.repeat(1_000_000), 'Line 1 has more than 20,000 characters.'],
    ['a latitude beyond the pole', line({ lat: '90.1' }), '90.1 isn’t on the map'],
    ['a longitude that is none', line({ lng: 'NaN' }), 'NaN isn’t on the map'],
    ['a country that is none', line({ country: 'Oregon' }), 'isn’t a code'],
    ['a population that is none', line({ people: '-5' }), 'its population isn’t a number'],
    ['nothing but mountains', line({ kind: 'T' }), 'The file has no city.'],
  ])('A file with %s is refused with a sentence, and nothing changes', async (_, text, why) => {
    const before = await shop.services.db.selectFrom('cities').selectAll().orderBy('id').execute();
    await expect(importCities(shop.services.db, text === 'a\tb' ? text : `${text}\n${line({ id: '77', kind: 'S' })}`)).rejects.toThrow(why);
    expect(await shop.services.db.selectFrom('cities').selectAll().orderBy('id').execute()).toEqual(before);
  });

  test('A listing has the center of its city, also after it is edited and after another import', async () => {
    const id = await createListing(shop, seller, { location: 'At the station, Gresham, Oregon', model_name: 'Traveler' });
    expect(await cityShown(id)).toEqual({ lat: 45.5, lng: -122.43 });
    const edit = (revision: number, location: string) => shop.call('PATCH', `/products/${id}`, { as: seller.token, body: { revision, location } });
    expect(await edit(1, 'Elsewhere')).toMatchObject({ status: 200 });
    expect(await cityShown(id)).toBeNull();
    await importCities(shop.services.db, `${line({ id: '8', name: 'Elsewhere', lat: '10', lng: '20' })}\n${line({ id: '9', kind: 'T' })}`);
    expect(await locateListings(shop.services)).toBe(1);
    expect(await locateListings(shop.services)).toBe(0);
    expect(await cityShown(id)).toEqual({ lat: 10, lng: 20 });
    await importCities(shop.services.db, line({ id: '8', name: 'Elsewhere', lat: '11', lng: '20' }));
    await locateListings(shop.services);
    expect(await cityShown(id)).toEqual({ lat: 11, lng: 20 });
    expect(await edit(2, 'Portland, Oregon')).toMatchObject({ status: 200 });
    expect(await cityShown(id)).toEqual({ lat: 45.52, lng: -122.68 });
  });
});

describe('Phones near someone', () => {
  const TOWNS = ['Hillsboro', 'Beaverton', 'Portland', 'Gresham', 'Nowhere at all'];
  beforeAll(async () => {
    for (const town of TOWNS) await createListing(shop, seller, { name: 'Nokia', brand: 'Nokia', location: `${town}, Oregon`, model_name: town });
  });

  test('Are sorted by distance, page after page, and those of unknown cities come last', async () => {
    const all = ['Portland', 'Beaverton', 'Gresham', 'Hillsboro', 'Nowhere at all'];
    for (const near of ['45.5,-122.7', '%20%2B45.51,%20-122.66', 'Portland,+Oregon']) {
      expect(await modelsOf(`/products?name=Nokia&sort=nearest&near=${near}`), near).toEqual(all);
      expect(await modelsOf(`/searchProducts?search=nokia&sort=nearest&near=${near}`), near).toEqual(all);
    }
    const paged = [];
    for (let path = '/products?name=Nokia&sort=nearest&near=45.5,-122.7&limit=2'; path !== ''; ) {
      const { body, headers } = await shop.call('GET', path);
      paged.push(...(body as { model_name: string }[]).map(({ model_name }) => model_name));
      path = /<\/api([^>]+)>; rel="next"/u.exec(String(headers.link))?.[1] ?? '';
    }
    expect(paged).toEqual(all);
    expect(await modelsOf('/products?name=Nokia&sort=nearest')).toEqual(TOWNS.toReversed());
  });

  test('Are found within miles or kilometers, and counted so', async () => {
    const within = (typed: string) => modelsOf(`/products?name=Nokia&near=45.5,-122.7&within=${typed}`);
    expect((await within('10')).toSorted()).toEqual(['Beaverton', 'Portland']);
    expect((await within('10mi')).toSorted()).toEqual(['Beaverton', 'Portland']);
    expect(await within('10km')).toEqual(['Beaverton', 'Portland'].toReversed());
    expect(await within('5KM')).toEqual(['Portland']);
    expect(await within('')).toHaveLength(5);
    expect(await modelsOf('/products?name=Nokia&within=1')).toHaveLength(5);
    const facets = (await read('/productFacets?name=Nokia&near=45.52,-122.68&within=10')) as Facets;
    expect(facets).toMatchObject({ total: 2, near: { name: 'Portland, Oregon', lat: 45.5, lng: -122.7 } });
    expect(await read('/productFacets?name=Nokia&near=0,0')).toMatchObject({ total: 5, near: { name: null, lat: 0, lng: 0 } });
    expect(await read('/productFacets?name=Nokia')).toMatchObject({ near: null });
  });

  test.each([
    ['near=91,0', 'near', 'Near must be a city, or a latitude from -90 to 90'],
    ['near=0,-180.5', 'near', 'Near must be a city, or a latitude from -90 to 90'],
    ['near=45.5', 'near', 'Near must be a city, or a latitude'],
    ['near=45.5;-122.7', 'near', 'Near must be a city, or a latitude'],
    [`near=${'9'.repeat(500)},0`, 'near', 'Near must be a city, or a latitude'],
    ['near=1,1&near=2,2', 'near', 'Give `near` only once.'],
    ['near=Atlantis', 'near', 'We don’t know the city “Atlantis”.'],
    ['near=NaN,NaN', 'near', 'We don’t know the city “NaN,NaN”.'],
    ['near=1,1&within=0', 'within', 'The distance must be from 1 to 12,500 miles'],
    ['near=1,1&within=-5', 'within', 'The distance must be from 1 to 12,500 miles'],
    ['near=1,1&within=25.5', 'within', 'The distance must be from 1 to 12,500 miles'],
    ['near=1,1&within=1e3', 'within', 'The distance must be from 1 to 12,500 miles'],
    ['near=1,1&within=99999', 'within', 'The distance must be from 1 to 12,500 miles'],
  ])('%s is refused with a sentence', async (query, field, sentence) => {
    for (const path of ['/products?', '/searchProducts?search=nokia&', '/productFacets?'])
      expect(await shop.call('GET', `${path}${query}`), path).toMatchObject({
        status: 400,
        body: { fields: { [field]: expect.stringContaining(sentence) } },
      });
  });
});
