import { describe, expect, it } from 'vitest';
import { hasRealData, readRawLines } from '#test/support/real-data.ts';
import { CURVES, LEVEL, shareOfNew } from './curve.ts';
import { coverageOf, errorsOf, fitCurve, fitLevel, levelErrorsOf, quantile, splitAside, toObservation, toOffer } from './fitting.ts';

const SEEDS = [19, 20, 21];

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function rounded(values: readonly number[]): number[] {
  return values.map((value) => Number(value.toFixed(4)));
}

function inPercent(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}

describe('The price curve', () => {
  it('Is lower for an older phone and higher for a dearer one, but never above the new price', () => {
    for (const since of ['purchase', 'launch'] as const)
      for (const isApple of [false, true])
        for (const newPrice of [30, 99, 150, 400, 799, 1300, 2000])
          for (const years of [0, 0.5, 1, 2, 3, 6]) {
            const share = (change: object) => shareOfNew(since, { years, newPrice, storage: 128, isApple, ...change });
            expect(share({})).toBeGreaterThan(0.02);
            expect(share({})).toBeLessThan(0.95);
            expect(share({ years: years + 1 })).toBeLessThan(share({}));
            expect(share({ newPrice: newPrice * 1.1 }) * 1.1).toBeGreaterThan(share({}));
          }
  });

  it.skipIf(!hasRealData())('Misses real sales outside the fitted data by less than a fifth', () => {
    const observations = readRawLines('used-depreciation.jsonl').flatMap((line) => toObservation(line) ?? []);
    expect(observations.length).toBeGreaterThan(2000);
    for (const since of ['purchase', 'launch'] as const) {
      const errors = SEEDS.map((seed) => {
        const { stored, aside } = splitAside(observations, seed);
        expect(aside.length).toBeGreaterThan(400);
        return median(errorsOf(since, fitCurve(since, stored).coefficients, aside));
      });
      const line = `since ${since}, median error on rows kept aside, ${SEEDS.length} splits: ${errors.map(inPercent).join(', ')}`;
      process.stdout.write(`${line}\n`);
      for (const error of errors) expect(error).toBeLessThan(0.2);
      // The shop's coefficients are the ones fitted to the data.
      expect(rounded(fitCurve(since, observations).coefficients)).toEqual(CURVES[since]);
    }
  });

  it.skipIf(!hasRealData())('With the level, comes closer to today’s asking prices than without', () => {
    const offers = readRawLines('used-listings.jsonl').flatMap((line) => toOffer(line) ?? []);
    expect(offers.length).toBeGreaterThan(500);
    const found = SEEDS.map((seed) => {
      const { stored, aside } = splitAside(offers, seed);
      const level = fitLevel(stored);
      return { error: median(levelErrorsOf(level.coefficients, aside)), without: median(levelErrorsOf([], aside)), within: coverageOf(level, aside) };
    });
    for (const { error, without, within } of found) {
      process.stdout.write(
        `offers kept aside: median miss ${inPercent(error)}, without the level ${inPercent(without)}; ${inPercent(within)} within the range\n`,
      );
      expect(error).toBeLessThan(0.3);
      expect(error).toBeLessThan(without * 0.75);
      expect(within).toBeGreaterThan(0.45);
    }
    const { coefficients, spread } = fitLevel(offers);
    expect({ coefficients: rounded(coefficients), spread: rounded(spread) }).toEqual(LEVEL);
  });
});
