import { describe, expect, test } from 'vitest';
import { createRandom } from '#server/repeatable-random.ts';
import { fitFactors } from './factor-fit.ts';
import { factorReasons, shiftOf, type Traits } from './factors.ts';
import { priceEstimateOf } from './price-range.ts';
import type { SaleOfListing } from './queries.ts';

const NOW = Date.UTC(2026, 10, 25);
const DAY_MS = 86_400_000;

type World = { count: number; sellers?: number; effects?: Partial<Record<keyof Traits, number>>; seed?: number; known?: (random: () => number) => boolean };

/** Sales of ten models in four conditions, at prices that vary by a tenth, and now and then by far more. */
function salesWith({ count, sellers = 60, effects = {}, seed = 1, known = () => true }: World): SaleOfListing[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, at) => {
    const model = Math.floor(random() * 10);
    const seller = Math.floor(random() * sellers);
    const grade = [0.85, 1, 1, 1.1][Math.floor(random() * 4)] ?? 1;
    const traits: Traits = known(random) ? { battery: random() < 0.5, repairs: random() < 0.7 } : {};
    const effect = (['battery', 'repairs'] as const).reduce((sum, factor) => sum + (traits[factor] ? (effects[factor] ?? 0) : 0), 0);
    const noise = 0.1 * normal(random) + (random() < 0.03 ? 2 * normal(random) : 0);
    return {
      ...{ listingId: `l${at}`, sellerId: `s${seller}`, categoryId: 'c', modelKey: `model ${model}`, storageKey: '128gb', catalogModel: null, traits },
      priceCents: Math.round(20_000 * (1 + model / 5) * grade * Math.exp(effect + noise)),
      newPriceCents: 80_000,
      condition: grade === 1 ? 'Good' : grade < 1 ? 'Fair' : 'Like new',
      soldAt: NOW - Math.floor(random() * 180) * DAY_MS,
    };
  }).toSorted((one, other) => one.soldAt - other.soldAt);
}

describe('What changes prices', () => {
  test('An effect that the sales show is found, with an interval around it, in spite of a few odd prices', async () => {
    const found = await fitFactors(salesWith({ count: 3000, effects: { battery: 0.06 } }));
    expect(found.map(({ factor }) => factor)).toEqual(['battery']);
    const [{ low = 0, high = 0, share = 0 } = {}] = found;
    expect(low).toBeGreaterThan(0.03);
    expect(low).toBeLessThan(0.06);
    expect(high).toBeGreaterThan(0.06);
    expect(high).toBeLessThan(0.09);
    expect(share).toBeCloseTo(0.5, 1);
  });

  test('Several effects are told apart, also those that lower the price', async () => {
    const found = await fitFactors(salesWith({ count: 4000, effects: { battery: 0.06, repairs: -0.08 } }));
    expect(found.map(({ factor, effect }) => [factor, Math.round(effect * 100)])).toEqual([
      ['battery', expect.toSatisfy((percent: number) => percent >= 4 && percent <= 8)],
      ['repairs', expect.toSatisfy((percent: number) => percent >= -10 && percent <= -6)],
    ]);
  });

  test('Of fifty shops in which nothing matters, at most three claim something', async () => {
    let claims = 0;
    for (let seed = 1; seed <= 50; seed += 1) claims += (await fitFactors(salesWith({ count: 400, seed }))).length;
    expect(claims).toBeLessThanOrEqual(3);
  });

  test.each<[string, World]>([
    ['too few sales', { count: 50, effects: { battery: 0.4 } }],
    ['too few sellers', { count: 2000, sellers: 9, effects: { battery: 0.2 } }],
    ['too few answers', { count: 2000, effects: { battery: 0.4 }, known: (random) => random() < 0.02 }],
  ])('With %s nothing is claimed, however large the effect', async (_what, world) => {
    expect(await fitFactors(salesWith(world))).toEqual([]);
  });

  test('No sales, and sales that all are alike, claim nothing', async () => {
    expect(await fitFactors([])).toEqual([]);
    expect(await fitFactors(salesWith({ count: 500 }).map((sale) => ({ ...sale, traits: { battery: true, screen: true } })))).toEqual([]);
  });
});

describe('An estimate with factors', () => {
  const EFFECT = { factor: 'battery', effect: 0.1, low: 0.04, high: 0.16, share: 0.5 } as const;
  const phone = { brand: 'Samsung', storage: '128 GB', condition: 'Good', purchaseYear: '', yearOfUse: '', newPriceCents: null, priceCents: null };
  const sales = Array.from({ length: 8 }, () => ({ priceCents: 100_000, newPriceCents: 150_000, condition: 'Good', soldAt: NOW, traits: { battery: false } }));
  const fairOf = (traits: Traits, factors = [EFFECT]) => priceEstimateOf({ ...phone, traits }, { now: NOW, sales, launch: null, factors }).range?.fair;

  test('A phone with the better battery is worth more than those that sold, one with the same as much, and an unknown one in between', () => {
    expect([fairOf({ battery: true }), fairOf({ battery: false }), fairOf({})]).toEqual([1110, 1000, 1050]);
    expect(fairOf({ battery: true }, [])).toBe(1000);
  });

  test('The reason says by how much, in whole percent, and for the other side by how much less', () => {
    expect(factorReasons({ battery: true }, [EFFECT])).toEqual([{ kind: 'factor', factor: 'battery', best: true, direction: 'more', low: 4, high: 18 }]);
    expect(factorReasons({ battery: false }, [EFFECT])).toEqual([{ kind: 'factor', factor: 'battery', best: false, direction: 'less', low: 3, high: 15 }]);
    expect(factorReasons({ screen: true }, [EFFECT])).toEqual([]);
    expect(shiftOf({}, [EFFECT])).toBe(0);
  });
});

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
