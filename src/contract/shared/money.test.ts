import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_PRICE_CENTS, MIN_PRICE_CENTS, Price, parsePriceCents } from './money.ts';

function priceOf(input: unknown): number | string | undefined {
  const read = Price('Price').safeParse(input);
  return read.success ? read.data : read.error.issues[0]?.message;
}

describe('Prices', () => {
  test.each([
    ['199', 19_900],
    ['$199', 19_900],
    [' 199.5 ', 19_950],
    ['0.50', 50],
    ['0.5', 50],
    ['1,299', 129_900],
    ['$1,299.50', 129_950],
    ['$1,299.50 USD', 129_950],
    ['1 299', 129_900],
    ['1 299.50', 129_950],
    ['1\u00a0299,50 $', 129_950],
    ['1\u202f299', 129_900],
    ['1’299', 129_900],
    ["1'299.00", 129_900],
    ['1.299,50', 129_950],
    ['US$ 20', 2000],
    ['usd 20', 2000],
    ['20 USD', 2000],
    ['20 dollars', 2000],
    ['999,999.99', 99_999_999],
    [199, 19_900],
    [1299.5, 129_950],
    [0.5, 50],
    [999_999.99, 99_999_999],
  ])('Reads the price %j', (input, cents) => expect(priceOf(input)).toBe(cents));

  test.each(['1.299', '199.999', '$199.999', '12.999', '1,29', '1,2', '12,99', '0,5', '199,00', '1,2345', '1,299,50', '1.299,5', '1.000.000', '12 99'])(
    'Refuses the price %j, because it is ambiguous',
    (input) => expect(priceOf(input)).toBe('Price is ambiguous. Write it as 1299 or 1,299.50.'),
  );
  test.each([1.299, 199.999])('Refuses the price %d, because it is no whole number of cents', (input) => expect(priceOf(input)).toMatch(/is ambiguous/u));

  test.each(['0.001', '1.2345', '0.500', 0.001, 0.1 + 0.2, 10.33333])('Refuses the price %j, because it has too many decimals', (input) =>
    expect(priceOf(input)).toBe('Price can have at most two digits after the point, such as 1299.50.'),
  );

  test.each(['0', '0.49', '-5', '$-5', '-$5', '- 5', '−5', '-199.99', 0, 0.01, 0.49, -5])(
    'Refuses the price %j, because it is less than a card can pay',
    (input) => expect(priceOf(input)).toBe('Price must be at least $0.50.'),
  );

  test.each(['1,000,000', '1000000', '9'.repeat(90), 1_000_000, 1e21, Number.MAX_VALUE])(
    'Refuses the price %j, because it is more than a card can pay',
    (input) => expect(priceOf(input)).toBe('Price can be at most $999,999.99.'),
  );

  test.each(['abc', '12-14', '1e5', '1e3', '0x10', '+5', '٣', '١٢', '１９９', '€5', '$$5', '$', 'NaN', 'Infinity', '.50', '5$5', '1\u200b99', 1e-7])(
    'Refuses the price %j, because it is no amount',
    (input) => expect(priceOf(input)).toBe('Price must be an amount in dollars, such as 199 or 1,299.50.'),
  );

  test.each(['', '  ', null, undefined, {}, [5], true, Number.NaN, Number.POSITIVE_INFINITY])('Reports the price %j as missing', (input) =>
    expect(priceOf(input)).toBe('Price is required.'),
  );

  test.each([`1${' '.repeat(60_000)}x`, ' '.repeat(900_000), '1,000'.repeat(10_000), `$${'-'.repeat(500_000)}`])(
    'Refuses a very long price without parsing it',
    (input) => expect(priceOf(input)).toBe('Price must be an amount in dollars, such as 199 or 1,299.50.'),
  );

  const cents = fc.integer({ min: MIN_PRICE_CENTS, max: MAX_PRICE_CENTS });
  const WAYS: ((amount: number) => string)[] = [
    (amount) => (amount / 100).toFixed(2),
    (amount) => `$${(amount / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
    (amount) => (amount / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' }),
    (amount) => (amount / 100).toLocaleString('fr-FR', { minimumFractionDigits: 2 }).replace(/^(\d{1,3}),(\d\d)$/u, '$1.$2'),
  ];
  test('Reads every usual way of writing an amount as that amount', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        for (const write of WAYS) expect([write(amount), parsePriceCents(write(amount))]).toEqual([write(amount), amount]);
        expect(priceOf(amount / 100)).toBe(amount);
      }),
    );
  });

  test('An accepted price keeps its digits, and at most two after the last separator are cents', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0123456789.,’ $-e'), maxLength: 14 });
    fc.assert(
      fc.property(text, (typed) => {
        const read = parsePriceCents(typed);
        if (read === null) return;
        const [, fraction = ''] = /[.,](\d{1,2})(?=\D*$)/u.exec(typed) ?? [];
        expect(`${read}`.padStart(3, '0')).toBe(`${typed.replace(/\D/gu, '')}${'0'.repeat(2 - fraction.length)}`.padStart(3, '0'));
      }),
      { numRuns: 5000 },
    );
  });
});
