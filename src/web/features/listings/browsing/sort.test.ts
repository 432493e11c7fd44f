import { expect, test } from 'vitest';
import { ALL_SORTS, BRAND_SORTS, readSort, SEARCH_SORTS } from './sort.ts';

test('Phones near someone are the nearest first, unless another order is chosen', () => {
  const read = (query: string) => readSort(new URLSearchParams(query), ALL_SORTS);
  expect(read('near=Portland')).toBe('nearest');
  expect(read('near=Portland&sort=default')).toBe('default');
  expect(read('sort=nearest')).toBe('default');
});

test.each([
  ['sort=newest', 'default', 'newest'],
  ['sort=oldest', 'default', 'oldest'],
  ['sort=%20LowToHigh', 'lowtohigh', 'lowtohigh'],
  ['sort=sideways', 'default', 'default'],
  ['', 'default', 'default'],
])('Reads %s as %s in a brand’s list and %s in a search', (query, ofBrand, ofSearch) => {
  expect(readSort(new URLSearchParams(query), BRAND_SORTS)).toBe(ofBrand);
  expect(readSort(new URLSearchParams(query), SEARCH_SORTS)).toBe(ofSearch);
});
