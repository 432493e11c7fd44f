import { describe, expect, it } from 'vitest';
import { formatExact, formatPrice, savingPercent } from './money.ts';

describe('Money', () => {
  it('Prices show whole dollars without cents, and cents where there are some', () => {
    expect([formatPrice(289), formatPrice(1299.5), formatPrice(1_000_000), formatPrice(0.05)]).toEqual(['$289', '$1,299.50', '$1,000,000', '$0.05']);
  });

  it('Money that is about to move shows its cents', () => {
    expect([formatExact(289), formatExact(1299.5)]).toEqual(['$289.00', '$1,299.50']);
  });

  it('Every amount is written as Intl writes it for en-US', () => {
    const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
    const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
    for (const sign of [1, -1])
      for (let cents = 1; cents < 1e13; cents = Math.ceil(cents * 1.01)) {
        const dollars = (sign * cents) / 100;
        expect(formatExact(dollars)).toBe(exact.format(dollars));
        expect(formatPrice(sign * cents)).toBe(whole.format(sign * cents));
      }
    expect([formatPrice(0), formatExact(0)]).toEqual([whole.format(0), exact.format(0)]);
  });

  it('Savings are never rounded up, and not shown below one percent', () => {
    expect([savingPercent(289, 499), savingPercent(995, 1000), savingPercent(500, 500), savingPercent(600, 500)]).toEqual([42, null, null, null]);
  });
});
