import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorFault } from '../errors.ts';

/** One brand's file of a folder in `data/`. */
export type BrandFile<Brand extends string> = { brand: Brand; file: string };

/** The folder of this name that ships with the code. A shop with the default data directory keeps its own files next to it. */
export function builtInFolder(name: 'phone-models' | 'demo-listings' | 'meeting-places' | 'cities'): string {
  return join(import.meta.dirname, '../../../data', name);
}

/**
 * The file of each brand, in the order of the brands. Throws `OperatorFault` for a missing file, and for one that belongs to no brand and isn't named in
 * `others`.
 */
export function findBrandFiles<Brand extends string>(folder: string, brands: readonly Brand[], others: readonly string[] = []): BrandFile<Brand>[] {
  const there = namesIn(folder).filter((name) => name.endsWith('.json') && !others.includes(name));
  const files = brands.map((brand) => ({ brand, name: `${brand.toLowerCase()}.json` }));
  const missing = files.find(({ name }) => !there.includes(name));
  if (missing) throw new OperatorFault(`The file ${join(folder, missing.name)} is missing. Restore it from this version of the shop.`);
  const stray = there.find((name) => !files.some((file) => file.name === name));
  if (stray !== undefined) throw new OperatorFault(`The file ${join(folder, stray)} is named after no brand of the shop. Rename it or move it away.`);
  return files.map(({ brand, name }) => ({ brand, file: join(folder, name) }));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new OperatorFault(`The folder ${folder} can’t be read (${code}). Restore it from this version of the shop.`);
  }
}
