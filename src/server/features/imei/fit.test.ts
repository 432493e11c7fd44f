import { describe, expect, test } from 'vitest';
import { describeModel, judgeClaim } from './fit.ts';

function claim(brand: string, model_name: string, model_number = 'as the seller says') {
  return { brand, model_name, specification: { model_number } };
}

describe('a claimed model', () => {
  test.each([
    ['Samsung', 'Galaxy Note9', 'SM-N960F/DS', 'Samsung', ['SM-N960F']],
    ['Samsung', 'Galaxy Note9', 'SM-N9600', 'Samsung Korea', ['SM-N960F', 'SM-N9600']],
    ['Samsung', 'Galaxy S21 5G 128GB', '', 'Samsung', ['Samsung Galaxy S21 5G']],
    ['Samsung', 'Galaxy S4 mini LTE', '', 'Samsung', ['Galaxy S4 mini (GT-I9195)']],
    ['OPPO', 'Oppo N1', '', 'Oppo', ['N1']],
    ['Redmi', 'Note 8 Pro', '', 'Xiaomi', ['Redmi Note 8 Pro']],
    ['Apple', 'iPhone 12 Pro Max', '', 'Apple Inc', ['iPhone 12 Pro Max', 'A2411']],
  ])('%s %s (%s) fits what is known: %s %j', (brand, name, number, knownBrand, models) => {
    expect(judgeClaim(claim(brand, name, number), { brand: knownBrand, models })).toBe('fits');
  });

  test.each([
    ['Apple', 'iPhone X', '', 'Samsung', ['SM-N960F']],
    ['Samsung', 'Galaxy S21', 'SM-G991B', 'Samsung', ['SM-N960F']],
    ['Oppo', 'Find X2', '', 'Oppo', ['N1']],
    ['Samsung', 'Galaxy S21', '', 'Samsung', ['Galaxy S8']],
  ])('%s %s (%s) differs from what is known: %s %j', (brand, name, number, knownBrand, models) => {
    expect(judgeClaim(claim(brand, name, number), { brand: knownBrand, models })).toBe('differs');
  });

  test('is not doubted where a name stands against a number, or nothing is known', () => {
    expect(judgeClaim(claim('Samsung', 'Galaxy S21'), { brand: 'Samsung', models: ['SM-N960F'] })).toBe('unsure');
    expect(judgeClaim(claim('Samsung', 'Galaxy S21'), { brand: 'Samsung', models: [] })).toBe('unsure');
  });
});

test('a model is named with its maker once', () => {
  expect(describeModel({ brand: 'Samsung', models: ['Samsung Galaxy Note9', 'SM-N960F'] })).toBe('Samsung Galaxy Note9 / SM-N960F');
  expect(describeModel({ brand: 'Oppo', models: [] })).toBe('Oppo');
});
