import { expect, test } from 'vitest';
import { findSplit, type Part } from './split-numbers.ts';

const from = (texts: string[]): Part[] => texts.map((text, at) => ({ number: at + 1, side: 'buyer', text, created_at: at }));

test('Finds a number that goes on from message to message, also with many spaces around its digits', () => {
  expect([...findSplit(from(['Hello', '5️⃣55', `${' '.repeat(900)}123`, 'and 4567', 'Yes?']))]).toEqual([2, 3, 4]);
});

test('Looks for none in messages of more than 60 characters, so that reading many of them is quick', () => {
  const part = (length: number) => `555${'-'.repeat(length - 3)}`;
  expect([...findSplit(from([part(60), '123', '4567']))]).toEqual([1, 2, 3]);
  expect([...findSplit(from([part(61), '123', '4567']))]).toEqual([]);
});

test('Takes no price for a part of a number', () => {
  expect([...findSplit(from(['Offer: $170.00', '555 123', '4567', 'Declined: $1,299.50', '$170']))]).toEqual([2, 3]);
});
