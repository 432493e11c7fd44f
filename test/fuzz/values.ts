import naughty from 'big-list-of-naughty-strings' with { type: 'json' };
import fc, { type Arbitrary } from 'fast-check';
import { checkDigitOf } from '#contract/imei.ts';
import { FRONT } from '#test/support/world/values.ts';
import { REF_KINDS, type RefKind } from './world.ts';

/** The id of an existing row, chosen when the request is sent. */
export class Ref {
  readonly kind: RefKind;
  readonly at: number;

  constructor(kind: RefKind, at: number) {
    this.kind = kind;
    this.at = at;
  }
}

/** The part of JSON Schema that the OpenAPI document uses. */
export type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
};

/** The kind of row that an id refers to, by its path or field name. */
const KINDS: [RegExp, RefKind[]][] = [
  [/orderId/u, ['order']],
  [/sellerId/u, ['user']],
  [/listing(?:Id)?$/u, ['listing']],
  [/^\/orders/u, ['order']],
  [/transactionId/u, ['intent']],
  [/^\/(?:users|products\/ )/u, ['user']],
  [/^\/removedItems/u, ['listing', 'user']],
  [/^\/lostPhones/u, ['lostPhone']],
  [/^\/imeiQuestions/u, ['imeiQuestion']],
  [/^\/(?:decisions|myDecisions)/u, ['decision']],
  [/^\/answers/u, ['answer']],
  [/^\/conversations\/.*id$/u, ['conversation']],
  [/^\/offers/u, ['offer']],
  [/^\/(?:reviews|reportedReviews)/u, ['review']],
  [/^\/notifications/u, ['notification']],
  [/^\/pushDevices/u, ['pushDevice']],
  [/^\/savedSearches/u, ['savedSearch', 'searchToPost']],
  [/^\/wantedAds|adId$/u, ['wantedAd']],
  [/^\/sellers/u, ['user']],
  [/^\/duplicatePhotos/u, ['duplicatePhoto']],
  [/^\/imageUploads/u, ['upload']],
  [/^\/(?:phoneModels|modelPrices)/u, ['model']],
  [/^\/drafts/u, ['draft']],
  [/^\/listingImports/u, ['import']],
  [/^\/possession/u, ['code']],
  [/^\/phoneTestCodes/u, ['phoneTest']],
  [/^\/sessions/u, ['session']],
];

const words = fc.constantFrom('samsung', 'galaxy s21', 'iphne 12 promax 256', '8/256', 'under 300', 'Porto', '128 GB', 'Good', 'black', '2022', 'a');
const money = fc.constantFrom<unknown>('289', 289, '$1,299.50', '1 299', 0.5, '999999.99', 0.001, '199.999', '1000000');

export const imei = fc
  .integer({ min: 100_000, max: 999_999 })
  .map((number) => `35674109${number}`)
  .map((body) => body + checkDigitOf(body));

/** Values by field name, where the schema alone doesn't say enough. */
const BY_NAME: Record<string, Arbitrary<unknown>> = {
  email: refTo('email'),
  cursor: refTo('cursor'),
  name: fc.constantFrom('Samsung', 'samsung', ' SAMSUNG ', 'Samsung', 'Nobody'),
  image: fc.constant(FRONT),
  picture: fc.constantFrom<unknown>('https://pictures.example.test/proof.jpg', null, ''),
  photos: fc.constantFrom<unknown>([], ['https://pictures.example.test/back.jpg']),
  imei: fc.oneof<Arbitrary<unknown>[]>(imei, fc.constant('')),
  lostOn: fc.constantFrom('2026-01-02', '2020-02-29', '2026-02-30'),
  price: fc.oneof({ weight: 3, arbitrary: fc.constant<unknown>('289') }, { weight: 1, arbitrary: money }),
  resale_price: money,
  original_price: money,
  priceFrom: fc.constantFrom('1', '100'),
  priceTo: fc.constantFrom('300', '1000000'),
  limit: fc.constantFrom('1', '2', '24', '100', '101'),
  sort: fc.constantFrom('newest', 'oldest', 'lowtohigh', 'hightolow', 'default', 'other'),
  updates: fc.constantFrom('', '12', '36'),
  verified: fc.constantFrom('1', '', '0'),
  offset: fc.constantFrom('0', '32', '64'),
  size: fc.constantFrom<unknown>(1, 64, 10_000_000),
  ids: fc.array(refTo('listing'), { minLength: 1, maxLength: 5 }),
  revision: fc.oneof(fc.constantFrom(0, 1, 1, 2), refTo('revision')),
  accent: fc.constantFrom<unknown>('#335577', '#FFFFFF', '#000000', null),
  url: fc.constantFrom('https://pictures.example.test/', 'mailto:shop@example.test', '/', 'javascript:alert(1)'),
  currentPassword: fc.constantFrom('practice123', 'practice456', 'wrong1234'),
  newPassword: fc.constantFrom('practice123', 'practice456', 'short'),
  password: fc.constantFrom('practice123', 'short', 'x'.repeat(129)),
};

