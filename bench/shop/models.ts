import { SPECIFICATION_KEYS, type Specification } from '#contract/listings.ts';
import { specificationOf } from '../../src/server/db/seed/listing-rows.ts';
import { readDemoListings } from '../../src/server/db/seed/read-demo-listings.ts';
import { BRANDS, type Brand, toNameKey } from '../../src/server/features/catalog/index.ts';
import { hasRealData, type RealModel, readModels, readOffers } from '../../test/support/real-data.ts';
import { COLORS } from './vocabulary.ts';

/** A model to generate listings from; `weight` is its relative frequency. `newPrice` is in dollars, null if unknown. */
export type OfferedModel = {
  category: Brand;
  brand: string;
  name: string;
  year: number;
  newPrice: number | null;
  colors: string[];
  memories: { storage: string; ram: string }[];
  numbers: string[];
  specification: Specification;
  weight: number;
};

/** The weight of models that appear in no real offer. */
const RARE = 0.1;
const EARLIEST = 2009;
const LONGEST_VALUE = 200;
const NOT_KNOWN = 'Not known';
const MEMORY = /(\d+(?:GB|TB))(?: (\d+(?:\.\d+)?GB) RAM)?/u;

const CATEGORIES = new Map<string, Brand>([...BRANDS.map((brand): [string, Brand] => [toNameKey(brand), brand]), ['poco', 'Xiaomi'], ['redmi', 'Xiaomi']]);

type RealPhone = RealModel & { release_year: number | null; model_numbers: string[] };

/** Models from the real data, if it is wanted and its folder is next to the checkout, else the demo shop's; `source` says which. */
export async function readOfferedModels(wanted: 'real' | 'demo'): Promise<{ models: OfferedModel[]; source: 'real' | 'demo' }> {
  return wanted === 'real' && hasRealData() ? { models: readRealModels(), source: 'real' } : { models: await readDemoModels(), source: 'demo' };
}

/** Models of real phones, weighted by how often real offers name them, without brands that the shop doesn't have. */
function readRealModels(): OfferedModel[] {
  const seen = new Map<string, { offers: number; newPrice: number | null }>();
  for (const { spec_id, original_price_usd } of readOffers() as { spec_id?: string; original_price_usd?: number }[]) {
    if (!spec_id) continue;
    const before = seen.get(spec_id) ?? { offers: 0, newPrice: null };
    seen.set(spec_id, { offers: before.offers + 1, newPrice: before.newPrice ?? original_price_usd ?? null });
  }
  return (readModels() as RealPhone[]).flatMap((phone) => fromReal(phone, seen.get(phone.id) ?? { offers: 0, newPrice: null }));
}

function fromReal(phone: RealPhone, { offers, newPrice }: { offers: number; newPrice: number | null }): OfferedModel[] {
  const category = CATEGORIES.get(toNameKey(phone.brand));
  const year = phone.release_year ?? 0;
  if (!category || year < EARLIEST) return [];
  return [
    {
      category,
      brand: phone.brand,
      name: phone.model_name,
      year,
      newPrice,
      colors: phone.colors.length > 0 ? phone.colors : COLORS,
      memories: memoriesOf(phone.storage_options),
      numbers: phone.model_numbers,
      specification: toSpecification(phone.specification),
      weight: offers + RARE,
    },
  ];
}

function memoriesOf(options: string[]): OfferedModel['memories'] {
  const found = options.flatMap((option) => {
    const [, storage, ram] = MEMORY.exec(option) ?? [];
    return storage ? [{ storage, ram: ram ?? NOT_KNOWN }] : [];
  });
  return found.length > 0 ? found : [{ storage: '64GB', ram: '4GB' }];
}

function toSpecification(known: Record<string, string | null>): Specification {
  return Object.fromEntries(SPECIFICATION_KEYS.map((key) => [key, known[key]?.trim().slice(0, LONGEST_VALUE) || NOT_KNOWN])) as Specification;
}

async function readDemoModels(): Promise<OfferedModel[]> {
  return (await readDemoListings()).map((listing) => ({
    category: listing.brand,
    brand: listing.brand,
    name: listing.model_name,
    year: listing.purchase_year,
    newPrice: listing.original_price,
    colors: [listing.color, ...COLORS.slice(0, 4)],
    memories: [1, 2, 4].map((times) => ({ storage: `${listing.storage * times} GB`, ram: `${listing.ram} GB` })),
    numbers: [listing.model_number],
    specification: specificationOf(listing, listing.purchase_year + 2),
    weight: 1,
  }));
}

/** Maps a number from 0 (inclusive) to 1 to a model, in proportion to the weights. */
export function createModelPicker(models: OfferedModel[]): (part: number) => OfferedModel {
  const sums = new Float64Array(models.length);
  let sum = 0;
  for (const [at, { weight }] of models.entries()) {
    sum += weight;
    sums[at] = sum;
  }
  return (part) => {
    let [from, to] = [0, sums.length - 1];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((sums[middle] ?? 0) > part * sum) to = middle;
      else from = middle + 1;
    }
    const found = models[from];
    if (!found) throw new Error('there is no model to make listings of');
    return found;
  };
}
