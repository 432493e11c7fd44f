import { expect, test } from 'vitest';
import { monthsBetween, nameMonth } from './statement-text.ts';

test('Names months in words, and returns what isn’t a month as it is', () => {
  expect(nameMonth('2026-06')).toBe('June 2026');
  expect(nameMonth('junk')).toBe('junk');
});

test('Lists the months from the first sale until now, latest first, over the turn of a year', () => {
  expect(monthsBetween('2025-11', '2026-02')).toEqual(['2026-02', '2026-01', '2025-12', '2025-11']);
  expect(monthsBetween('2026-02', '2026-02')).toEqual(['2026-02']);
  expect(monthsBetween('2026-03', '2026-02')).toEqual([]);
});
