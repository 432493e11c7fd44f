import { expect, test } from 'vitest';
import { compare } from '../../bench/guard/compare.ts';

const STORED = { list: 0.1 };

test('The guard finds a row that takes a quarter more, and lets a new one pass', () => {
  expect(compare('list', 0.1 / 1.26, STORED).isSlower).toBe(true);
  expect(compare('list', 0.1 / 1.24, STORED).isSlower).toBe(false);
  expect(compare('list', 0.2, STORED).isSlower).toBe(false);
  expect(compare('new', 0.01, STORED).isSlower).toBe(false);
});
