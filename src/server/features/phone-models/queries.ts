import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { MODEL_KEYS, type PhoneModel } from '#contract/phone-models.ts';
import { toDollars } from '#contract/shared/money.ts';
import { prepare } from '../../db/prepared.ts';
import { writeSetting } from '../../db/settings.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { combineFacts, type Origin, type PhoneModelFacts } from './model-facts.ts';
import { nameKeyOf } from './names.ts';

type Row = Tables['phone_models'];
type Facts = Pick<PhoneModelFacts, 'storage' | 'ram' | 'colors' | 'specification'> & { updatesSource: string | null };

/** The setting with the catalog's version, which every change renews. */
const VERSION = 'phone_models_version';
/** The setting with the edition of the built-in catalog that was imported last. */
const EDITION = 'phone_models_written';
const BATCH = 100;

const byId = prepare<{ id: string }, Row>(['id'], (db, { id }) => db.selectFrom('phone_models').selectAll().where('id', '=', id));

const factsOf = prepare<{ id: string }, { facts: string }>(['id'], (db, { id }) => db.selectFrom('phone_models').select('facts').where('id', '=', id));

const settingNow = prepare<{ key: string }, { value: string }>(['key'], (db, { key }) => db.selectFrom('settings').select('value').where('key', '=', key));

/** The columns for finding models. */
export type NamedModel = Pick<Row, 'id' | 'brand' | 'name' | 'released' | 'launch_price_cents' | 'updates_until' | 'origin'> & {
  also: string[];
  numbers: string[];
};

export type ImportCounts = { added: number; changed: number; same: number };
/** A model to import under this id, new or existing. */
export type IncomingModel = { id: string; model: PhoneModelFacts };
type Import = { now: number; origin: Origin; replaces: boolean; edition?: string };

/** Everything known about a model; undefined if there is none with this id. */
export async function findPhoneModel(db: Db, id: string): Promise<PhoneModel | undefined> {
  const [row] = await byId(db, { id });
  return row && toPhoneModel(row);
}

function toPhoneModel(row: Row): PhoneModel {
  const model = toModel(row);
  const [storage, ram] = [onlyOne(model.storage), onlyOne(model.ram)];
  const chosen = {
    ...model.specification,
    ...(storage !== undefined && { storage: toSize(storage) }),
    ...(ram !== undefined && { ram: toSize(ram) }),
    ...(model.numbers.length === 1 && { model_number: model.numbers[0] }),
  };
  return {
    _id: row.id,
    brand: model.brand,
    model_name: model.name,
    released: model.released,
    launch_price: model.launchPriceCents === null ? null : toDollars(model.launchPriceCents),
    storage: model.storage,
    ram: model.ram,
    colors: model.colors,
    model_numbers: model.numbers,
    updates: model.updates,
    // Complete, because it is made from the list of keys.
    specification: Object.fromEntries(MODEL_KEYS.map((key) => [key, chosen[key] ?? null])) as PhoneModel['specification'],
  };
}

function toModel(row: Row): PhoneModelFacts {
  const { updatesSource, ...facts } = toFacts(row.facts);
  return {
    ...facts,
    brand: row.brand,
    name: row.name,
    also: toList(row.also),
    numbers: toList(row.numbers),
    released: row.released,
    launchPriceCents: row.launch_price_cents,
    updates: row.updates_until === null ? null : { until: row.updates_until, source: updatesSource ?? '' },
  };
}

const toFacts = (json: string) => JSON.parse(json) as Facts;

// `toRow` wrote these columns.
const toList = (json: string) => JSON.parse(json) as string[];

const onlyOne = <T>(values: T[]): T | undefined => (values.length === 1 ? values[0] : undefined);

const toSize = (gigabytes: number): string => (gigabytes >= 1024 ? `${gigabytes / 1024} TB` : `${gigabytes} GB`);

/** Who promised a model's security updates, and where; null if no promise is known. */
export async function findUpdatesSource(db: Db, id: string): Promise<string | null> {
  const [row] = await factsOf(db, { id });
  return row ? toFacts(row.facts).updatesSource : null;
}

