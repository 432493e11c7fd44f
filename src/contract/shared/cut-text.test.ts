import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';

const FAMILY = '👨‍👩‍👧';

test.each([
  ['abcdef', 3, 'abc'],
  ['abc', 3, 'abc'],
  ['ab📱', 3, 'ab'],
  ['ab📱c', 4, 'ab📱'],
  [`ab${FAMILY}c`, 5, 'ab'],
  [`ab${FAMILY}c`, 2 + FAMILY.length, `ab${FAMILY}`],
  ['ab🇵🇹🇩🇪', 7, 'ab🇵🇹'],
  ['cafe\u0301s', 4, 'caf'],
  [`e${'\u0301'.repeat(9)}`, 4, 'e\u0301\u0301\u0301'],
])('“%s” cut to %i ends with a whole character', (text, most, expected) => {
  expect(cutText(text, most)).toBe(expected);
});