const IDS = new Set(['id', '_id', 'productId', 'orderId', 'transactionId', 'listing', 'listingId', 'sellerId', 'adId']);

const LONG = [201, 255, 1001, 5001, 100_000].map((length) => 'x'.repeat(length));
const PROTOTYPES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'];
const NUMBERS = [-1, 0, -0, 1e308, -1e308, 2 ** 53, -(2 ** 63), 1e-320, 0.1 + 0.2];

/** Texts that have broken software before. */
export const hostileText: Arbitrary<string> = fc.oneof(
  fc.constantFrom(...naughty),
  fc.constantFrom('', ' ', '\0', 'a\0b', '\ud800', 'a\udfff', '\u202e', '\ufeff', '\u200b', "' or 1=1 --", '%', '_', '*', '"', '\\', '\r\nx: y', ...PROTOTYPES),
  fc.constantFrom(...LONG, '🙂'.repeat(300), '\u0301'.repeat(500), '9'.repeat(400), `${'('.repeat(3000)}a`),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
);

/** Any value of any type. Never contains another person's secret: it would appear wherever it was written. */
export const hostile: Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(...NUMBERS, true, false, null) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>([], {}, [[]], { $gt: '' }, { length: 3 }, [null], { toString: 1 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 2, arbitrary: refTo(...REF_KINDS.filter((kind) => kind !== 'email' && kind !== 'session')) },
);

export const prototypeName: Arbitrary<string> = fc.constantFrom(...PROTOTYPES, 'extra', '', 'email[]', 'email.x');

/** Generates values that the schema accepts, most of which let the call succeed. */
export function valid(path: string, name: string, schema: Schema): Arbitrary<unknown> {
  if (IDS.has(name)) return schema.anyOf ? fc.oneof(idsFor(path, name), fc.constant(null)) : idsFor(path, name);
  const known = BY_NAME[name];
  if (known) return known;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => valid(path, name, choice)));
  if (schema.type === 'object') return fieldsOf(path, schema);
  if (schema.type === 'array') return fc.array(valid(path, name, schema.items ?? {}), { maxLength: 3 });
  if (schema.type === 'integer' || schema.type === 'number') return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 1000, 1_000_000) });
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.type === 'boolean') return fc.boolean();
  return words;
}

function idsFor(path: string, field: string): Arbitrary<unknown> {
  const place = `${path} ${field}`;
  const kinds = KINDS.find(([pattern]) => pattern.test(place))?.[1] ?? ['listing'];
  return fc.oneof(
    { weight: 4, arbitrary: refTo(...kinds) },
    { weight: 1, arbitrary: refTo(...REF_KINDS.filter((kind) => kind !== 'email' && kind !== 'session')) },
  );
}

function refTo(...kinds: readonly RefKind[]): Arbitrary<unknown> {
  return fc.tuple(fc.constantFrom(...kinds), fc.nat(30)).map(([kind, at]) => new Ref(kind, at));
}

function fieldsOf(path: string, { properties = {}, required = [] }: Schema): Arbitrary<unknown> {
  return fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valid(path, name, schema)])) as Record<string, Arbitrary<unknown>>,
    {
      requiredKeys: required,
    },
  );
}
