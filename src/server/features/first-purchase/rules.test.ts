import { expect, test } from 'vitest';
import { discountOn } from './rules.ts';

test.each([
  [20_000, { percent: 20, cap: 50 }, 4000],
  [28_900, { percent: 20, cap: 50 }, 5000],
  [19_999, { percent: 20, cap: 50 }, 3999],
  [99, { percent: 33, cap: 50 }, 32],
  [60, { percent: 20, cap: 50 }, 10],
  [50, { percent: 20, cap: 50 }, 0],
  [99_999_999, { percent: 100, cap: 10_000 }, 1_000_000],
  [300, { percent: 100, cap: 50 }, 250],
])('A first purchase of %i cents with %o costs %i cents less', (price, terms, discount) => {
  expect(discountOn(price, terms)).toBe(discount);
});

test('Without terms nothing is taken off', () => {
  expect(discountOn(28_900, undefined)).toBe(0);
});
