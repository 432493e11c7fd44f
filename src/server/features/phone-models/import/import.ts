import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../ports/clock.ts';
import { BRANDS } from '../../catalog/index.ts';
import type { KnownModel } from '../facts.ts';
import { modelIdOf, nameKeyOf, squeeze, withoutBrand } from '../names.ts';
import { findModelIds, findNamedModels, type Incoming, importModels } from '../queries.ts';
import { RefusedLine } from './fault.ts';
import { readRecords } from './records.ts';
import { toKnownModel } from './to-model.ts';

/** What came of a file. `others` are tablets, watches and the like. */
export type Imported = { added: number; changed: number; same: number; others: number; refused: number };

export type ImportOptions = {
  db: Db;
  clock: Clock;
  /** What the shop itself wrote is replaced by what the file says, too. */
  replaces?: boolean;
  /** Hears of each line that was not taken, with a sentence. */
  onRefused(line: number, why: string): void;
  /** Hears how many models are kept so far, after each batch. */
  onProgress?(stored: number): void;
};

/** Kept together or not at all; what was kept before an interruption is found again and stays. */
const BATCH = 500;

/** Brands as the shop writes them, by how they are compared. */
const readBrands = async (db: Db): Promise<Map<string, string>> => {
  const models = await findNamedModels(db);
  return new Map([...models.map(({ brand }) => brand), ...BRANDS].map((brand) => [squeeze(brand), brand]));
};

/** Lines that some lists have as brands of their own, and what the shop calls them. */
const LINES: Record<string, { brand: string; line: string }> = { poco: { brand: 'Xiaomi', line: 'Poco' }, redmi: { brand: 'Xiaomi', line: 'Redmi' } };

const underItsBrand = (model: KnownModel): KnownModel => {
  const of = LINES[squeeze(model.brand)];
  return of ? { ...model, brand: of.brand, name: `${of.line} ${withoutBrand(model.brand, model.name)}` } : model;
};

/** Reads a file of models, CSV or JSON lines, into the catalogue. Safe to repeat; throws `CannotImport` where the file is none. */
export const importFile = async (file: string, { db, clock, replaces = false, onRefused, onProgress }: ImportOptions): Promise<Imported> => {
  const counts: Imported = { added: 0, changed: 0, same: 0, others: 0, refused: 0 };
  const [ids, brands] = [await findModelIds(db), await readBrands(db)];
  let batch: Incoming[] = [];
  const save = async (): Promise<void> => {
    if (batch.length === 0) return;
    const stored = await importModels(db, batch, { now: clock.now(), replaces });
    for (const outcome of ['added', 'changed', 'same'] as const) counts[outcome] += stored[outcome];
    batch = [];
    onProgress?.(counts.added + counts.changed + counts.same);
  };
  const take = (given: KnownModel): void => {
    const model = underItsBrand(given);
    const brand = brands.get(squeeze(model.brand)) ?? model.brand;
    brands.set(squeeze(brand), brand);
    const key = nameKeyOf(brand, model.name);
    const id = ids.get(key) ?? null;
    if (id === null) ids.set(key, modelIdOf(brand, model.name));
    batch.push({ model: { ...model, brand }, id });
  };
  for await (const record of readRecords(file)) {
    try {
      if ('refused' in record) throw new RefusedLine(record.refused);
      const model = toKnownModel(record.fields);
      if (model) take(model);
      else counts.others += 1;
    } catch (error) {
      if (!(error instanceof RefusedLine)) throw error;
      counts.refused += 1;
      onRefused(record.line, error.message);
    }
    if (batch.length >= BATCH) await save();
  }
  await save();
  return counts;
};
