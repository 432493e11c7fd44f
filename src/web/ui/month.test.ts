import { expect, test } from 'vitest';
import { formatMonth } from './month.ts';

test.each([
  ['2028-10', 'October 2028'],
  ['2026-01-31T23:59:59.999Z', 'January 2026'],
  ['2025-12-01T00:00:00.000Z', 'December 2025'],
])('%s is in %s', (iso, month) => {
  expect(formatMonth(iso)).toBe(month);
  expect(formatMonth(iso)).toBe(new Date(iso).toLocaleDateString('en-US', { year: 'numeric', month: 'long', timeZone: 'UTC' }));
});
