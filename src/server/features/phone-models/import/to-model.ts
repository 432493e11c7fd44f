import { MODEL_KEYS, type ModelKey } from '#contract/phone-models.ts';
import type { PhoneModelFacts } from '../model-facts.ts';
import { squeeze, withoutBrand } from '../names.ts';
import { RefusedLine } from './fault.ts';
import { type Fields, isFields } from './fields.ts';
import { readLaunchPrice } from './launch-price.ts';
import { findMonth, findSizes, readMonth, readText, readTexts } from './values.ts';

/** The columns a CSV may have: the model's own fields and the specification's keys. */
export const COLUMNS = [
  'brand',
  'model_name',
  'device_type',
  'released',
  'launch_price_usd',
  'launch_price_eur',
  'launch_price_inr',
  'storage_options',
  'colors',
  'model_numbers',
  'aliases',
  'updates_until',
  'updates_source',
  ...MODEL_KEYS,
] as const;

/** Fields with several values per model, of which sellers choose one: stored as lists beside the specification. */
const CHOSEN = ['storage', 'ram', 'model_number'] as const satisfies readonly ModelKey[];
export type CommonKey = Exclude<ModelKey, (typeof CHOSEN)[number]>;

/** The specification's keys that are the same for every phone of a model. */
export const COMMON_KEYS = MODEL_KEYS.filter((key): key is CommonKey => !(CHOSEN as readonly ModelKey[]).includes(key));

const MAX_NAME = 100;
const MAX_TEXT = 1000;
const MAX_STORAGE = 4096;
const MAX_RAM = 64;

/** Converts a record's fields into a model; null for a device that isn't a phone. Throws `RefusedLine` with a message. */
export function toModelFacts(fields: Fields): PhoneModelFacts | null {
  const kind = readText('device_type', fields.device_type, MAX_NAME);
  if (kind !== null && kind.toLowerCase() !== 'phone') return null;
  const given = withSpecification(fields);
  const brand = readRequired('brand', fields.brand);
  const name = readRequired('model_name', fields.model_name);
  if (squeeze(withoutBrand(brand, name)) === '') throw new RefusedLine('model_name is missing.');
  const options = findSizes(fields.storage_options, { atMost: MAX_STORAGE });
  const updates = readUpdates(fields);
  const released = readReleased(fields);
  if (updates && released && updates.until < released.slice(0, updates.until.length)) throw new RefusedLine('updates_until is before released.');
  return {
    brand,
    name,
    also: readTexts('aliases', fields.aliases, MAX_NAME),
    numbers: readTexts('model_numbers', fields.model_numbers ?? given.model_number, MAX_NAME),
    released,
    launchPriceCents: readLaunchPrice(fields, released),
    storage: options.length > 0 ? options : findSizes(given.storage, { atMost: MAX_STORAGE }),
    ram: findSizes(given.ram, { atMost: MAX_RAM, isRam: true }),
    colors: readTexts('colors', fields.colors, MAX_NAME),
    updates,
    specification: readSpecification(given),
  };
}

/** Collects a CSV's specification columns, which are among the others. */
function withSpecification(fields: Fields): Fields {
  const { specification } = fields;
  if (specification !== undefined && specification !== null && !isFields(specification)) throw new RefusedLine('specification is not an object.');
  return { ...fields, ...specification };
}

function readRequired(label: string, value: unknown): string {
  const text = readText(label, value, MAX_NAME);
  if (text === null || squeeze(text) === '') throw new RefusedLine(`${label} is missing.`);
  return text;
}

function readUpdates(fields: Fields): PhoneModelFacts['updates'] {
  const until = readMonth('updates_until', fields.updates_until);
  const source = readText('updates_source', fields.updates_source, MAX_TEXT);
  if (until !== null && source === null) throw new RefusedLine('updates_until needs updates_source beside it: who promised it, and where.');
  return until === null || source === null ? null : { until, source };
}

function readReleased(fields: Fields): string | null {
  const month = readMonth('released', fields.released);
  if (month !== null) return month;
  // Other lists give the date as text, which may contain no date at all.
  const loose = [fields.announced, fields.release_year].flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? [String(value)] : []));
  return loose.map(findMonth).find((found) => found !== null) ?? null;
}

function readSpecification(given: Fields): PhoneModelFacts['specification'] {
  return Object.fromEntries(
    COMMON_KEYS.flatMap((key) => {
      const text = readText(key, given[key], MAX_TEXT);
      return text === null ? [] : [[key, text]];
    }),
  );
}
