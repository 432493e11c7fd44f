import { expect, test } from 'vitest';
import { isBackupDue } from './schedule.ts';

test.each([
  { what: 'there was none', last: null, now: 0, due: true },
  { what: 'the last is younger than the interval', last: 1000, now: 1999, due: false },
  { what: 'the last is as old', last: 1000, now: 2000, due: true },
  { what: 'the clock was set back a little', last: 1000, now: 500, due: false },
  { what: 'the last was made by a clock far ahead', last: 9000, now: 500, due: true },
])('A backup is due ($due) when $what', ({ last, now, due }) => {
  expect(isBackupDue(last, now, 1000)).toBe(due);
});
