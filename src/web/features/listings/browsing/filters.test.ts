import { expect, test } from 'vitest';
import { ApiError } from '../../../api.ts';
import { fieldErrors } from './filter-errors.ts';
import { filterText, narrowingOf, readFilters, toFilterQuery, withoutFilter } from './filters.ts';

function read(query: string) {
  return readFilters(new URLSearchParams(query));
}

test('An address’s filters are read once each, in one order, without empty ones', () => {
  expect(read('verified=1&color=%20&storage=128+GB&storage=128gb&storage=64+GB&priceTo=$20&priceFrom=&sort=lowtohigh&search=x')).toEqual([
    { name: 'priceTo', value: '$20' },
    { name: 'storage', value: '128 GB' },
    { name: 'storage', value: '64 GB' },
    { name: 'verified', value: '1' },
  ]);
});

test('An address’s models, memory, years and places are read, and chips say what they are', () => {
  const filters = read('place=Porto&year=2021&year=2022&ram=8+GB&ram=8gb&model=Galaxy+S21&model=galaxy+s21&storage=8+GB');
  expect(toFilterQuery(filters)).toEqual({ model: ['Galaxy S21'], storage: ['8 GB'], ram: ['8 GB'], year: ['2021', '2022'], place: ['Porto'] });
  expect(filters.map((filter) => filterText(filter))).toEqual(['Galaxy S21', '8 GB', '8 GB RAM', 'Bought in 2021', 'Bought in 2022', 'Porto']);
});

test('A chip spells a value as the shop does, however the address spells it', () => {
  const facets = { storage: [{ value: '128 GB', count: 3 }], ram: [{ value: '8 GB', count: 0 }], color: [{ value: 'Gray', count: 1 }] };
  const filters = read('storage=128gb&storage=64gb&ram=8gb&color=GRAY');
  expect(filters.map((filter) => filterText(filter, facets))).toEqual(['128 GB', '64gb', 'Gray', '8 GB RAM']);
});

test('Condition details can be several, and chips say what each means', () => {
  const filters = read('checks=battery80&checks=neverRepaired&checks=constructor');
  expect(toFilterQuery(filters)).toEqual({ checks: ['battery80', 'neverRepaired', 'constructor'] });
  expect(filters.map((filter) => filterText(filter))).toEqual(['Battery health 80% or more', 'Never repaired', 'constructor']);
});

test('A distance is a filter only with where it is from, and goes with it', () => {
  expect(read('within=25')).toEqual([]);
  const filters = read('within=25&near=45.5,-122.7&color=Blue');
  expect(filters.map((filter) => filterText(filter, { near: { name: 'Portland, Oregon', lat: 45.5, lng: -122.7 } }))).toEqual([
    'Near Portland, Oregon',
    'Within 25 miles',
    'Blue',
  ]);
  const near = { name: 'near', value: '-40.1,-120.2' } as const;
  expect([filterText(near), filterText(near, { near: { name: null, lat: -40.1, lng: -120.2 } })]).toEqual(['Near your location', 'Near your location']);
  expect(filterText({ ...near, value: 'Porto 2' })).toBe('Near Porto 2');
  expect(filterText({ name: 'within', value: '1' })).toBe('Within 1 mile');
  expect(filterText({ name: 'within', value: '1km' })).toBe('Within 1km');
  expect(withoutFilter(filters, { name: 'near', value: '45.5,-122.7' })).toEqual([{ name: 'color', value: 'Blue' }]);
  expect(narrowingOf(read('near=Portland&color=Blue'))).toEqual([{ name: 'color', value: 'Blue' }]);
});

test('An address never requests more than the API accepts', () => {
  const filters = read(`priceFrom=1&priceFrom=2&${Array.from({ length: 50 }, (_, number) => `color=${number}`).join('&')}`);
  expect(filters.filter(({ name }) => name === 'priceFrom')).toHaveLength(1);
  expect(filters.filter(({ name }) => name === 'color')).toHaveLength(30);
});

test('Filters are sent as the API takes them, and removed regardless of spelling', () => {
  const filters = read('storage=64+GB&storage=128+GB&priceFrom=10&verified=1');
  expect(toFilterQuery(filters)).toEqual({ priceFrom: '10', storage: ['64 GB', '128 GB'], verified: '1' });
  expect(withoutFilter(filters, { name: 'storage', value: '64gb' })).toHaveLength(3);
  expect(filters.map((filter) => filterText(filter))).toEqual(['From $10', '64 GB', '128 GB', 'Verified sellers']);
});

test('Filters are wrong if the server rejects them, not if it was asked too often, is down or can’t be reached', () => {
  const fields = { priceTo: 'Wrong.' };
  const wrong = [400, 422, 429, 401, 502, 0].filter((status) => fieldErrors(new ApiError(status, { message: 'No.', code: 'internal', fields })).priceTo);
  expect(wrong).toEqual([400, 422]);
});
