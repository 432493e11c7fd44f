import { expect, test } from 'vitest';
import { lastWhole, mergeMessages } from './merge-messages.ts';

const numbered = (...numbers: number[]) => numbers.map((number) => ({ number }));

test('Messages that arrive twice or out of order appear once, in order', () => {
  expect(mergeMessages(numbered(4, 5), numbered(7, 5, 6))).toEqual(numbered(4, 5, 6, 7));
  expect(mergeMessages(numbered(), numbered(2, 1, 2))).toEqual(numbered(1, 2));
});

test('The last message before a gap is where to ask from', () => {
  expect([lastWhole([]), lastWhole(numbered(8, 9)), lastWhole(numbered(8, 9, 11, 12)), lastWhole(numbered(1, 3))]).toEqual([0, 9, 9, 1]);
});
