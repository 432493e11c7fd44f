import { describe, expect, it, test } from 'vitest';
import type { PriceReason } from '#contract/price-estimates.ts';
import { ageOf, gigabytesOf, gradeOf, monthsOfUse } from './facts.ts';
import { judge, type Known, type PriceInput, priceEstimateOf, type Sale } from './price-range.ts';

const NOW = Date.UTC(2026, 6, 1);
const DAY_MS = 86_400_000;

function inputOf(changes: Partial<PriceInput> = {}): PriceInput {
  return {
    brand: 'Samsung',
    newPriceCents: 80_000,
    priceCents: null,
    storage: '128 GB',
    condition: 'Good',
    purchaseYear: '2024',
    yearOfUse: '2',
    ...changes,
  };
}

function known(changes: Partial<Known> = {}): Known {
  return { now: NOW, sales: [], launch: null, ...changes };
}

function sale(dollars: number, changes: Partial<Sale> = {}): Sale {
  return {
    priceCents: dollars * 100,
    newPriceCents: 80_000,
    condition: 'Good',
    soldAt: NOW - 10 * DAY_MS,
    ...changes,
  };
}

function kinds(reasons: PriceReason[]): string[] {
  return reasons.map(({ kind }) => kind);
}

test.each([
  ['Good', 'good'],
  [' like  NEW ', 'like_new'],
  ['Brand new, sealed', 'new'],
  ['Very good', 'very_good'],
  ['Excellent', 'very_good'],
  ['Fair', 'fair'],
  ['Good with a scratch', 'good'],
  ['Excellent, but the screen is cracked', 'broken'],
  ['Not working', 'broken'],
  ['For parts', 'broken'],
  ['Very good, no broken parts', 'very_good'],
  ['New battery, otherwise fair', 'fair'],
  ['Brand new screen', null],
  ['not bad', null],
  ['Not good', null],
  ['Goodish', null],
  ['9/10', null],
  ['хороший', null],
  ['', null],
])('The condition «%s» is graded %s', (condition, grade) => expect(gradeOf(condition)).toBe(grade));

test.each([
  ['2', 24],
  ['1.5 years', 18],
  ['1 year 3 months', 15],
  ['8 months', 8],
  ['2 years,3 months', 27],
  ['½ year', null],
  ['1/2 year', null],
  ['2021 years', null],
  ['Less than a year', 6],
  ['2021', null],
  ['31', null],
  ['999999999999999999999', null],
  ['barely', null],
])('«%s» of use are %s months', (text, months) => expect(monthsOfUse(text)).toBe(months));

test.each([
  ['128 GB', 128],
  ['128gb', 128],
  ['1 TB', 1024],
  ['8/256', 256],
  ['16 GB / 1 TB', 1024],
  ['8 GB RAM, 256 GB', 256],
  ['8 GB RAM', null],
  ['1,024 GB', null],
  ['512 MB', 0.5],
  ['lots', null],
])('The storage «%s» is %s gigabytes', (text, size) => expect(gigabytesOf(text)).toBe(size));

test.each([
  ['2024', '2', null, { months: 24, notBelieved: null }],
  ['2026', '', null, { months: 3, notBelieved: null }],
  ['bought in 2023', '', null, { months: 36, notBelieved: null }],
  ['2027', '1 year', null, { months: 12, notBelieved: 2027 }],
  ['2099', '', null, { months: null, notBelieved: 2099 }],
  ['2019', '', Date.UTC(2022, 1, 1), { months: null, notBelieved: 2019 }],
  ['long ago', '', null, { months: null, notBelieved: null }],
  // Bought used, so the age of the phone itself counts.
  ['2025', '5 years', null, { months: 60, notBelieved: null }],
])('Bought «%s», used «%s», out since %s: %o', (purchaseYear, yearOfUse, releasedAt, age) =>
  expect(ageOf({ purchaseYear, yearOfUse }, { now: NOW, releasedAt })).toEqual(age),
);

