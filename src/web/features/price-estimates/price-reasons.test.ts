import { expect, test } from 'vitest';
import { type PriceEstimate, PriceReason } from '#contract/price-estimates.ts';
import { stepFor } from './plot-scale.ts';
import { adviceFor } from './price-advice.ts';
import { describeReasons } from './price-reasons.ts';

function estimateWith(changes: Partial<PriceEstimate> = {}): PriceEstimate {
  return {
    range: { low: 240, fair: 310, high: 425 },
    confidence: 'medium',
    judgement: null,
    reasons: [],
    ...changes,
  };
}

test.each<[Partial<PriceEstimate>, string, RegExp]>([
  [{ judgement: 'fair' }, '300', /usually sell for \$240 to \$425\. Yours is a fair price/u],
  [{ judgement: 'good_price' }, '200', /good price/u],
  [{ judgement: 'check_why_so_low' }, '30', /Is a digit missing\?/u],
  [{}, '900', /explain why/u],
  [{}, ' ', /425\.$/u],
  [{ range: null, confidence: null }, '900', /can’t estimate/u],
])('a seller is told %o of %s', (changes, price, expected) => expect(adviceFor(estimateWith(changes), price)).toMatch(expected));

test('Every reason is a sentence of its own', () => {
  const given: PriceReason[] = [
    { kind: 'sales', count: 5, days: 180, newestDays: 1 },
    { kind: 'few_sales', days: 180 },
    { kind: 'curve', since: 'launch', months: 20, newPrice: 799 },
    { kind: 'curve', since: 'purchase', months: 30, newPrice: 799 },
    { kind: 'beyond_curve', months: 50 },
    { kind: 'too_old', months: 120 },
    { kind: 'condition', grade: 'like_new' },
    { kind: 'condition_unknown' },
    { kind: 'factor', factor: 'battery', best: true, direction: 'more', low: 4, high: 7 },
    { kind: 'factor', factor: 'battery', best: false, direction: 'less', low: 4, high: 4 },
    { kind: 'broken' },
    { kind: 'new_price_unknown' },
    { kind: 'new_price_not_believed', said: 9999, instead: null },
    { kind: 'new_price_not_believed', said: 9999, instead: 799 },
    { kind: 'age_unknown' },
    { kind: 'year_not_believed', year: 2099 },
  ];
  expect(new Set(given.map(({ kind }) => kind))).toEqual(new Set(PriceReason.options.map(({ shape }) => shape.kind.value)));
  const sentences = describeReasons(estimateWith({ reasons: given }));
  expect(new Set(sentences).size).toBe(given.length + 1);
  for (const sentence of sentences) expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
  expect(sentences).toContain('Battery health of 90% or more: sells for 4 to 7% more here.');
  expect(sentences).toContain('Battery health below 90%: sells for 4% less here.');
  expect(sentences).toContain('Phones that cost $799 new usually sell for about this much 20 months after launch.');
  expect(sentences).toContain('In the last 180 days, 5 of this model with this storage sold here, the latest 1 day ago.');
});

test.each([
  [1, 0.25],
  [290, 100],
  [400, 100],
  [401, 200],
  [1_000_000, 250_000],
])('Draws prices up to %s dollars on four lines %s apart', (highest, step) => expect(stepFor(highest)).toBe(step));
