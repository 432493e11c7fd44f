import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { CONDITION_LABELS, gradeOfAnswers } from '#contract/shared/condition.ts';
import { readPhoneFacts } from '#drawing/facts.ts';
import { builtInFolder, findBrandFiles } from '../../built-in-data/brand-files.ts';
import { OperatorFault } from '../../errors.ts';
import { BRANDS } from '../../features/catalog/index.ts';
import { type BuiltInModel, readBuiltInCatalog } from '../../features/phone-models/index.ts';
import { DemoEntry, type DemoListing, DemoSeller } from './demo-listing.ts';

const SELLERS = 'sellers.json';

const DemoFile = z.strictObject({ brand: z.string(), listings: z.array(z.unknown()).min(1) });
const SellersFile = z.strictObject({ sellers: z.array(DemoSeller).min(1) });

/** Reads the demo shop's listings, brand by brand in the shop's order. Throws `OperatorFault` with the file, the listing, the field and what is wrong. */
export async function readDemoListings(folder = builtInFolder('demo-listings')): Promise<DemoListing[]> {
  const models = await readBuiltInCatalog(findBrandFiles(builtInFolder('phone-models'), BRANDS));
  const byName = new Map(models.map((model) => [`${model.brand} ${model.name}`, model]));
  const sellers = new Map(readDemoSellers(folder).map((seller) => [seller.key, seller]));
  return findBrandFiles(folder, BRANDS, [SELLERS]).flatMap(({ brand, file }) => {
    const seen = new Set<string>();
    return readEntries(file, brand).map((found, index) => {
      const place = `${file}, listing ${index + 1}`;
      const entry = parse(DemoEntry, found, place);
      const named = `${place} (${entry.model_name})`;
      const model = byName.get(`${brand} ${entry.model_name}`);
      const seller = sellers.get(entry.seller);
      if (!seller) throw new OperatorFault(`${named}: seller: ${SELLERS} has no “${entry.seller}”.`);
      if (!model) throw new OperatorFault(`${named}: model_name: the built-in catalog has no such model of ${brand}.`);
      const fault = seen.has(entry.model_name) ? 'model_name: it is listed twice.' : findMismatch(entry, model);
      if (fault !== null) throw new OperatorFault(`${named}: ${fault}`);
      seen.add(entry.model_name);
      return toDemoListing(entry, model, seller);
    });
  });
}

/** Reads the demo shop's sellers. Throws `OperatorFault` as `readDemoListings` does. */
export function readDemoSellers(folder = builtInFolder('demo-listings')): DemoSeller[] {
  const file = join(folder, SELLERS);
  return parse(SellersFile, readJson(file), file).sellers;
}

function readEntries(file: string, brand: string): unknown[] {
  const content = parse(DemoFile, readJson(file), file);
  if (content.brand !== brand) throw new OperatorFault(`${file}: brand is “${content.brand}”, and the file is named after ${brand}.`);
  return content.listings;
}

/** Throws `OperatorFault` with the first invalid field. */
function parse<Schema extends z.ZodType>(schema: Schema, value: unknown, place: string): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  throw new OperatorFault(`${[place, ...(issue?.path.length ? [issue.path.join('.')] : []), issue?.message].join(': ')}.`);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new OperatorFault(`${file}: This file is not valid JSON (${error instanceof Error ? error.message : 'unknown'}).`);
  }
}

/** Returns why no phone of the model is like this one; null when one can be. */
function findMismatch({ storage, ram, model_number }: DemoEntry, model: BuiltInModel): string | null {
  if (!model.storage.includes(storage)) return `storage: the model comes with ${model.storage.join(', ')}.`;
  if (!model.ram.includes(ram)) return `ram: the model comes with ${model.ram.join(', ')}.`;
  return model.numbers.includes(model_number) ? null : `model_number: the model has ${model.numbers.join(', ')}.`;
}

function toDemoListing(entry: DemoEntry, model: BuiltInModel, seller: DemoSeller): DemoListing {
  const { brand, specification } = model;
  const { size, screen } = readPhoneFacts({ ...entry, brand, specification });
  const grade = gradeOfAnswers(entry.answers);
  return { ...entry, brand, model, seller, size, screen, condition: grade === null ? '' : CONDITION_LABELS[grade] };
}
