import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { MODEL_KEYS, type PhoneModel } from '#contract/phone-models.ts';
import { toDollars } from '#contract/shared/money.ts';
import { prepare } from '../../db/prepared.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { type KnownModel, mergeModels } from './facts.ts';
import { modelIdOf, nameKeyOf } from './names.ts';

type Row = Tables['phone_models'];
type Facts = Pick<KnownModel, 'storage' | 'ram' | 'colors' | 'specification'> & { updatesSource: string | null };

/** Says which state of the catalogue this is: another one, another word. */
const VERSION = 'phone_models_version';
/** Which of the shop's own writings were put into the database last. */
const WRITTEN = 'phone_models_written';
const BATCH = 100;

const toRow = (model: KnownModel, { origin, now }: { origin: Row['origin']; now: number }): Row => {
  const { storage, ram, colors, specification, updates } = model;
  const facts: Facts = { storage, ram, colors, specification, updatesSource: updates?.source ?? null };
  return {
    id: modelIdOf(model.brand, model.name),
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
};

// What stands in these columns was written by `toRow`.
const toList = (json: string) => JSON.parse(json) as string[];
const toFacts = (json: string) => JSON.parse(json) as Facts;

const toKnown = (row: Row): KnownModel => {
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
};

const onlyOne = <T>(values: T[]): T | undefined => (values.length === 1 ? values[0] : undefined);
const toSize = (gigabytes: number): string => (gigabytes >= 1024 ? `${gigabytes / 1024} TB` : `${gigabytes} GB`);

const toPhoneModel = (row: Row): PhoneModel => {
  const model = toKnown(row);
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
    // All keys are there: they are made from the list of keys.
    specification: Object.fromEntries(MODEL_KEYS.map((key) => [key, chosen[key] ?? null])) as PhoneModel['specification'],
  };
};

const byId = prepare<{ id: string }, Row>(['id'], (db, { id }) => db.selectFrom('phone_models').selectAll().where('id', '=', id));

/** What is known of a model; undefined when there is none with this id. */
export const findPhoneModel = async (db: Db, id: string): Promise<PhoneModel | undefined> => {
  const [row] = await byId(db, { id });
  return row && toPhoneModel(row);
};

const factsOf = prepare<{ id: string }, { facts: string }>(['id'], (db, { id }) => db.selectFrom('phone_models').select('facts').where('id', '=', id));

/** By whose word a model gets security updates as long as it does; null where none is known. */
export const findUpdatesSource = async (db: Db, id: string): Promise<string | null> => {
  const [row] = await factsOf(db, { id });
  return row ? toFacts(row.facts).updatesSource : null;
};

const versionNow = prepare<{ key: string }, { value: string }>(['key'], (db, { key }) => db.selectFrom('settings').select('value').where('key', '=', key));

/** Which state the catalogue is in: a word that is another one after every change. */
export const readModelsVersion = async (db: Db): Promise<string> => (await versionNow(db, { key: VERSION }))[0]?.value ?? '';

/** What models are found by. */
export type NamedModel = Pick<Row, 'id' | 'brand' | 'name' | 'released' | 'launch_price_cents' | 'updates_until' | 'origin'> & {
  also: string[];
  numbers: string[];
};

export const findNamedModels = async (db: Db): Promise<NamedModel[]> => {
  const rows = await db
    .selectFrom('phone_models')
    .select(['id', 'brand', 'name', 'released', 'launch_price_cents', 'updates_until', 'origin', 'also', 'numbers'])
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, also: toList(row.also), numbers: toList(row.numbers) }));
};

const writeSetting = (db: Db, key: string, value: string) =>
  db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();

const writeRows = async (tx: Db, rows: Row[]): Promise<void> => {
  const columns = ['also', 'numbers', 'released', 'launch_price_cents', 'updates_until', 'facts', 'origin', 'updated_at'] as const;
  for (let start = 0; start < rows.length; start += BATCH)
    await tx
      .insertInto('phone_models')
      .values(rows.slice(start, start + BATCH))
      .onConflict((conflict) => conflict.column('id').doUpdateSet(Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]))))
      .execute();
  if (rows.length > 0) await writeSetting(tx, VERSION, uuid());
};

/** Puts what the shop has written down into the database, when that is news; what an operator gave or changed stays as it is. */
export const putWrittenModels = async (db: Db, models: KnownModel[], now: number): Promise<void> => {
  const edition = createHash('sha256').update(JSON.stringify(models)).digest('hex').slice(0, 16);
  const [last] = await versionNow(db, { key: WRITTEN });
  if (last?.value === edition) return;
  await db.transaction().execute(async (tx) => {
    const stored = await tx.selectFrom('phone_models').select('name_key').where('origin', '=', 'operator').execute();
    const theirs = new Set(stored.map(({ name_key }) => name_key));
    const rows = models.map((model) => toRow(model, { origin: 'shop', now })).filter(({ name_key }) => !theirs.has(name_key));
    await writeRows(tx, rows);
    await writeSetting(tx, WRITTEN, edition);
  });
};

/** Which model a name belongs to, as the database has them: by name first, by their other names else. Answers ids. */
export const findModelIds = async (db: Db): Promise<Map<string, string>> => {
  const models = await findNamedModels(db);
  const ids = new Map(models.map(({ id, brand, name }) => [nameKeyOf(brand, name), id]));
  for (const { id, brand, also } of models)
    for (const name of also) {
      const key = nameKeyOf(brand, name);
      if (!ids.has(key)) ids.set(key, id);
    }
  return ids;
};

export type ImportCounts = { added: number; changed: number; same: number };
/** A model to keep, and the id of the one that it adds to; null: none has its name yet. */
export type Incoming = { model: KnownModel; id: string | null };

const contentOf = ({ updated_at: _, origin: __, ...row }: Row): string => JSON.stringify(Object.entries(row).sort());

/** Keeps a batch of models in one transaction. What the shop wrote itself is only added to, unless `replaces`; what an operator gave before is replaced. */
export const importModels = async (db: Db, batch: Incoming[], { now, replaces }: { now: number; replaces: boolean }): Promise<ImportCounts> =>
  db.transaction().execute(async (tx) => {
    const counts = { added: 0, changed: 0, same: 0 };
    const ids = [...new Set(batch.map(({ model, id }) => id ?? modelIdOf(model.brand, model.name)))];
    const found = await tx.selectFrom('phone_models').selectAll().where('id', 'in', ids).execute();
    const rows = new Map(found.map((row) => [row.id, row]));
    const written = new Map<string, Row>();
    for (const { model, id } of batch) {
      const there = rows.get(id ?? modelIdOf(model.brand, model.name));
      const old = there && toKnown(there);
      // The name and the id stay those of the first.
      const incoming = old ? { ...model, brand: old.brand, name: old.name } : model;
      const merged = old && there ? (there.origin === 'shop' && !replaces ? mergeModels(old, incoming) : mergeModels(incoming, old)) : incoming;
      const row = toRow(merged, { origin: 'operator', now });
      if (there && contentOf({ ...row, id: there.id }) === contentOf(there)) counts.same += 1;
      else {
        if (there) counts.changed += 1;
        else counts.added += 1;
        written.set(row.id, row);
        rows.set(row.id, row);
      }
    }
    await writeRows(tx, [...written.values()]);
    return counts;
  });
