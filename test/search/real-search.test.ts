import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SPECIFICATION_KEYS } from '#contract/shared/specification.ts';
import { createChangeFeed } from '#server/db/change-feed.ts';
import type { NewListingRow } from '#server/db/tables.ts';
import { toNameKey } from '#server/features/catalog/index.ts';
import { createSearchIndex, NO_FILTERS } from '#server/features/search/index.ts';
import type { SearchEngine } from '#server/ports/search-engine.ts';
import { createChance } from '#test/model/chance.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { hasRealData, type RealModel, readModels, readOffers, readTypos, squeeze } from '#test/support/real-data.ts';
import { insertCategory, insertUser, listingRow } from '#test/support/world/rows.ts';

const LONGEST = 200;
const BATCH = 200;
/** Parts and covers name the phones they fit. */
const NO_PHONE = /case|cover|compatible|protector|\bfor (?:google|samsung|moto|apple|iphone)|glass|charging port|lcd/iu;

let database: TestDatabase;
let searchIndex: SearchEngine;
const offered = new Map<string, RealModel>();

/** A shop that offers one phone of each model. */
async function listModels(models: RealModel[]): Promise<void> {
  const { db } = database;
  const now = Date.now();
  const { id: sellerId } = await insertUser(db, { role: 'seller', now });
  const brands = new Map<string, string>();
  for (const { brand } of models) if (!brands.has(toNameKey(brand))) brands.set(toNameKey(brand), await insertCategory(db, brand));
  const rows: NewListingRow[] = models.map((model, index) => {
    const specification = Object.fromEntries(SPECIFICATION_KEYS.map((key) => [key, (model.specification[key] ?? 'Not known').slice(0, 1000)]));
    const row = listingRow(
      { sellerId, categoryId: brands.get(toNameKey(model.brand)) ?? '', now: now + index },
      {
        name: model.brand,
        brand: model.brand,
        model_name: model.model_name,
        resale_price: (100 + index / 100).toFixed(2),
        color: model.colors[0] ?? 'Black',
        storage: model.storage_options[0]?.slice(0, 100) ?? '64 GB',
        specification,
      },
    );
    offered.set(row.id, model);
    return row;
  });
  for (let start = 0; start < rows.length; start += BATCH)
    await db
      .insertInto('listings')
      .values(rows.slice(start, start + BATCH))
      .execute();
}

async function find(search: string, limit: number): Promise<RealModel[]> {
  const { items } = await searchIndex.findIds({ filters: NO_FILTERS, search: search.slice(0, LONGEST) }, 'match', { limit, after: null });
  return items.flatMap((id) => offered.get(id) ?? []);
}

/** Titles don't distinguish names that differ only by a network or a year. */
function nameOf({ brand, model_name }: RealModel): string {
  return squeeze(`${brand} ${model_name}`.replace(/\((?:20\d\d|\w+)\)|\b[345]g\b/giu, ''));
}

/** The labels of real titles were guessed and sometimes stop short (`Pixel` of `Pixel 4 XL`): a longer name that is in the title counts as well. */
function isMeant(title: string, label: RealModel, found: RealModel): boolean {
  return (
    nameOf(found) === nameOf(label) ||
    (found.brand === label.brand && nameOf(found).startsWith(nameOf(label)) && squeeze(title).includes(squeeze(found.model_name)))
  );
}

async function shareOf<T>(name: string, cases: T[], isRight: (one: T) => Promise<boolean>): Promise<number> {
  let right = 0;
  for (const one of cases) if (await isRight(one)) right += 1;
  const share = (100 * right) / cases.length;
  process.stdout.write(`search: ${name}: ${right} of ${cases.length} (${share.toFixed(1)} %)\n`);
  return share;
}

describe.skipIf(!hasRealData())('Search among eleven thousand real models', () => {
  const chance = createChance(20_261_121);
  const sample = <T>(all: T[], size: number): T[] =>
    all
      .map((one) => ({ one, order: chance.below(2 ** 30) }))
      .sort((a, b) => a.order - b.order)
      .slice(0, size)
      .map(({ one }) => one);
  let models: RealModel[];

  beforeAll(async () => {
    database = await freshDatabase();
    models = readModels();
    await listModels(models);
    searchIndex = createSearchIndex(
      database.db,
      createChangeFeed(() => database.db),
    );
  });
  afterAll(() => database.drop());

  it('Ranks a model first for its exact name, for 99 % of them', async () => {
    const share = await shareOf('exact names first', sample(models, 2000), async (model) => {
      const called = squeeze(model.model_name).startsWith(squeeze(model.brand)) ? model.model_name : `${model.brand} ${model.model_name}`;
      const [first] = await find(called, 1);
      return first !== undefined && squeeze(first.model_name).endsWith(squeeze(model.model_name));
    });
    expect(share).toBeGreaterThanOrEqual(99);
  });

  it('Ranks a phone first for its model number, for 99 % of them', async () => {
    const numbers = models.flatMap(({ specification }) => (specification.model_number ?? '').split(/[,;]/u)).map((number) => number.trim());
    const real = numbers.filter((number) => number.length >= 4 && /\d/u.test(number) && /\p{L}/u.test(number));
    const share = await shareOf('model numbers first', sample(real, 1000), async (number) => {
      const [first] = await find(number, 1);
      return first !== undefined && [first.specification.model_number ?? '', first.model_name].some((text) => squeeze(text).includes(squeeze(number)));
    });
    expect(share).toBeGreaterThanOrEqual(99);
  });

  it('Ranks the phone that a real title means among the first five, for 95 % of them', async () => {
    const known = new Map(models.map((model) => [model.id, model]));
    const titles = readOffers().flatMap(({ title, spec_id }) => {
      const label = known.get(spec_id ?? '');
      return label && !NO_PHONE.test(title) ? [{ title, label }] : [];
    });
    const share = await shareOf('real titles, first five', sample(titles, 300), async ({ title, label }) =>
      (await find(title, 5)).some((found) => isMeant(title, label, found)),
    );
    expect(share).toBeGreaterThanOrEqual(95);
  });

  it('Ranks the phone that a misspelled title means among the first five, for 95 % of them', async () => {
    const known = new Map(models.map((model) => [model.id, model]));
    const offers = readOffers();
    const titles = readTypos().flatMap(({ example }) => {
      const label = known.get(offers.find(({ title }) => title === example)?.spec_id ?? '');
      return label ? [{ title: example, label }] : [];
    });
    const share = await shareOf('real slips, first five', titles, async ({ title, label }) =>
      (await find(title, 5)).some((found) => isMeant(title, label, found)),
    );
    expect(titles.length).toBeGreaterThan(20);
    expect(share).toBeGreaterThanOrEqual(95);
  });

  it('Recognizes the brand or line of a real misspelling, for 95 % of them', async () => {
    const brands = new Set(models.map(({ brand }) => squeeze(brand)));
    const slips = readTypos().filter(({ target }) => brands.has(target) || ['galaxy', 'pixel', 'redmi'].includes(target));
    const share = await shareOf('real slips of brands and lines, first five', slips, async ({ typo, target }) =>
      (await find(typo, 5)).some((found) => squeeze(`${found.brand}${found.model_name}`).includes(target)),
    );
    expect(slips.length).toBeGreaterThan(20);
    expect(share).toBeGreaterThanOrEqual(95);
  });
});