describe('Estimates without sales', () => {
  it('Without sales, the estimate uses the curve of age and new price, and says so', () => {
    const { range, confidence, reasons } = priceEstimateOf(inputOf(), known());
    expect(range).toEqual({ low: expect.any(Number), fair: expect.any(Number), high: expect.any(Number) });
    expect(range?.fair).toBeGreaterThan(150);
    expect(range?.fair).toBeLessThan(350);
    expect(confidence).toBe('medium');
    expect(reasons).toEqual([
      { kind: 'few_sales', days: 180 },
      { kind: 'curve', since: 'purchase', months: 24, newPrice: 800 },
      { kind: 'condition', grade: 'good' },
    ]);
  });

  it('Age counts from the model’s launch if that is known', () => {
    const launch = { priceCents: 79_900, releasedAt: Date.UTC(2023, 6, 1) };
    const estimate = priceEstimateOf(inputOf({ purchaseYear: '', yearOfUse: '' }), known({ launch }));
    expect(estimate.reasons).toContainEqual({ kind: 'curve', since: 'launch', months: 36, newPrice: 800 });
    expect(estimate.range?.fair).toBeGreaterThan(100);
  });

  it('A better condition raises the estimate, and an unknown one widens the range', () => {
    const typicalPriceOf = (condition: string) => priceEstimateOf(inputOf({ condition }), known()).range?.fair ?? 0;
    const values = ['Poor', 'Fair', 'Good', 'Very good', 'Like new', 'New'].map(typicalPriceOf);
    expect(values).toEqual(values.toSorted((one, other) => one - other));
    expect(new Set(values).size).toBe(values.length);
    const [plain, unknown] = [priceEstimateOf(inputOf(), known()), priceEstimateOf(inputOf({ condition: '9/10' }), known())];
    expect(unknown.range?.low).toBeLessThan(plain.range?.low ?? 0);
    expect(unknown.confidence).toBe('low');
  });

  it.each<[string, Partial<PriceInput>, Partial<Known>, string[]]>([
    ['no new price', { newPriceCents: null }, {}, ['few_sales', 'new_price_unknown', 'condition']],
    ['a new price of a million', { newPriceCents: 100_000_000 }, {}, ['few_sales', 'new_price_not_believed', 'condition']],
    ['a new price of a cent', { newPriceCents: 1 }, {}, ['few_sales', 'new_price_not_believed', 'condition']],
    ['no age', { purchaseYear: 'a while', yearOfUse: '?' }, {}, ['few_sales', 'age_unknown', 'condition']],
    ['a year to come', { purchaseYear: '2030', yearOfUse: '' }, {}, ['few_sales', 'year_not_believed', 'age_unknown', 'condition']],
    ['a phone of 2012', { purchaseYear: '2012' }, {}, ['few_sales', 'too_old', 'condition']],
    ['a broken phone', { condition: 'Broken' }, { sales: [sale(300), sale(300), sale(300)] }, ['broken']],
  ])('Gives no estimate for %s instead of guessing', (_, changes, around, reasons) => {
    const estimate = priceEstimateOf(inputOf({ ...changes, priceCents: 100 }), known(around));
    expect(estimate).toMatchObject({ range: null, confidence: null, judgement: null });
    expect(kinds(estimate.reasons)).toEqual(reasons);
  });

  it('Beyond the curve’s years, the estimate has low confidence and says why', () => {
    const estimate = priceEstimateOf(inputOf({ purchaseYear: '2021' }), known());
    expect(kinds(estimate.reasons)).toContain('beyond_curve');
    expect(estimate.confidence).toBe('low');
  });

  it('The launch price replaces a new price that is far from it, and the reasons say so', () => {
    const launch = { priceCents: 70_000, releasedAt: null };
    const estimate = priceEstimateOf(inputOf({ newPriceCents: 250_000 }), known({ launch }));
    expect(estimate.range).toEqual(priceEstimateOf(inputOf({ newPriceCents: 70_000 }), known()).range);
    expect(estimate.reasons).toContainEqual({ kind: 'new_price_not_believed', said: 2500, instead: 700 });
    expect(estimate.confidence).toBe('low');
  });
});

describe('Estimates with sales of the same phone', () => {
  it('With five sales or more, only they count, whatever the curve says', () => {
    const sales = [300, 310, 320, 330, 340].map((dollars) => sale(dollars));
    const estimate = priceEstimateOf(inputOf({ newPriceCents: null, purchaseYear: '' }), known({ sales }));
    expect(estimate.range).toMatchObject({ fair: 320 });
    expect(estimate.confidence).toBe('medium');
    expect(estimate.reasons).toEqual([
      { kind: 'sales', count: 5, days: 180, newestDays: 10 },
      { kind: 'condition', grade: 'good' },
    ]);
    expect(priceEstimateOf(inputOf(), known({ sales: [...sales, ...sales] })).confidence).toBe('high');
  });

  it('Three or four sales count beside the curve, and fewer not at all', () => {
    const curve = priceEstimateOf(inputOf(), known()).range?.fair ?? 0;
    const with3 = priceEstimateOf(inputOf(), known({ sales: [500, 500, 500].map((dollars) => sale(dollars)) }));
    expect(with3.range?.fair).toBeGreaterThan(curve);
    expect(with3.range?.fair).toBeLessThan(500);
    expect(kinds(with3.reasons)).toEqual(['sales', 'curve', 'condition']);
    const with2 = priceEstimateOf(inputOf(), known({ sales: [sale(500), sale(500)] }));
    expect(with2.range).toEqual(priceEstimateOf(inputOf(), known()).range);
    expect(kinds(with2.reasons)).toEqual(['few_sales', 'curve', 'condition']);
  });

  it('Compares like with like: a sale in better condition counts for less, a broken phone’s not at all', () => {
    const sales = [400, 400, 400, 400, 400].map((dollars) => sale(dollars, { condition: 'Like new' }));
    expect(priceEstimateOf(inputOf(), known({ sales })).range?.fair).toBeLessThan(400);
    expect(priceEstimateOf(inputOf({ condition: 'Like new' }), known({ sales })).range?.fair).toBe(400);
    const broken = [50, 50, 50].map((dollars) => sale(dollars, { condition: 'Broken' }));
    expect(priceEstimateOf(inputOf({ condition: 'Like new' }), known({ sales: [...sales, ...broken] })).range?.fair).toBe(400);
  });

  it('Rejects a new price far from what other sellers gave, even if it isn’t needed', () => {
    const sales = [300, 300, 300, 300, 300].map((dollars) => sale(dollars));
    const estimate = priceEstimateOf(inputOf({ newPriceCents: 400_000 }), known({ sales }));
    expect(estimate.reasons).toContainEqual({ kind: 'new_price_not_believed', said: 4000, instead: 800 });
    expect(estimate.range).toMatchObject({ fair: 300 });
  });
});

test.each([
  [59, 'check_why_so_low'],
  [60, 'good_price'],
  [99, 'good_price'],
  [100, 'fair'],
  [150, 'fair'],
  [151, null],
])('With a range of 100 to 150 dollars, %s is %s', (dollars, judgement) => {
  expect(judge(dollars * 100, { low: 100, fair: 120, high: 150 })).toBe(judgement);
});
