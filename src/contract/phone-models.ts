import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { Amount } from './shared/money.ts';
import { SPECIFICATION_KEYS, type SpecificationKey } from './shared/specification.ts';
import { Id, requiredText } from './shared/text.ts';

/** Keys that can differ between phones of the same model. */
const OWN_KEYS = ['contract', 'lock_status', 'manufacturer_warranty', 'region_of_origin'] as const;
export type OwnKey = (typeof OWN_KEYS)[number];

export type ModelKey = Exclude<SpecificationKey, OwnKey>;

/** The keys that the model determines. */
export const MODEL_KEYS = SPECIFICATION_KEYS.filter((key): key is ModelKey => !(OWN_KEYS as readonly string[]).includes(key));

/** A month, `2019-09`, or a year if the month isn't known. */
const MonthOrYear = z.string().regex(/^\d{4}(?:-\d{2})?$/u);

/** A model that matches what was typed. */
export const PhoneModelHit = z.object({
  _id: z.string(),
  brand: z.string(),
  model_name: z.string(),
  released: MonthOrYear.nullable(),
  /** The model number that was typed, in part or in full, as its manufacturer writes it; null for a match by name. */
  model_number: z.string().nullable(),
});
export type PhoneModelHit = z.infer<typeof PhoneModelHit>;

/** What is known of a model. Unknown values are null or empty lists, never guessed. */
export const PhoneModel = z.object({
  _id: z.string(),
  brand: z.string(),
  model_name: z.string(),
  released: MonthOrYear.nullable(),
  /** The launch price of the smallest version, in dollars. */
  launch_price: Amount.nullable(),
  /** Gigabytes; 1024 is 1 TB. */
  storage: z.array(z.number().positive()),
  ram: z.array(z.number().positive()),
  colors: z.array(z.string()),
  model_numbers: z.array(z.string()),
  /** The month in which security updates end, and the source. */
  updates: z.object({ until: MonthOrYear, source: z.string() }).nullable(),
  /** In the format of a listing's specification. Storage, memory and model number are filled only if there is just one. */
  specification: z.object(Object.fromEntries(MODEL_KEYS.map((key) => [key, z.string().nullable()])) as Record<ModelKey, z.ZodNullable<z.ZodString>>),
});
export type PhoneModel = z.infer<typeof PhoneModel>;

export const phoneModelCalls = {
  'GET /phoneModels': {
    summary: 'Suggests up to eight models for what has been typed in `search`, by name or model number, likeliest first.',
    access: 'anyone',
    rows: 'none',
    limit: 'search',
    query: z.object({ search: requiredText('Search', 200) }),
    reply: z.array(PhoneModelHit),
  },
  'GET /phoneModels/:id': {
    summary: 'Returns what the catalog knows about a model: what a form can fill in, its price when new, and how long it gets updates.',
    access: 'anyone',
    rows: 'none',
    params: z.object({ id: Id }),
    reply: PhoneModel,
  },
} as const satisfies Record<string, Endpoint>;
