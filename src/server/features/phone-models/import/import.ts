import { statSync } from 'node:fs';
import type { Db } from '../../../db/tables.ts';
import { OperatorFault } from '../../../errors.ts';
import type { Clock } from '../../../ports/clock.ts';
import { BRANDS } from '../../catalog/index.ts';
import type { Origin, PhoneModelFacts } from '../model-facts.ts';
import { modelIdOf, nameKeyOf, squeeze, withoutBrand } from '../names.ts';
import { findModelIds, findNamedModels, type ImportCounts, type IncomingModel, importModels } from '../queries.ts';
import { readModels } from './read-models.ts';
import { readRecords } from './records.ts';

/** The result of an import. `others` are tablets, watches and the like. */
export type Imported = ImportCounts & { others: number; refused: number };

export type ImportOptions = {
  db: Db;
  clock: Clock;
  /** The file's facts also replace those of the built-in catalog. */
  replaces?: boolean;
  /** Called for each rejected line or model, with a message. */
  onRefused(where: string, why: string): void;
  /** Called after each batch with the number of models imported so far. */
  onProgress?(imported: number): void;
};

/** Each batch is imported completely or not at all; repeating an interrupted import continues after the last batch. */
const BATCH = 500;

/** Product lines that some lists have as brands, and their brands in the shop. */
const LINES = new Map([
  ['poco', { brand: 'Xiaomi', line: 'Poco' }],
  ['redmi', { brand: 'Xiaomi', line: 'Redmi' }],
]);

/**
 * Imports a file of models (CSV, JSON lines or a JSON document) into the catalog. Safe to repeat; throws `OperatorFault`, before anything is stored, if
 * the file as a whole can't be read.
 */
export async function importFile(file: string, { db, clock, replaces = false, onRefused, onProgress }: ImportOptions): Promise<Imported> {
  await requireReadable(file);
  const counts: Imported = { added: 0, changed: 0, same: 0, others: 0, refused: 0 };
  const match = await createMatcher(db, 'operator');
  let batch: IncomingModel[] = [];
  const store = async (): Promise<void> => {
    if (batch.length === 0) return;
    const stored = await importModels(db, batch, { now: clock.now(), origin: 'operator', replaces });
    for (const outcome of ['added', 'changed', 'same'] as const) counts[outcome] += stored[outcome];
    batch = [];
    onProgress?.(counts.added + counts.changed + counts.same);
  };
  for await (const read of readModels(file)) {
    if (read.outcome === 'model') batch.push(match(read.model));
    else if (read.outcome === 'other') counts.others += 1;
    else {
      counts.refused += 1;
      onRefused(read.where, read.why);
    }
    if (batch.length >= BATCH) await store();
  }
  await store();
  return counts;
}

/** Reads the file to its end: a fault may come late in it, and it may be too large to hold in memory. */
async function requireReadable(file: string): Promise<void> {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) throw new OperatorFault(`There is no file ${file}.`);
  if (found.isDirectory()) throw new OperatorFault(`${file} is a directory, not a file.`);
  if (found.isFIFO()) throw new OperatorFault(`${file} is a pipe, which can be read only once. Save it as a file, and import that.`);
  for await (const _record of readRecords(file));
}

/** Finds each model's id if the catalog has it already, under the brand as the shop writes it. */
async function createMatcher(db: Db, origin: Origin): Promise<(model: PhoneModelFacts) => IncomingModel> {
  // A built-in model's name may be another model's alias.
  const [ids, brands] = [await findModelIds(db, { byOtherNames: origin === 'operator' }), await readBrands(db)];
  return (given) => {
    const model = underItsBrand(given);
    const brand = brands.get(squeeze(model.brand)) ?? model.brand;
    brands.set(squeeze(brand), brand);
    const key = nameKeyOf(brand, model.name);
    const id = ids.get(key) ?? modelIdOf(brand, model.name);
    ids.set(key, id);
    return { id, model: { ...model, brand } };
  };
}

/** Brands as the shop writes them, by their normalized names. */
async function readBrands(db: Db): Promise<Map<string, string>> {
  const models = await findNamedModels(db);
  return new Map([...models.map(({ brand }) => brand), ...BRANDS].map((brand) => [squeeze(brand), brand]));
}

function underItsBrand(model: PhoneModelFacts): PhoneModelFacts {
  const of = LINES.get(squeeze(model.brand));
  return of ? { ...model, brand: of.brand, name: `${of.line} ${withoutBrand(model.brand, model.name)}` } : model;
}

/** Imports the models that ship with the code, all or none. `edition` identifies them, so that they are imported once. */
export async function importBuiltInCatalog(models: PhoneModelFacts[], { db, clock, edition }: { db: Db; clock: Clock; edition: string }): Promise<void> {
  const match = await createMatcher(db, 'shop');
  await importModels(db, models.map(match), { now: clock.now(), origin: 'shop', replaces: false, edition });
}
