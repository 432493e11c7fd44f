import { expect, test } from 'vitest';
import { type PassportEntry, PassportEntryKind } from '#contract/passports.ts';
import { describeEntry, ICONS, sourceOf } from './entry-text.ts';

const describe = (kind: PassportEntryKind, facts: PassportEntry['facts'] = {}) => {
  const { title, details } = describeEntry({ kind, facts });
  return [title, ...details].join(' | ');
};

test('Every kind of entry has a title and an icon', () => {
  const facts = { count: 2, from: 1, to: 2, part: 'screen', by: 'shop', fromCents: 100, toCents: 200 };
  for (const kind of PassportEntryKind.options) {
    expect(describe(kind, facts), kind).toMatch(/^(?:[A-Z]|2 )(?!.*undefined)/u);
    expect(ICONS[kind], kind).toBeTruthy();
  }
});

test('Says how a phone changed hands, and what the shop didn’t see', () => {
  expect(describe('handed_over', { from: 1, to: 2, how: 'both' })).toBe('Handed over to owner 2');
  expect(describe('handed_over', { from: 1, to: 2, how: 'overdue' })).toContain('the other didn’t object within a day');
  expect(describe('handed_over', { from: 1, to: 2, how: 'decided' })).toContain('The shop decided');
  expect(describe('sale_undone', { how: 'decided' })).toBe('The sale was undone | The phone didn’t change hands.');
  expect(describe('returned', { from: 2, to: 1, how: 'both', relisted: 1 })).toBe('Returned to owner 1 | It was put on sale again.');
  expect(describe('new_owner', { from: 1, to: 2 })).toContain('We didn’t see it change hands after owner 1.');
});

test('Counts the results of tests, and those that got worse', () => {
  const facts = { record: 'x', passed: 14, failed: 1, skipped: 2 };
  expect(describe('tested', facts)).toBe('Phone test | 14 passed, 1 failed, 2 not tested');
  expect(describe('tested', { ...facts, model: 'mismatch', outcome: 'failed' })).toContain('| The browser named another phone than the listed one. |');
  expect(describe('tested', { ...facts, failed: 0, model: 'match', outcome: 'failed' })).toContain('Something changed during the test');
  expect(describe('tested', { ...facts, failed: 0, outcome: 'incomplete' })).toContain('Too little was tested.');
  expect(describe('tested_again', { ...facts, worse: 0 })).toContain('Nothing got worse since the listing.');
  expect(describe('tested_again', { ...facts, worse: 3 })).toContain('Worse than in the listing: 3');
});

test('Names prices, answers and repairs in words', () => {
  expect(describe('price', { fromCents: 28_900, toCents: 25_050 })).toBe('Price changed from $289 to $250.50');
  expect(describe('listed', { priceCents: 28_900, battery: 'weak' })).toBe('Listed for sale | Price: $289 | Battery health: Below 80%');
  expect(describe('repaired', { part: 'battery', by: 'maker' })).toBe('Repaired: Battery | By: The maker');
});

test('Tells an owner’s word from what was recorded or confirmed', () => {
  expect(sourceOf({ source: 'owner', owner: 2 })).toBe('Owner 2 says');
  expect(sourceOf({ source: 'shop', owner: null })).toBe('We recorded');
  expect(sourceOf({ source: 'both', owner: 2 })).toBe('Buyer and seller confirmed');
});
