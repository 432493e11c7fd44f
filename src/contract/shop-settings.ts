import { z } from 'zod';
import { INSPECTION_HOURS } from './fulfillment.ts';
import { FEE_LIMITS, hasTwoDecimals } from './seller-fee.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { Moment } from './shared/replies.ts';
import { SECTIONS } from './shared/shop-texts.ts';
import { isStorable, isWithinReach, requiredText } from './shared/text.ts';
import { wholeNumber } from './shared/whole-number.ts';

/** How many versions of the settings are stored, including the current one. */
export const STORED_VERSIONS = 20;
const MAX_BRANDS = 100;

/** The range within which an admin can set each number. */
export const LIMITS = {
  newArrivals: { min: 1, max: 8 },
  newArrivalDays: { min: 1, max: 30 },
  holdMinutes: { min: 5, max: 60 },
  inspectionHours: { min: INSPECTION_HOURS.min, max: INSPECTION_HOURS.max },
  firstPurchasePercent: { min: 0, max: 100 },
  firstPurchaseCap: { min: 1, max: 10_000 },
  sellerFeePercent: FEE_LIMITS.percent,
  sellerFeeFixed: FEE_LIMITS.fixed,
} as const;

/** Line breaks, control characters, and marks that change the text's direction. */
const UNSEEN = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u;

const LINK = 'Enter a link that starts with https://, http:// or mailto:, or / for the home page.';

const Link = z
  .string(LINK)
  .refine(isWithinReach(300), { message: 'A link can have at most 300 characters.', abort: true })
  .trim()
  .max(300, 'A link can have at most 300 characters.')
  .refine((address) => isStorable(address) && isLink(address), LINK);

const Accent = z
  .string('Choose a color.')
  .refine(isWithinReach(7), { message: 'Choose a color.', abort: true })
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/u, 'Enter the color as # and six hexadecimal digits, for example #2b44c7.');

/** The address of an uploaded picture. The server checks that it still exists. */
const PictureAddress = z.string('Choose a picture.').max(500, 'A photo’s address can have at most 500 characters.').refine(isStorable, 'Choose a picture.');

/** A brand. One without `_id` is new. `img`: a built-in logo, a picture in the shop's own store, or empty for its initial. */
export const BrandSetting = z.object({
  _id: z.string().min(1).max(100).refine(isStorable).nullable(),
  // Its page is `/category/{name}`, and browsers take dots alone for a folder.
  name: line('The brand’s name', 40)
    .refine((name) => !/[/\\]/u.test(name), 'A brand’s name can’t contain a slash.')
    .refine((name) => !/^\.{1,2}$/u.test(name), 'A brand’s name can’t be dots alone.'),
  img: PictureAddress,
});
export type BrandSetting = z.infer<typeof BrandSetting>;

const ORDER = 'List each part of the home page exactly once.';

/** What an admin sets in the browser. `null`: the built-in default or the environment variable applies. */
export const SettingsValues = z.object({
  shopName: line('The shop’s name', 40).nullable(),
  logo: PictureAddress.min(1, 'Choose a picture.').nullable(),
  accent: Accent.nullable(),
  phone: line('The phone number', 40).nullable(),
  email: line('The email address', 254)
    .refine((text) => /^[^\s@<>]+@[^\s@<>]+$/u.test(text), 'Enter a valid email address.')
    .nullable(),
  community: z
    .array(z.object({ name: line('The site’s name', 30), url: Link }), 'Enter three sites.')
    .length(3, 'Enter three sites.')
    .refine((sites) => new Set(sites.map(({ name }) => name)).size === sites.length, 'Give each site a different name.')
    .nullable(),
  slides: z
    .array(z.object({ claim: line('The claim', 80), text: line('The text', 160), button: line('The button', 30) }), 'Enter three slides.')
    .length(3, 'Enter three slides.')
    .nullable(),
  promises: z
    .array(
      z.object({
        qualityFeature: line('The promise', 40),
        description: line('The description', 200),
        // Versions from before there was small print have none.
        terms: z.union([z.literal(''), line('The small print', 200)]).optional(),
      }),
      'Enter three promises.',
    )
    .length(3, 'Enter three promises.')
    .nullable(),
  sections: z
    .array(z.enum(SECTIONS, ORDER), ORDER)
    .refine((names) => names.length === SECTIONS.length && new Set(names).size === names.length, ORDER)
    .nullable(),
  brands: z.array(BrandSetting, 'List the brands.').min(1, 'A shop needs a brand.').max(MAX_BRANDS, `A shop can have at most ${MAX_BRANDS} brands.`).nullable(),
  hideEmptyBrands: z.boolean('Choose yes or no.').nullable(),
  newArrivals: limit('newArrivals', 'How many new arrivals').nullable(),
  newArrivalDays: limit('newArrivalDays', 'For how many days a phone is new').nullable(),
  holdMinutes: limit('holdMinutes', 'For how many minutes paying holds a phone').nullable(),
  inspectionHours: limit('inspectionHours', 'For how many hours buyers can check a phone').nullable(),
  firstPurchasePercent: limit('firstPurchasePercent', 'The first-purchase discount in percent').nullable(),
  firstPurchaseCap: limit('firstPurchaseCap', 'The most the first-purchase discount takes off, in dollars').nullable(),
  sellerFeePercent: amountLimit('sellerFeePercent', 'The fee in percent').nullable(),
  sellerFeeFixed: amountLimit('sellerFeeFixed', 'The fixed part of the fee, in dollars').nullable(),
});
export type SettingsValues = z.infer<typeof SettingsValues>;
export type SettingName = keyof SettingsValues;

