import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { builtInFolder, findBrandFiles } from '../../built-in-data/brand-files.ts';
import { BRANDS } from '../catalog/index.ts';
import { type BuiltInModel, readBuiltInCatalog } from './built-in-catalog.ts';
import { ensurePhoneModels } from './ensure.ts';
import { nameKeyOf } from './names.ts';

const models = await readBuiltInCatalog(findBrandFiles(builtInFolder('phone-models'), BRANDS));

describe('The built-in catalog', () => {
  it('Has 150 models or more, from every year since 2016', () => {
    expect(models.length).toBeGreaterThanOrEqual(150);
    const years = new Set(models.map(({ released }) => released?.slice(0, 4)));
    expect([...years].sort()).toEqual(['2016', '2017', '2018', '2019', '2020', '2021', '2022', '2023', '2024', '2025']);
  });

  it('Has each name and each model number once', () => {
    expect(repeated(models.flatMap(({ brand, name, also }) => [name, ...also].map((each) => nameKeyOf(brand, each))))).toEqual([]);
    expect(repeated(models.flatMap(({ numbers }) => numbers))).toEqual([]);
    expect(breaking(({ numbers }) => !numbers.every((number) => /^[A-Z0-9-]{4,15}$/u.test(number)))).toEqual([]);
  });

  it('Lists each model’s name with its network as another name, unless a different model has that name', () => {
    const names = new Set(models.map(({ name }) => name));
    const withNetwork = ({ name, specification }: BuiltInModel) => `${name} ${specification.network.endsWith('5G') ? '5G' : '4G'}`;
    expect(breaking((model) => !/ ?[45]G$/u.test(model.name) && !names.has(withNetwork(model)) && !model.also.includes(withNetwork(model)))).toEqual([]);
  });

  it('Has plausible dates, prices and measurements only', () => {
    expect(breaking(({ released }) => !/^20(?:1[6-9]|2[0-6])-(?:0[1-9]|1[0-2])$/u.test(released ?? ''))).toEqual([]);
    expect(breaking(({ launchPriceCents }) => !isBetween(5000, launchPriceCents ?? 0, 250_000))).toEqual([]);
    expect(breaking((model) => !isBetween(110, numbersOf(model, 'weight')[0], 290))).toEqual([]);
    expect(breaking((model) => !isBetween(1500, Number(/^(\d,\d{3}) mAh/u.exec(model.specification.battery)?.[1]?.replace(',', '')), 7000))).toEqual([]);
    const isBody = ([height, width, depth]: number[]) => isBetween(120, height, 175) && isBetween(58, width, 135) && isBetween(5, depth, 12.5);
    expect(breaking((model) => !isBody(numbersOf(model, 'Dimensions')))).toEqual([]);
    const isScreen = ([width = 0, height = 0]: number[]) => width < height && isBetween(640, width, 2000) && height < 4000;
    expect(breaking((model) => !isScreen(numbersOf(model, 'display_resolution')))).toEqual([]);
  });

  it('Has no screen larger than the body around it', () => {
    const diagonalOf = ([height = 0, width = 0]: number[]) => Math.hypot(height, width) / 25.4;
    expect(breaking((model) => !isBetween(0.68, (numbersOf(model, 'display_size')[0] ?? 0) / diagonalOf(numbersOf(model, 'Dimensions')), 1))).toEqual([]);
  });

  it('Has only memory sizes that are made', () => {
    expect(breaking(({ storage }) => storage.some((size) => ![16, 32, 64, 128, 256, 512, 1024, 2048].includes(size)))).toEqual([]);
    expect(breaking(({ ram }) => ram.some((size) => ![2, 3, 4, 6, 8, 10, 12, 16].includes(size)))).toEqual([]);
    expect(breaking(({ ram, storage }) => Math.max(...ram) >= Math.min(...storage))).toEqual([]);
  });

  it('States for most models until when they get security updates, and who promised it', () => {
    expect(breaking(({ updates, released }) => updates !== null && !(updates.until > (released ?? '') && updates.source.length > 20))).toEqual([]);
    expect(models.filter(({ updates }) => updates).length).toBeGreaterThan(100);
  });
});

