import { expect, test } from 'vitest';
import { hours, minutes, seconds } from '#contract/shared/durations.ts';
import { formatLeft } from './time-left.ts';

test.each([
  [seconds(1), '0:01'],
  [minutes(15), '15:00'],
  [hours(1) - 1, '1:00:00'],
  [hours(1) - seconds(1), '59:59'],
  [hours(24) - seconds(1), '23:59:59'],
  [hours(2) + minutes(5), '2:05:00'],
])('Shows %d ms that are left as %s', (ms, shown) => {
  expect(formatLeft(ms)).toBe(shown);
});
