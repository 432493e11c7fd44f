import { describe, expect, it } from 'vitest';
import { MODEL_KEYS } from '#contract/phone-models.ts';
import { nameKeyOf } from '../names.ts';
import { writtenModels } from './known.ts';
import { launchDollarsOf } from './prices.ts';
import { WRITTEN } from './written.ts';

const models = WRITTEN.flatMap(({ brand, models }) => models.map((model) => ({ brand, ...model })));
/** Names of those that break a rule: a test says which, not how many. */
const breaking = (isBroken: (model: (typeof models)[number]) => boolean): string[] => models.filter(isBroken).map(({ model }) => model);
const isBetween = (low: number, value: number, high: number): boolean => value >= low && value <= high;
const repeated = (values: string[]): string[] => values.filter((value, index) => values.indexOf(value) !== index);

describe('the models that the shop has written down', () => {
  it('are 150 or more, from every year since 2016', () => {
    expect(models.length).toBeGreaterThanOrEqual(150);
    const years = new Set(models.map(({ released }) => released.slice(0, 4)));
    expect([...years].sort()).toEqual(['2016', '2017', '2018', '2019', '2020', '2021', '2022', '2023', '2024', '2025']);
  });

  it('have each name and each model number once', () => {
    expect(repeated(writtenModels().flatMap(({ brand, name, also }) => [name, ...also].map((each) => nameKeyOf(brand, each))))).toEqual([]);
    expect(repeated(models.flatMap(({ numbers }) => numbers.split(' ')))).toEqual([]);
    expect(breaking(({ numbers }) => !/^[A-Z0-9-]{4,15}(?: [A-Z0-9-]{4,15})*$/u.test(numbers))).toEqual([]);
  });

  it('have measures, prices and dates that a phone can have', () => {
    expect(breaking(({ released }) => !/^20(?:1[6-9]|2[0-6])-(?:0[1-9]|1[0-2])$/u.test(released))).toEqual([]);
    expect(breaking((model) => !isBetween(50, launchDollarsOf(model), 2500))).toEqual([]);
    expect(breaking(({ screen }) => !isBetween(3.5, screen.inches, 8.5))).toEqual([]);
    expect(breaking(({ screen: { pixels } }) => !(pixels[0] < pixels[1] && isBetween(640, pixels[0], 2000) && pixels[1] < 4000))).toEqual([]);
    expect(breaking(({ grams }) => !isBetween(110, grams, 290))).toEqual([]);
    expect(breaking(({ size: [height, width, depth] }) => !(isBetween(120, height, 175) && isBetween(58, width, 135) && isBetween(5, depth, 12.5)))).toEqual(
      [],
    );
    expect(breaking(({ battery }) => !isBetween(1500, Number(/^(\d,\d{3}) mAh/u.exec(battery)?.[1]?.replace(',', '')), 7000))).toEqual([]);
  });

  it('have a screen as large as the body that holds it, and a resolution of the same shape', () => {
    const diagonalOf = ([height, width]: number[]) => Math.hypot(height ?? 0, width ?? 0) / 25.4;
    expect(breaking(({ size, screen }) => !isBetween(0.68, screen.inches / diagonalOf(size), 1))).toEqual([]);
  });

  it('come in sizes of memory that are made, the smallest first, and in colours', () => {
    const isRising = (sizes: number[]) => sizes.length > 0 && sizes.every((size, index) => index === 0 || size > (sizes[index - 1] ?? 0));
    expect(breaking(({ storage }) => !isRising(storage) || storage.some((size) => ![16, 32, 64, 128, 256, 512, 1024, 2048].includes(size)))).toEqual([]);
    expect(breaking(({ ram }) => !isRising(ram) || ram.some((size) => ![2, 3, 4, 6, 8, 10, 12, 16].includes(size)))).toEqual([]);
    expect(breaking(({ ram, storage }) => Math.max(...ram) >= Math.min(...storage))).toEqual([]);
    expect(breaking(({ colors }) => colors.split(', ').some((color) => color.trim() === '' || color !== color.trim()))).toEqual([]);
  });

  it('say the end of security updates with its source, after the release', () => {
    const known = writtenModels();
    expect(known.filter(({ updates, released }) => updates && !(updates.until > (released ?? '') && updates.source.length > 20))).toEqual([]);
    expect(known.filter(({ updates }) => updates).length).toBeGreaterThan(100);
  });

  it('have every key of the specification that a model decides on', () => {
    const chosen = ['storage', 'ram', 'model_number'];
    const lacking = writtenModels().flatMap(({ name, specification }) =>
      MODEL_KEYS.filter((key) => !chosen.includes(key) && !specification[key]?.trim()).map((key) => `${name}: ${key}`),
    );
    expect(lacking).toEqual([]);
  });
});
