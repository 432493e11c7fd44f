import { expect, test } from 'vitest';
import { compare } from '../../bench/guard/compare.ts';

const STORED = { page: 0.01, list: 0.1, listing: 0.03, search: 0.04, suggestions: 0.07, 'list, cached': 0.8 };
const GROUPS = { uncached: ['page', 'list', 'listing', 'search', 'suggestions'], cached: ['list, cached'] };

const times = (factor: number, others: Record<string, number> = {}) => ({
  ...Object.fromEntries(Object.entries(STORED).map(([name, share]) => [name, name.endsWith('cached') ? share : share * factor])),
  ...others,
});

function slowerIn(now: Record<string, number>) {
  const { rows, isSlowerThroughout } = compare(GROUPS, now, STORED);
  return [...rows.filter(({ isSlower }) => isSlower).map(({ name }) => name), ...(isSlowerThroughout ? ['everything'] : [])];
}

test('The guard finds a row that takes a third longer, whatever the processor', () => {
  for (const factor of [0.65, 1, 1.4]) {
    expect(slowerIn(times(factor))).toEqual([]);
    expect(slowerIn(times(factor, { list: (0.1 * factor) / 1.33 }))).toEqual(['list']);
    expect(slowerIn(times(factor, { list: (0.1 * factor) / 1.2 }))).toEqual([]);
  }
});

test('The guard compares cached rows as they are, and finds when everything takes twice as long', () => {
  expect(slowerIn(times(1, { 'list, cached': 0.6 }))).toEqual(['list, cached']);
  expect(slowerIn(times(0.5))).toEqual(['everything']);
});

test('The guard lets a new row pass, and finds one that was not measured', () => {
  expect(compare({ uncached: ['page', 'new'], cached: [] }, { page: 0.01, new: 0.5 }, STORED).rows.map(({ isSlower }) => isSlower)).toEqual([false, false]);
  const { list: _, ...others } = times(1);
  expect(slowerIn(others)).toEqual(['list']);
});