const names = Object.keys(SettingsValues.shape) as SettingName[];
/** Every setting's name. */
export const SETTING_NAMES: readonly SettingName[] = names;

/** What applies where nothing was set in the browser; there is no default logo. `holdMinutes` may be a fraction here. */
const SettingsDefaults = z.object({
  shopName: z.string(),
  logo: z.null(),
  accent: z.string(),
  phone: z.string(),
  email: z.string(),
  community: z.array(z.object({ name: z.string(), url: z.string() })),
  slides: z.array(z.object({ claim: z.string(), text: z.string(), button: z.string() })),
  promises: z.array(z.object({ qualityFeature: z.string(), description: z.string(), terms: z.string().optional() })),
  sections: z.array(z.enum(SECTIONS)),
  hideEmptyBrands: z.boolean(),
  newArrivals: z.int(),
  newArrivalDays: z.int(),
  holdMinutes: z.number(),
  inspectionHours: z.int(),
  firstPurchasePercent: z.int(),
  firstPurchaseCap: z.int(),
  sellerFeePercent: z.number(),
  sellerFeeFixed: z.number(),
});
export type SettingsDefaults = z.infer<typeof SettingsDefaults>;

const SettingsVersion = z.object({
  revision: z.int().positive(),
  at: Moment,
  /** Who saved it; null if their account was deleted. */
  by: z.string().nullable(),
  /** The settings that differ from the version before. */
  changed: z.array(z.enum(names)),
});
export type SettingsVersion = z.infer<typeof SettingsVersion>;

export const ShopSettings = z.object({
  /** Send it with a change; 0 before the first version. */
  revision: z.int().nonnegative(),
  values: SettingsValues,
  defaults: SettingsDefaults,
  /** The environment variable that sets a default, by the setting's name. */
  variables: z.partialRecord(z.enum(names), z.string()),
  /** All brands in the shop's order. */
  brands: z.array(z.object({ _id: z.string(), name: z.string(), img: z.string() })),
  /** Most recent first. */
  versions: z.array(SettingsVersion),
});
export type ShopSettings = z.infer<typeof ShopSettings>;

const Revision = z
  .int('`revision` must be the version you’re changing.')
  .min(0, '`revision` must be the version you’re changing.')
  .max(2_000_000_000, 'This version doesn’t exist.');

const Changed = z.object({
  acknowledged: z.literal(true),
  matchedCount: z.int().nonnegative(),
  modifiedCount: z.int().nonnegative(),
  /** The current version. */
  revision: z.int().nonnegative(),
});

export const shopSettingsCalls = {
  'GET /shopSettings': {
    summary: 'Returns the settings made in the browser, their defaults, and earlier versions.',
    access: 'admin',
    rows: 'any',
    reply: ShopSettings,
  },
  'PUT /shopSettings': {
    summary: 'Saves all settings; null restores a default. `revision` is the version they are based on. 409 if there is a newer one with other settings.',
    access: 'admin',
    rows: 'any',
    body: SettingsValues.extend({ revision: Revision }),
    reply: Changed,
  },
  'POST /shopSettings/versions/:revision/restore': {
    summary: 'Restores an earlier version as a new one. `revision` in the body is the current version. 409 if there is a newer one.',
    access: 'admin',
    rows: 'any',
    params: z.object({ revision: wholeNumber('This version doesn’t exist.', { min: 0, max: 2_000_000_000 }) }),
    body: z.object({ revision: Revision }),
    reply: Changed,
  },
} as const satisfies Record<string, Endpoint>;

/** One line of plain text. */
function line(label: string, max: number) {
  return requiredText(label, max).refine(
    (text) => !UNSEEN.test(text),
    `${label} contains a character that can’t be shown. Write it in one line, without special marks.`,
  );
}

/** Browsers parse addresses with a backslash or a space differently. */
function isLink(address: string): boolean {
  return (
    address === '/' ||
    (/^(?:https?:\/\/[^/?#\s\\]|mailto:[^\s\\]+@)/iu.test(address) &&
      !/[\s\\\p{Cc}]/u.test(address) &&
      URL.canParse(address) &&
      new URL(address).password === '')
  );
}

function limit(name: keyof typeof LIMITS, label: string) {
  const { min, max } = LIMITS[name];
  const sentence = `${label}: a whole number from ${min} to ${max.toLocaleString('en-US')}.`;
  return z.int(sentence).min(min, sentence).max(max, sentence);
}

function amountLimit(name: keyof typeof LIMITS, label: string) {
  const { min, max } = LIMITS[name];
  const sentence = `${label}: a number from ${min} to ${max}, with two decimals at most.`;
  return z.number(sentence).min(min, sentence).max(max, sentence).refine(hasTwoDecimals, sentence);
}
