import { describe, expect, it } from 'vitest';
import { builtInFolder, findBrandFiles } from '../../built-in-data/brand-files.ts';
import { BRANDS } from '../catalog/index.ts';
import { createDirectory } from './directory.ts';
import { readBuiltInCatalog, recognize } from './index.ts';
import { modelIdOf } from './names.ts';

const models = await readBuiltInCatalog(findBrandFiles(builtInFolder('phone-models'), BRANDS));
const directory = createDirectory(
  models.map((model) => ({
    ...model,
    id: modelIdOf(model.brand, model.name),
    origin: 'shop' as const,
    launch_price_cents: model.launchPriceCents,
    updates_until: model.updates?.until ?? null,
  })),
);

function read(title: string): string {
  const { model, sure } = recognize(directory, title);
  return `${model?.name ?? 'none'}${sure ? '' : '?'}`;
}

describe('Recognizing a model in a title', () => {
  it.each([
    ['iPhone 13 Pro 8/256 - blue, boxed', 'iPhone 13 Pro'],
    ['Apple iPhone 13 - 128GB', 'iPhone 13'],
    ['samsung note20ultra 5G 12/256', 'Galaxy Note20 Ultra 5G'],
    ['Samsung S21 + 128', 'Galaxy S21+'],
    ['Galaxy A52s(5G) SM-A528B/DS', 'Galaxy A52s 5G'],
    ['SM-G973F unlocked', 'Galaxy S10'],
    ['Moto G Power (2021) 64GB', 'Moto G Power (2021)'],
    ['iphne 12 mini, for 299', 'iPhone 12 mini'],
    ['One plus 7T', 'OnePlus 7T'],
  ])('Recognizes %s', (title, name) => {
    expect(read(title)).toBe(name);
  });

  it.each([
    ['Samsung Galaxy A14 5G', 'Galaxy A14?'],
    ['OnePlus Nord N30', 'OnePlus Nord?'],
    ['Xperia 1 IV', 'Xperia 1?'],
    ['Xiaomi 13T', 'Xiaomi 13?'],
    ['Redmi A3', 'none?'],
    ['iPhone SE 64GB', 'iPhone SE (2016)?'],
    ['Moto G Power (2022)', 'Moto G Power (2020)?'],
    ['iPhone 13 | 13 mini', 'iPhone 13?'],
    ['Case for Galaxy S22 Ultra', 'Galaxy S22 Ultra?'],
    ['Infinix Note 10 Pro', 'none?'],
    ['a phone 2 years old', 'none?'],
    ['', 'none?'],
  ])('Isn’t sure if another model is possible: %s', (title, name) => {
    expect(read(title)).toBe(name);
  });
});
