import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtInFolder } from '../../built-in-data/brand-files.ts';
import { readDemoListings } from './read-demo-listings.ts';

describe('Reading the demo listings', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'redial-demo-'));
    cpSync(builtInFolder('demo-listings'), folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const read = () =>
    readDemoListings(folder).then(
      (listings) => `${listings.length} listings`,
      (error: Error) => error.message,
    );
  const change = (name: string, from: string, to: string) => {
    const text = readFileSync(join(folder, name), 'utf8');
    expect(text).toContain(from);
    writeFileSync(join(folder, name), text.replace(from, to));
  };

  it('Reads all demo listings, each with its model and its measurements', async () => {
    const listings = await readDemoListings(folder);
    expect(listings).toHaveLength(68);
    expect(listings.find(({ model_name }) => model_name === 'Nokia 6.1')).toMatchObject({
      brand: 'Nokia',
      state: 'for sale',
      lock_status: 'Unlocked',
      condition: 'Good',
      seller: { name: 'Peter Okonjo', town: 'Lake Oswego, Oregon' },
      size: [148.8, 75.8, 8.2],
      screen: { inches: 5.5, pixels: [1080, 1920] },
      model: { specification: { weight: '172 g' } },
    });
  });

  it.each<[fault: string, make: () => void, sentence: string]>([
    ['a missing file', () => rmSync(join(folder, 'nokia.json')), '/nokia.json is missing. Restore it from this version of the shop.'],
    [
      'truncated JSON',
      () => writeFileSync(join(folder, 'nokia.json'), '{\n  "brand": "Nokia",\n  "listings": ['),
      '/nokia.json: This file is not valid JSON (',
    ],
    [
      'a field of the wrong type',
      () => change('nokia.json', '"resale_price": 45', '"resale_price": "45"'),
      '/nokia.json, listing 1: resale_price: Invalid input: expected number, received string.',
    ],
    ['a color that can’t be drawn', () => change('nokia.json', '"#23324a"', '"navy"'), '/nokia.json, listing 1: look.back: it isn’t a color such as #1a2b3c.'],
    [
      'a condition written by hand',
      () => change('nokia.json', '"storage": 32', '"condition": "Mint", "storage": 32'),
      '/nokia.json, listing 1: Unrecognized key: "condition".',
    ],
    [
      'an answer that the form doesn’t offer',
      () => change('nokia.json', '"screen": "light"', '"screen": "fine"'),
      '/nokia.json, listing 1: answers.screen: Invalid option: expected one of "flawless"|"light"|"scratched"|"cracked".',
    ],
    [
      'an unknown seller',
      () => change('nokia.json', '"seller": "peter"', '"seller": "petra"'),
      '/nokia.json, listing 1 (Nokia 6.1): seller: sellers.json has no “petra”.',
    ],
    ['a seller without a town', () => change('sellers.json', '"town": "Portland, Oregon",', ''), '/sellers.json: sellers.0.town: Invalid input: '],
    ['a misspelled field', () => change('nokia.json', '"color"', '"colour"'), '/nokia.json, listing 1: '],
    [
      'an unknown brand',
      () => change('nokia.json', '"brand": "Nokia"', '"brand": "Nokya"'),
      '/nokia.json: brand is “Nokya”, and the file is named after Nokia.',
    ],
    [
      'an unknown model',
      () => change('nokia.json', '"Nokia 6.1"', '"Nokia 6.1 Max"'),
      '/nokia.json, listing 1 (Nokia 6.1 Max): model_name: the built-in catalog has no such model of Nokia.',
    ],
    [
      'a storage that its model never had',
      () => change('nokia.json', '"storage": 32', '"storage": 256'),
      '/nokia.json, listing 1 (Nokia 6.1): storage: the model comes with 32, 64.',
    ],
    [
      'a model that is listed twice',
      () => change('nokia.json', '"listings": [', `"listings": [${JSON.stringify(JSON.parse(readFileSync(join(folder, 'nokia.json'), 'utf8')).listings[0])},`),
      '/nokia.json, listing 2 (Nokia 6.1): model_name: it is listed twice.',
    ],
  ])('Reports demo listings with %s in one sentence', async (_, make, sentence) => {
    make();
    const message = await read();
    expect(message).toContain(folder);
    expect(message).toContain(sentence);
    expect(message).not.toContain('\n');
  });
});
