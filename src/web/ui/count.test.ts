import { expect, test } from 'vitest';
import { formatCount } from './count.ts';

test.each([0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 123_456_789])('%i is written as Intl writes it for en-US', (count) => {
  expect(formatCount(count)).toBe(new Intl.NumberFormat('en-US').format(count));
});
