import { CSV_KEYS } from '#contract/listing-fields.ts';
import type { ImportColumn } from '#contract/selling/listing-imports.ts';
import { CONDITION_QUESTION_KEYS } from '#contract/shared/condition-answers.ts';
import { SPECIFICATION_KEYS } from '#contract/shared/specification.ts';
import { InvalidError } from '../../../errors.ts';

const ANSWERS = CONDITION_QUESTION_KEYS.map((key) => `answers.${key}` as const);

/** The fields of `POST /products`, in the order of templates and exports. */
export const FIELDS = [...CSV_KEYS, ...SPECIFICATION_KEYS.map((key) => `specification.${key}` as const), ...ANSWERS];
export type Field = (typeof FIELDS)[number] | 'status' | 'reference' | '_id';

/** Columns that the shop sets itself: in exports, and read by imports to know their own listings and skip sold phones. */
export const OWN_COLUMNS = ['_id', 'status', 'post_time', 'imei_last4'] as const;

/** Columns that may be missing; a missing category is taken from the brand. */
const OPTIONAL: readonly Field[] = ['name', 'photos', 'imei', 'status', ...ANSWERS];

const OTHER_NAMES: Record<string, Field> = {
  category: 'name',
  photo: 'image',
  picture: 'image',
  pictures: 'photos',
  images: 'photos',
  place: 'location',
  model: 'model_name',
  price: 'resale_price',
  newprice: 'original_price',
  colour: 'color',
  phone: 'mobile_number',
  phonenumber: 'mobile_number',
  sku: 'reference',
};

const MAX_COLUMNS = 200;
const NAMED_AT_MOST = 8;

const BY_NAME = new Map<string, Field>([
  ...SPECIFICATION_KEYS.map((key): [string, Field] => [fold(key), `specification.${key}`]),
  ...Object.entries(OTHER_NAMES),
  ...FIELDS.map((field): [string, Field] => [fold(field), field]),
  ['status', 'status'],
  ['reference', 'reference'],
]);

/**
 * Maps the header's columns to fields: by the field's name in any case, `specification.SIM` or `SIM`, and a few aliases. Throws `InvalidError` when a
 * field occurs twice or a required one is missing.
 */
export function readColumns(header: string[]): ImportColumn[] {
  if (header.length > MAX_COLUMNS) throw new InvalidError(`The first line names ${header.length} columns, far more than a list of phones has.`);
  const columns = header.map((name) => {
    const column = name.trim().slice(0, 100);
    // By its exact name: a seller's own numbers often have a column named ID.
    return { column, field: column === '_id' ? column : (BY_NAME.get(fold(column)) ?? null) };
  });
  while (columns.at(-1)?.column === '') columns.pop();
  requireEachOnce(columns);
  requireAll(columns);
  return columns;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function requireEachOnce(columns: ImportColumn[]): void {
  for (const { column, field } of columns) {
    const twin = field === null ? undefined : columns.find((other) => other.field === field && other.column !== column);
    const twice = field !== null && columns.filter((other) => other.field === field).length > 1;
    if (twin) throw new InvalidError(`The columns “${column}” and “${twin.column}” both contain the ${field}. Remove one of them.`);
    if (twice) throw new InvalidError(`The column “${column}” appears twice in the first line. Remove one of them.`);
  }
}

function requireAll(columns: ImportColumn[]): void {
  const there = new Set(columns.map(({ field }) => field));
  const missing = FIELDS.filter((field) => !there.has(field) && !OPTIONAL.includes(field));
  if (missing.length === 0) return;
  const named = missing.slice(0, NAMED_AT_MOST).join(', ');
  const more = missing.length > NAMED_AT_MOST ? ` and ${missing.length - NAMED_AT_MOST} more` : '';
  throw new InvalidError(`The first line must name every column. These are missing: ${named}${more}. The template has them all.`);
}
