import { MODEL_KEYS, type ModelKey } from '#contract/phone-models.ts';
import type { KnownModel } from '../facts.ts';
import { squeeze, withoutBrand } from '../names.ts';
import { RefusedLine } from './fault.ts';
import { findMonth, findSizes, readMonth, readPrice, readText, readTexts } from './values.ts';

/** A line's fields by their names, as the file has them. */
export type Fields = Record<string, unknown>;

/** What a CSV's first line may name, beside the specification's keys. */
export const COLUMNS = [
  'brand',
  'model_name',
  'device_type',
  'released',
  'launch_price_usd',
  'storage_options',
  'colors',
  'model_numbers',
  'aliases',
  'updates_until',
  'updates_source',
  ...MODEL_KEYS,
] as const;

const MAX_NAME = 100;
const MAX_TEXT = 1000;
const MAX_STORAGE = 4096;
const MAX_RAM = 64;
/** These are lists of a model's own, and chosen for each phone. */
const CHOSEN: readonly ModelKey[] = ['storage', 'ram', 'model_number'];

const required = (label: string, value: unknown): string => {
  const text = readText(label, value, MAX_NAME);
  if (text === null || squeeze(text) === '') throw new RefusedLine(`${label} is missing.`);
  return text;
};

const specificationOf = (given: Fields): KnownModel['specification'] =>
  Object.fromEntries(
    MODEL_KEYS.filter((key) => !CHOSEN.includes(key)).flatMap((key) => {
      const text = readText(key, given[key], MAX_TEXT);
      return text === null ? [] : [[key, text]];
    }),
  );

const releasedOf = (fields: Fields): string | null => {
  const input = readMonth('released', fields.released);
  if (input !== null) return input;
  // Lists say it in words, and at times what they say is no date at all.
  const loose = [fields.announced, fields.release_year].flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? [String(value)] : []));
  return loose.map(findMonth).find((month) => month !== null) ?? null;
};

const updatesOf = (fields: Fields): KnownModel['updates'] => {
  const until = readMonth('updates_until', fields.updates_until);
  const source = readText('updates_source', fields.updates_source, MAX_TEXT);
  if (until !== null && source === null) throw new RefusedLine('updates_until needs updates_source beside it: who promised it, and where.');
  return until === null || source === null ? null : { until, source };
};

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A model out of a line's fields; null for what is no phone. Throws `RefusedLine` with a sentence. */
export const toKnownModel = (fields: Fields): KnownModel | null => {
  const kind = readText('device_type', fields.device_type, MAX_NAME);
  if (kind !== null && kind.toLowerCase() !== 'phone') return null;
  if (fields.specification !== undefined && fields.specification !== null && !isFields(fields.specification))
    throw new RefusedLine('specification is no object.');
  // A CSV has the specification's keys beside the others.
  const given = { ...fields, ...(isFields(fields.specification) ? fields.specification : {}) };
  const brand = required('brand', fields.brand);
  const name = required('model_name', fields.model_name);
  if (squeeze(withoutBrand(brand, name)) === '') throw new RefusedLine('model_name is missing.');
  const options = findSizes(fields.storage_options, { atMost: MAX_STORAGE });
  const updates = updatesOf(fields);
  const released = releasedOf(fields);
  if (updates && released && updates.until < released.slice(0, updates.until.length)) throw new RefusedLine('updates_until is before released.');
  return {
    brand,
    name,
    also: readTexts('aliases', fields.aliases, MAX_NAME),
    numbers: readTexts('model_numbers', fields.model_numbers ?? given.model_number, MAX_NAME),
    released,
    launchPriceCents: readPrice('launch_price_usd', fields.launch_price_usd),
    storage: options.length > 0 ? options : findSizes(given.storage, { atMost: MAX_STORAGE }),
    ram: findSizes(given.ram, { atMost: MAX_RAM, isRam: true }),
    colors: readTexts('colors', fields.colors, MAX_NAME),
    updates,
    specification: specificationOf(given),
  };
};
