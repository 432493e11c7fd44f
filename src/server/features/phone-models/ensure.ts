import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type BrandFile, builtInFolder, findBrandFiles } from '../../built-in-data/brand-files.ts';
import type { Services } from '../../services.ts';
import { BRANDS, type Brand } from '../catalog/index.ts';
import { readBuiltInCatalog } from './built-in-catalog.ts';
import { importBuiltInCatalog } from './import/import.ts';
import { readCatalogEdition } from './queries.ts';

/** Change it when the same files yield different models, for example after a change of exchange rates, so that running shops import them again. */
const READER = 1;

/**
 * Imports the built-in catalog if its files have changed since the last time. Models that an operator imported or changed stay. Throws `OperatorFault`
 * for a missing or malformed file, before changing any model.
 */
export async function ensurePhoneModels({ db, clock }: Pick<Services, 'db' | 'clock'>, folder = builtInFolder('phone-models')): Promise<void> {
  const files = findBrandFiles(folder, BRANDS);
  const edition = hashOf(files);
  if ((await readCatalogEdition(db)) === edition) return;
  await importBuiltInCatalog(await readBuiltInCatalog(files), { db, clock, edition });
}

function hashOf(files: BrandFile<Brand>[]): string {
  const hash = createHash('sha256').update(`${READER}`);
  for (const { file } of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}
