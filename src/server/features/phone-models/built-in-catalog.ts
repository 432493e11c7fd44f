import type { BrandFile } from '../../built-in-data/brand-files.ts';
import { OperatorFault } from '../../errors.ts';
import type { Brand } from '../catalog/index.ts';
import { type ReadModel, readModels } from './import/read-models.ts';
import { COMMON_KEYS, type CommonKey } from './import/to-model.ts';
import type { PhoneModelFacts } from './model-facts.ts';
import { nameKeyOf } from './names.ts';

/** A model of the built-in catalog, complete except perhaps for its update policy. */
export type BuiltInModel = Omit<PhoneModelFacts, 'brand' | 'specification'> & { brand: Brand; specification: Record<CommonKey, string> };

/** Reads the built-in catalog's files with the operator's importer. Throws `OperatorFault` with the file, the model and what is wrong or missing. */
export async function readBuiltInCatalog(files: BrandFile<Brand>[]): Promise<BuiltInModel[]> {
  const models: BuiltInModel[] = [];
  const names = new Set<string>();
  for (const { brand, file } of files)
    for await (const read of readNamed(file)) {
      const fail = (why: string): never => {
        throw new OperatorFault(`${file}, ${read.where}: ${why}`);
      };
      if (read.outcome !== 'model') return fail(read.outcome === 'refused' ? read.why : 'device_type is not phone.');
      const name = nameKeyOf(brand, read.model.name);
      const fault = names.has(name) ? 'it is listed twice.' : findFault(read.model, brand);
      if (fault !== null) fail(fault);
      names.add(name);
      // `findFault` has checked it.
      models.push(read.model as BuiltInModel);
    }
  return models;
}

/** Reads a file's models; what is wrong with the file as a whole names the file. */
async function* readNamed(file: string): AsyncGenerator<ReadModel> {
  try {
    yield* readModels(file);
  } catch (error) {
    throw error instanceof OperatorFault ? new OperatorFault(`${file}: ${error.message}`) : error;
  }
}

function findFault(model: PhoneModelFacts, brand: Brand): string | null {
  if (model.brand !== brand) return `brand is “${model.brand}”, and the file is named after ${brand}.`;
  const missing = findMissing(model);
  return missing === null ? null : `${missing} is missing, or not readable.`;
}

function findMissing({ released, launchPriceCents, storage, ram, colors, numbers, specification }: PhoneModelFacts): string | null {
  if (released === null) return 'released';
  if (launchPriceCents === null) return 'launch_price_usd';
  if (storage.length === 0) return 'storage_options';
  if (ram.length === 0) return 'ram';
  if (colors.length === 0) return 'colors';
  if (numbers.length === 0) return 'model_numbers';
  return COMMON_KEYS.find((key) => specification[key] === undefined) ?? null;
}