/** Whether a model of the catalog comes in this color, in lower case. */
export async function isCatalogColor(db: Db, color: string): Promise<boolean> {
  const pattern = `%${JSON.stringify(color).replace(/[\\%_]/gu, '\\$&')}%`;
  const found = await db.selectFrom('phone_models').select('id').where(sql<boolean>`lower(facts) like ${pattern} escape '\\'`).limit(1).executeTakeFirst();
  return found !== undefined;
}

/** The catalog's version, which every change renews. */
export const readModelsVersion = async (db: Db): Promise<string> => (await settingNow(db, { key: VERSION }))[0]?.value ?? '';

/** The edition of the built-in catalog that was imported last; undefined before the first import. */
export const readCatalogEdition = async (db: Db): Promise<string | undefined> => (await settingNow(db, { key: EDITION }))[0]?.value;

/** The ids of the catalog's models by the keys of their names and, unless a model has it as its own name, of their other names. */
export async function findModelIds(db: Db, { byOtherNames }: { byOtherNames: boolean }): Promise<Map<string, string>> {
  const models = await findNamedModels(db);
  const ids = new Map(models.map(({ id, brand, name }) => [nameKeyOf(brand, name), id]));
  if (!byOtherNames) return ids;
  for (const { id, brand, also } of models)
    for (const name of also) {
      const key = nameKeyOf(brand, name);
      if (!ids.has(key)) ids.set(key, id);
    }
  return ids;
}

export async function findNamedModels(db: Db): Promise<NamedModel[]> {
  const rows = await db
    .selectFrom('phone_models')
    .select(['id', 'brand', 'name', 'released', 'launch_price_cents', 'updates_until', 'origin', 'also', 'numbers'])
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, also: toList(row.also), numbers: toList(row.numbers) }));
}

/** Imports a batch of models in one transaction, each combined with the catalog's facts about it (`combineFacts`). */
export async function importModels(db: Db, batch: IncomingModel[], { now, origin, replaces, edition }: Import): Promise<ImportCounts> {
  return db.transaction().execute(async (tx) => {
    const counts = { added: 0, changed: 0, same: 0 };
    const ids = [...new Set(batch.map(({ id }) => id))];
    const found = await tx.selectFrom('phone_models').selectAll().where('id', 'in', ids).execute();
    const rows = new Map(found.map((row) => [row.id, row]));
    const changed = new Map<string, Row>();
    for (const { id, model } of batch) {
      const there = rows.get(id);
      const combined = there ? combineFacts(model, { ...toModel(there), origin: there.origin }, { origin, replaces }) : model;
      const row = combined && toRow(id, combined, { origin, now });
      if (!row || (there && contentOf(row) === contentOf(there))) {
        counts.same += 1;
        continue;
      }
      counts[there ? 'changed' : 'added'] += 1;
      changed.set(id, row);
      rows.set(id, row);
    }
    await writeRows(tx, [...changed.values()]);
    if (edition !== undefined) await writeSetting(tx, EDITION, edition);
    return counts;
  });
}

function toRow(id: string, model: PhoneModelFacts, { origin, now }: { origin: Origin; now: number }): Row {
  const { storage, ram, colors, specification, updates } = model;
  const facts: Facts = { storage, ram, colors, specification, updatesSource: updates?.source ?? null };
  return {
    id,
    brand: model.brand,
    name: model.name,
    name_key: nameKeyOf(model.brand, model.name),
    also: JSON.stringify(model.also),
    numbers: JSON.stringify(model.numbers),
    released: model.released,
    launch_price_cents: model.launchPriceCents,
    updates_until: updates?.until ?? null,
    facts: JSON.stringify(facts),
    origin,
    updated_at: now,
  };
}

const contentOf = ({ updated_at: _, origin: __, ...row }: Row): string => JSON.stringify(Object.entries(row).sort());

async function writeRows(tx: Db, rows: Row[]): Promise<void> {
  const columns = ['also', 'numbers', 'released', 'launch_price_cents', 'updates_until', 'facts', 'origin', 'updated_at'] as const;
  for (let start = 0; start < rows.length; start += BATCH)
    await tx
      .insertInto('phone_models')
      .values(rows.slice(start, start + BATCH))
      .onConflict((conflict) => conflict.column('id').doUpdateSet(Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]))))
      .execute();
  if (rows.length > 0) await writeSetting(tx, VERSION, uuid());
}
