import { expect, test } from 'vitest';
import { closingSums, describeEntry, monthsBetween, nameDay, nameMonth } from './statement-text.ts';

test('Names months in words, and returns what isn’t a month as it is', () => {
  expect(nameMonth('2026-06')).toBe('June 2026');
  expect(nameMonth('junk')).toBe('junk');
});

test('Says what happened in an entry and its opposite, and on which day', () => {
  expect(describeEntry({ kind: 'fee', amount: -3 })).toBe('Fee');
  expect(describeEntry({ kind: 'fee', amount: 3 })).toBe('Fee, given back');
  expect(describeEntry({ kind: 'discount', amount: 10 })).toBe('Discount, added by the shop');
  expect(describeEntry({ kind: 'discount', amount: -10 })).toBe('Discount, withdrawn with the sale');
  expect(nameDay('2026-06-30T23:59:59.000Z')).toBe('Jun 30');
});

test('Lists the months from the first sale until now, latest first, over the turn of a year', () => {
  expect(monthsBetween('2025-11', '2026-02')).toEqual(['2026-02', '2026-01', '2025-12', '2025-11']);
  expect(monthsBetween('2026-02', '2026-02')).toEqual(['2026-02']);
  expect(monthsBetween('2026-03', '2026-02')).toEqual([]);
});

test('Says what is owed, and doesn’t count what a bank withdrew and hasn’t decided yet', () => {
  const sumsOf = (closing: number, withdrawn = 0) => closingSums({ closing, withdrawn }).map(({ name, amount }) => [name, amount]);
  expect(sumsOf(0)).toEqual([['Still to be paid to you', 0]]);
  expect(sumsOf(-260.1)).toEqual([['You owe us', 260.1]]);
  expect(sumsOf(-289.1, 289.1)).toEqual([['Withdrawn by a bank until it decides', 289.1]]);
  expect(sumsOf(-300.3, 289.1)).toEqual([
    ['Withdrawn by a bank until it decides', 289.1],
    ['You owe us', 11.2],
  ]);
  expect(sumsOf(10.9, 289.1)).toEqual([
    ['Withdrawn by a bank until it decides', 289.1],
    ['Still to be paid to you', 300],
  ]);
});
