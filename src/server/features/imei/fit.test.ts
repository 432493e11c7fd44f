import { describe, expect, test } from 'vitest';
import { describeModel, judgeClaim } from './fit.ts';

function claim(brand: string, model_name: string, model_number = 'as the seller says') {
  return { brand, model_name, specification: { model_number } };
}

describe('Comparing a claimed model with the IMEI’s', () => {
  test.each([
    ['Samsung', 'Galaxy Note9', 'SM-N960F/DS', 'Samsung', ['SM-N960F']],
    ['Samsung', 'Galaxy Note9', 'SM-N9600', 'Samsung Korea', ['SM-N960F', 'SM-N9600']],
    ['Samsung', 'Galaxy S21 5G 128GB', '', 'Samsung', ['Samsung Galaxy S21 5G']],
    ['Samsung', 'Galaxy S4 mini LTE', '', 'Samsung', ['Galaxy S4 mini (GT-I9195)']],
    ['OPPO', 'Oppo N1', '', 'Oppo', ['N1']],
    ['Redmi', 'Note 8 Pro', '', 'Xiaomi', ['Redmi Note 8 Pro']],
    ['Apple', 'iPhone 12 Pro Max', '', 'Apple Inc', ['iPhone 12 Pro Max', 'A2411']],
  ])('%s %s (%s) matches the known %s %j', (brand, name, number, knownBrand, models) => {
    expect(judgeClaim(claim(brand, name, number), { brand: knownBrand, models })).toBe('fits');
  });

  test.each([
    ['Apple', 'iPhone X', '', 'Samsung', ['SM-N960F']],
    ['Samsung', 'Galaxy S21', 'SM-G991B', 'Samsung', ['SM-N960F']],
    ['Oppo', 'Find X2', '', 'Oppo', ['N1']],
    ['Samsung', 'Galaxy S21', '', 'Samsung', ['Galaxy S8']],
  ])('%s %s (%s) differs from the known %s %j', (brand, name, number, knownBrand, models) => {
    expect(judgeClaim(claim(brand, name, number), { brand: knownBrand, models })).toBe('differs');
  });

  test('Raises no doubt when a name is compared with a model number, or nothing is known', () => {
    expect(judgeClaim(claim('Samsung', 'Galaxy S21'), { brand: 'Samsung', models: ['SM-N960F'] })).toBe('unsure');
    expect(judgeClaim(claim('Samsung', 'Galaxy S21'), { brand: 'Samsung', models: [] })).toBe('unsure');
  });
});

test('A model’s description names its maker once', () => {
  expect(describeModel({ brand: 'Samsung', models: ['Samsung Galaxy Note9', 'SM-N960F'] })).toBe('Samsung Galaxy Note9 / SM-N960F');
  expect(describeModel({ brand: 'Oppo', models: [] })).toBe('Oppo');
});
