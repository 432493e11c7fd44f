import { expect, test } from 'vitest';
import { feeLeft, feeOn, hasTwoDecimals } from './seller-fee.ts';

test.each([
  [28_900, { percent: 5, fixed: 0.3 }, 1475],
  [28_999, { percent: 2.9, fixed: 0.3 }, 870],
  [1, { percent: 50, fixed: 0 }, 0],
  [99, { percent: 1, fixed: 0 }, 0],
  [50, { percent: 10, fixed: 100 }, 50],
  [99_999_999, { percent: 50, fixed: 100 }, 50_009_999],
  [28_900, { percent: 0, fixed: 0 }, 0],
  [28_900, { percent: 0.07, fixed: 0 }, 20],
])('Rounds the fee on %i cents at %o down to %i, and never takes more than the price', (cents, terms, fee) => {
  expect(feeOn(cents, terms)).toBe(fee);
});

test('There is no fee without terms', () => {
  expect(feeOn(28_900, undefined)).toBe(0);
});

test('A fee goes back in proportion to what went back of the price, and whole with all of it', () => {
  expect(feeLeft(1475, { priceCents: 28_900, leftCents: 28_900 })).toBe(1475);
  expect(feeLeft(1475, { priceCents: 28_900, leftCents: 19_900 })).toBe(1015);
  expect(feeLeft(1475, { priceCents: 28_900, leftCents: 1 })).toBe(0);
  expect(feeLeft(1475, { priceCents: 28_900, leftCents: 0 })).toBe(0);
});

test.each([0.1, 0.29, 2.9, 4.35, 100, 1.15])('Reads %d as an amount with two decimals at most', (amount) => expect(hasTwoDecimals(amount)).toBe(true));
test.each([0.001, 2.999, 1e-9, Number.NaN])('Refuses %d, which has more', (amount) => expect(hasTwoDecimals(amount)).toBe(Object.is(amount, 1e-9)));