describe('Starting with a faulty built-in catalog', () => {
  let database: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    database = await freshDatabase();
    folder = join(database.directory, 'phone-models');
    cpSync(builtInFolder('phone-models'), folder, { recursive: true });
  });
  afterEach(() => database.drop());

  const open = () =>
    ensurePhoneModels({ db: database.db, clock: { now: () => 1 } }, folder).then(
      () => 'opened',
      (error: Error) => error.message,
    );
  const change = (name: string, edit: (text: string) => string) => writeFileSync(join(folder, name), edit(readFileSync(join(folder, name), 'utf8')));

  it.each<[fault: string, make: () => void, sentence: string]>([
    ['a file that is missing', () => rmSync(join(folder, 'nokia.json')), '/nokia.json is missing. Restore it from this version of the shop.'],
    ['a folder that is missing', () => rmSync(folder, { recursive: true }), '/phone-models can’t be read (ENOENT). Restore it from this version of the shop.'],
    ['truncated JSON', () => change('nokia.json', (text) => text.slice(0, -20)), '/nokia.json: This file is not valid JSON ('],
    ['an empty file', () => change('nokia.json', () => ''), '/nokia.json: This file is empty.'],
    ['no list of models', () => change('nokia.json', (text) => text.replace('"models"', '"phones"')), '/nokia.json: This file has no list “models”.'],
    [
      'a field of the wrong type',
      () => change('nokia.json', (text) => text.replace('"released": "2018-04"', '"released": ["2018-04"]')),
      '/nokia.json, model 1 (Nokia 6.1): released is not text.',
    ],
    [
      'a list of the wrong type',
      () => change('nokia.json', (text) => text.replace('"ram": [3, 4]', '"ram": { "least": 3 }')),
      '/nokia.json, model 1 (Nokia 6.1): ram is missing, or not readable.',
    ],
    [
      'a field that is misspelled',
      () => change('nokia.json', (text) => text.replace('"colors"', '"colours"')),
      '/nokia.json, model 1 (Nokia 6.1): the field “colours” is unknown.',
    ],
    [
      'a specification that lacks a key',
      () => change('nokia.json', (text) => text.replace('"weight": "172 g",', '')),
      '/nokia.json, model 1 (Nokia 6.1): weight is missing, or not readable.',
    ],
    [
      'an unknown brand',
      () => change('nokia.json', (text) => text.replace('"brand": "Nokia"', '"brand": "Nokya"')),
      '/nokia.json, model 1 (Nokia 6.1): brand is “Nokya”, and the file is named after Nokia.',
    ],
    [
      'a file of an unknown brand',
      () => cpSync(join(folder, 'nokia.json'), join(folder, 'nokya.json')),
      '/nokya.json is named after no brand of the shop. Rename it or move it away.',
    ],
    [
      'a model that is listed twice',
      () => change('nokia.json', (text) => text.replace('"model_name": "Nokia 7 Plus"', '"model_name": "6.1"')),
      '/nokia.json, model 2 (6.1): it is listed twice.',
    ],
  ])('A file with %s ends the start with one sentence, and changes no model', async (_, make, sentence) => {
    make();
    const message = await open();
    expect(message).toContain(folder);
    expect(message).toContain(sentence);
    expect(message).not.toContain('\n');
    expect(await database.db.selectFrom('phone_models').select('id').execute()).toEqual([]);
  });

  it('Keeps existing models, and imports the corrected file at the next start', async () => {
    expect(await open()).toBe('opened');
    const before = await database.db.selectFrom('phone_models').selectAll().orderBy('id').execute();
    change('nokia.json', (text) => text.replace('"launch_price_usd": 269', '"launch_price_usd": "a lot"'));
    expect(await open()).toContain('launch_price_usd: “a lot” is not a price in dollars.');
    expect(await database.db.selectFrom('phone_models').selectAll().orderBy('id').execute()).toEqual(before);
    change('nokia.json', (text) => text.replace('"launch_price_usd": "a lot"', '"launch_price_usd": 270'));
    expect(await open()).toBe('opened');
    const after = await database.db.selectFrom('phone_models').selectAll().orderBy('id').execute();
    expect(after.filter((row, at) => JSON.stringify(row) !== JSON.stringify(before[at])).map(({ id }) => id)).toEqual(['nokia-6-1']);
  });
});

/** The names of models that break a rule, so that a failure says which. */
function breaking(isBroken: (model: BuiltInModel) => boolean): string[] {
  return models.filter(isBroken).map(({ name }) => name);
}

function isBetween(low: number, value: number | undefined, high: number): boolean {
  return value !== undefined && value >= low && value <= high;
}

function repeated(values: string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

function numbersOf(model: BuiltInModel, key: keyof BuiltInModel['specification']): number[] {
  return [...model.specification[key].matchAll(/\d+(?:\.\d+)?/gu)].map(([number]) => Number(number));
}
