import { describe, expect, test } from 'vitest';
import { MODEL_KEYS, type PhoneModel } from '#contract/phone-models.ts';
import { fill, formatGigabytes, knownOf, yearsOfUse } from './filling.ts';

function model(changes: Partial<PhoneModel> = {}): PhoneModel {
  return {
    _id: 'galaxy-s21',
    brand: 'Samsung',
    model_name: 'Galaxy S21',
    released: '2021-01',
    launch_price: 799,
    storage: [128, 256],
    ram: [8],
    colors: ['Phantom Gray', 'Phantom Violet'],
    model_numbers: [],
    updates: null,
    specification: { ...(Object.fromEntries(MODEL_KEYS.map((key) => [key, null])) as PhoneModel['specification']), battery: '4000 mAh' },
    ...changes,
  };
}

describe('Choosing a model', () => {
  test('Choosing a model fills in its fields, leaves choices open, and takes its category where the shop has it', () => {
    const known = knownOf(model(), [{ name: 'samsung' }]);
    expect(known).toMatchObject({ name: 'samsung', brand: 'Samsung', model_name: 'Galaxy S21', original_price: '799', storage: null, color: null });
    expect(knownOf(model({ storage: [1024], colors: ['Black'] }), [])).toMatchObject({ name: null, storage: '1 TB', color: 'Black' });
    const { set, unchanged } = fill({}, {}, known);
    expect(set).toEqual({ name: 'samsung', brand: 'Samsung', model_name: 'Galaxy S21', original_price: '799', 'specification.battery': '4000 mAh' });
    expect(unchanged).toEqual([]);
  });

  test('Choosing another model replaces or empties what the first filled in, and leaves what was typed', () => {
    const first = fill({}, {}, { brand: 'Samsung', color: 'Black', weight: '169 g', SIM: 'Two' });
    const typed = { ...first.set, color: 'Black with a sticker', storage: '128 GB' };
    const second = fill(typed, first.filled, { brand: 'Apple', color: 'White', weight: null, SIM: 'Two', storage: null });
    expect(second).toEqual({ set: { brand: 'Apple', weight: '' }, filled: { brand: 'Apple', color: 'Black', SIM: 'Two' }, unchanged: ['color'] });
  });

  test('An emptied or blank field is filled again', () => {
    expect(fill({ brand: '  ' }, { brand: 'Samsung' }, { brand: 'Samsung' }).set).toEqual({ brand: 'Samsung' });
  });
});

test.each([
  [128, '128 GB'],
  [1024, '1 TB'],
  [0.5, '512 MB'],
])('Formats %s gigabytes as %s', (gigabytes, words) => {
  expect(formatGigabytes(gigabytes)).toBe(words);
});

test.each([
  ['2022', '4 years'],
  [' 2025 ', '1 year'],
  ['2026', 'Less than a year'],
  ['2027', null],
  ['last year', null],
])('Describes a phone bought in %s as used for %s by 2026', (year, use) => {
  expect(yearsOfUse(year, 2026)).toBe(use);
});
