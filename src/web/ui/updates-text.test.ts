import { describe, expect, it } from 'vitest';
import { monthAt, monthsLeft, toMonth, toMonthNumber } from '#contract/shared/updates.ts';
import { describeUpdates, formatPricePerMonth, pricePerMonth, updatesInShort } from './updates-text.ts';

function at(iso: string): number {
  return Date.parse(iso);
}

describe('Months of updates', () => {
  it('Months of updates are calendar months in UTC: the last one counts until its last moment', () => {
    expect(monthsLeft('2028-10', at('2026-11-22T01:00:00Z'))).toBe(23);
    expect(monthsLeft('2028-10', at('2026-11-01T00:00:00Z'))).toBe(23);
    expect(monthsLeft('2028-10', at('2026-10-31T23:59:59.999Z'))).toBe(24);
    expect(monthsLeft('2026-12', at('2026-12-31T23:59:59.999Z'))).toBe(0);
    expect(monthsLeft('2026-12', at('2027-01-01T00:00:00Z'))).toBe(-1);
    expect(monthsLeft('2027-01', at('2026-12-31T23:59:59Z'))).toBe(1);
  });

  it('Months of updates are stored as numbers and read back; an invalid month is none', () => {
    for (const month of ['2016-01', '2026-12', '2031-09']) expect(toMonth(toMonthNumber(month))).toBe(month);
    expect(monthAt(at('2026-01-15T00:00:00Z'))).toBe(toMonthNumber('2026-01'));
    for (const text of [null, '', '2028', '2028-13', '2028-00', ' 2028-10', '2028-10-01']) expect(toMonthNumber(text)).toBe(0);
    expect(toMonth(0)).toBeNull();
  });

  it.each([
    ['2028-10', '23 months of updates', 'Security updates until Oct 2028 · 23 months left'],
    ['2026-12', '1 month of updates', 'Security updates until Dec 2026 · 1 month left'],
    ['2026-11', 'Updates end this month', 'Security updates until Nov 2026 · this is the final month'],
    ['2026-10', 'Updates ended', 'Security updates ended in Oct 2026'],
  ])('Describes updates until %s', (until, short, long) => {
    const now = at('2026-11-30T23:59:59Z');
    expect([updatesInShort(until, now), describeUpdates(until, now)]).toEqual([short, long]);
  });

  it('Months of updates have a price each, where any are left', () => {
    const now = at('2026-11-22T00:00:00Z');
    expect(formatPricePerMonth(pricePerMonth(257.6, '2028-10', now) ?? 0)).toBe('$11.20 per month of updates');
    expect(pricePerMonth(100, '2026-11', now)).toBeNull();
    expect(pricePerMonth(100, '2020-01', now)).toBeNull();
    expect(pricePerMonth(100, null, now)).toBeNull();
  });
});
