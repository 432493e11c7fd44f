import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { readPhoneFacts } from '#drawing/facts.ts';
import { builtInFolder, findBrandFiles } from '../../built-in-data/brand-files.ts';
import { BRANDS } from '../../features/catalog/index.ts';
import { type BuiltInModel, readBuiltInCatalog } from '../../features/phone-models/index.ts';
import { CannotStart } from '../../process/start-faults.ts';
import { DemoEntry, type DemoListing } from './demo-listing.ts';

const DemoFile = z.strictObject({ brand: z.string(), listings: z.array(z.unknown()).min(1) });

/** Reads the demo shop's listings, brand by brand in the shop's order. Throws `CannotStart` with the file, the listing, the field and what is wrong. */
export async function readDemoListings(folder = builtInFolder('demo-listings')): Promise<DemoListing[]> {
  const models = await readBuiltInCatalog(findBrandFiles(builtInFolder('phone-models'), BRANDS));
  const byName = new Map(models.map((model) => [`${model.brand} ${model.name}`, model]));
  return findBrandFiles(folder, BRANDS).flatMap(({ brand, file }) => {
    const seen = new Set<string>();
    return readEntries(file, brand).map((found, index) => {
      const place = `${file}, listing ${index + 1}`;
      const entry = parse(DemoEntry, found, place);
      const named = `${place} (${entry.model_name})`;
      const model = byName.get(`${brand} ${entry.model_name}`);
      if (!model) throw new CannotStart(`${named}: model_name: the built-in catalog has no such model of ${brand}.`);
      const fault = seen.has(entry.model_name) ? 'model_name: it is listed twice.' : findMismatch(entry, model);
      if (fault !== null) throw new CannotStart(`${named}: ${fault}`);
      seen.add(entry.model_name);
      return toDemoListing(entry, model);
    });
  });
}

function readEntries(file: string, brand: string): unknown[] {
  const content = parse(DemoFile, readJson(file), file);
  if (content.brand !== brand) throw new CannotStart(`${file}: brand is “${content.brand}”, and the file is named after ${brand}.`);
  return content.listings;
}

/** Throws `CannotStart` with the first invalid field. */
function parse<Schema extends z.ZodType>(schema: Schema, value: unknown, place: string): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  throw new CannotStart(`${[place, ...(issue?.path.length ? [issue.path.join('.')] : []), issue?.message].join(': ')}.`);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CannotStart(`${file}: This file is not valid JSON (${error instanceof Error ? error.message : 'unknown'}).`);
  }
}

/** Returns why no phone of the model is like this one; null when one can be. */
function findMismatch({ storage, ram, model_number }: DemoEntry, model: BuiltInModel): string | null {
  if (!model.storage.includes(storage)) return `storage: the model comes with ${model.storage.join(', ')}.`;
  if (!model.ram.includes(ram)) return `ram: the model comes with ${model.ram.join(', ')}.`;
  return model.numbers.includes(model_number) ? null : `model_number: the model has ${model.numbers.join(', ')}.`;
}

function toDemoListing(entry: DemoEntry, model: BuiltInModel): DemoListing {
  const { brand, specification } = model;
  const { size, screen } = readPhoneFacts({ ...entry, brand, specification });
  return { ...entry, brand, model, size, screen };
}
