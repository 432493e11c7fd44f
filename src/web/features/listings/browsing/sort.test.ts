import { expect, test } from 'vitest';
import { BRAND_SORTS, readSort, SEARCH_SORTS } from './sort.ts';

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
