import { expect, test } from 'vitest';
import { pauseAfter } from './primary.ts';

test('Replaces a process that dies after a long life immediately, and a crashing one after growing delays', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 100].map(pauseAfter)).toEqual([0, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
});
