import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { Moment } from './shared/replies.ts';
import { SECTIONS } from './shared/shop-texts.ts';
import { isStorable, isWithinReach, requiredText } from './shared/text.ts';

/** How many versions of the settings are kept, the present one among them. */
export const STORED_VERSIONS = 20;
export const MAX_BRANDS = 100;

/** Within these an admin sets them; so a page and a hold stay what people expect. */
export const LIMITS = {
  newArrivals: { min: 1, max: 8 },
  newArrivalDays: { min: 1, max: 30 },
  holdMinutes: { min: 5, max: 60 },
} as const;

/** Line breaks, control characters, and the marks that turn the text around them. */
const UNSEEN = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u;

/** One line of text that shows as it was written. */
const line = (label: string, max: number) =>
  requiredText(label, max).refine((text) => !UNSEEN.test(text), `${label} holds a character that can’t be shown. Write it in one line, without special marks.`);

const LINK = 'Write a link that begins with https://, http:// or mailto:, or / for the first page.';

/** A browser makes of an address with a backslash or a space what it likes. */
const isLink = (address: string): boolean =>
  address === '/' ||
  (/^(?:https?:\/\/[^/?#\s\\]|mailto:[^\s\\]+@)/iu.test(address) &&
    !/[\s\\\p{Cc}]/u.test(address) &&
    URL.canParse(address) &&
    new URL(address).password === '');

const Link = z
  .string(LINK)
  .refine(isWithinReach(300), { message: 'A link can have at most 300 characters.', abort: true })
  .trim()
  .max(300, 'A link can have at most 300 characters.')
  .refine((address) => isStorable(address) && isLink(address), LINK);

const Accent = z
  .string('Choose a colour.')
  .refine(isWithinReach(7), { message: 'Choose a colour.', abort: true })
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/u, 'Write the colour as # and six of the letters and digits 0-9 and a-f.');

/** The address of a picture as an upload answered it; the server says whether it keeps it. */
const PictureAddress = z.string('Choose a picture.').max(500, 'A photo’s address can have at most 500 characters.').refine(isStorable, 'Choose a picture.');

const limit = (name: keyof typeof LIMITS, label: string) => {
  const { min, max } = LIMITS[name];
  const sentence = `${label}: a whole number from ${min} to ${max}.`;
  return z.int(sentence).min(min, sentence).max(max, sentence);
};

/** A brand of the shop. One without `_id` is new. `img`: one of the shop's marks, a picture of the shop's own store, or empty for its first letter. */
export const BrandSetting = z.object({
  _id: z.string().min(1).max(100).refine(isStorable).nullable(),
  name: line('The brand’s name', 40).refine((name) => !/[/\\]/u.test(name), 'A brand’s name can’t hold a slash.'),
  img: PictureAddress,
});
export type BrandSetting = z.infer<typeof BrandSetting>;

const ORDER = 'Name each part of the first page once.';

/** What an admin sets in the browser. `null`: as the shop was made, or as the environment says. */
export const SettingsValues = z.object({
  shopName: line('The shop’s name', 40).nullable(),
  logo: PictureAddress.min(1, 'Choose a picture.').nullable(),
  accent: Accent.nullable(),
  phone: line('The phone number', 40).nullable(),
  email: line('The e-mail address', 254)
    .refine((text) => /^[^\s@<>]+@[^\s@<>]+$/u.test(text), 'This isn’t a valid email address.')
    .nullable(),
  community: z
    .array(z.object({ name: line('The site’s name', 30), url: Link }), 'Name three sites.')
    .length(3, 'Name three sites.')
    .refine((sites) => new Set(sites.map(({ name }) => name)).size === sites.length, 'Give each site a name of its own.')
    .nullable(),
  slides: z
    .array(z.object({ claim: line('The claim', 80), text: line('The text', 160), button: line('The button', 30) }), 'Write three slides.')
    .length(3, 'Write three slides.')
    .nullable(),
  promises: z
    .array(z.object({ qualityFeature: line('The promise', 40), description: line('The description', 200) }), 'Write three promises.')
    .length(3, 'Write three promises.')
    .nullable(),
  sections: z
    .array(z.enum(SECTIONS, ORDER), ORDER)
    .refine((names) => names.length === SECTIONS.length && new Set(names).size === names.length, ORDER)
    .nullable(),
  brands: z.array(BrandSetting, 'List the brands.').min(1, 'A shop needs a brand.').max(MAX_BRANDS, `A shop can have at most ${MAX_BRANDS} brands.`).nullable(),
  hideEmptyBrands: z.boolean('Say yes or no.').nullable(),
  newArrivals: limit('newArrivals', 'How many new arrivals').nullable(),
  newArrivalDays: limit('newArrivalDays', 'For how many days a phone is new').nullable(),
  holdMinutes: limit('holdMinutes', 'For how many minutes paying holds a phone').nullable(),
});
export type SettingsValues = z.infer<typeof SettingsValues>;
export type SettingName = keyof SettingsValues;

const names = Object.keys(SettingsValues.shape) as SettingName[];
/** Every setting's name. */
export const SETTING_NAMES: readonly SettingName[] = names;

/** What holds where nothing was set in the browser; a shop has no logo of its own then. `holdMinutes` may be a fraction here. */
const SettingsDefaults = z.object({
  shopName: z.string(),
  logo: z.null(),
  accent: z.string(),
  phone: z.string(),
  email: z.string(),
  community: z.array(z.object({ name: z.string(), url: z.string() })),
  slides: z.array(z.object({ claim: z.string(), text: z.string(), button: z.string() })),
  promises: z.array(z.object({ qualityFeature: z.string(), description: z.string() })),
  sections: z.array(z.enum(SECTIONS)),
  hideEmptyBrands: z.boolean(),
  newArrivals: z.int(),
  newArrivalDays: z.int(),
  holdMinutes: z.number(),
});
export type SettingsDefaults = z.infer<typeof SettingsDefaults>;

const SettingsVersion = z.object({
  revision: z.int().positive(),
  at: Moment,
  /** Who made it; null when their account is gone. */
  by: z.string().nullable(),
  /** What differs from the version before it. */
  changed: z.array(z.enum(names)),
});
export type SettingsVersion = z.infer<typeof SettingsVersion>;

export const ShopSettings = z.object({
  /** To be sent with a change; 0 before the first. */
  revision: z.int().nonnegative(),
  values: SettingsValues,
  defaults: SettingsDefaults,
  /** The variable by which the operator set a default, by the setting's name. */
  variables: z.partialRecord(z.enum(names), z.string()),
  /** All brands in the shop's order, whoever set it. */
  brands: z.array(z.object({ _id: z.string(), name: z.string(), img: z.string() })),
  /** The latest first. */
  versions: z.array(SettingsVersion),
});
export type ShopSettings = z.infer<typeof ShopSettings>;

const Revision = z
  .int('Say with `revision` which version you change.')
  .min(0, 'Say with `revision` which version you change.')
  .max(2_000_000_000, 'There is no such version.');

const Changed = z.object({
  acknowledged: z.literal(true),
  matchedCount: z.int().nonnegative(),
  modifiedCount: z.int().nonnegative(),
  /** The version that holds now. */
  revision: z.int().nonnegative(),
});

export const shopSettingsCalls = {
  'GET /shopSettings': {
    summary: 'What an admin set in the browser, what holds otherwise, and the versions before.',
    access: 'admin',
    rows: 'any',
    reply: ShopSettings,
  },
  'PUT /shopSettings': {
    summary: 'Sets the shop: every setting, or null where the default is to hold. `revision` is the version that was changed; 409 when there is a later one.',
    access: 'admin',
    rows: 'any',
    body: SettingsValues.extend({ revision: Revision }),
    reply: Changed,
  },
  'POST /shopSettings/versions/:revision/restore': {
    summary: 'Brings an earlier version back as a new one. `revision` in the body is the present one; 409 when there is a later one.',
    access: 'admin',
    rows: 'any',
    params: z.object({ revision: z.coerce.number('There is no such version.').int('There is no such version.').min(0).max(2_000_000_000) }),
    body: z.object({ revision: Revision }),
    reply: Changed,
  },
} as const satisfies Record<string, Endpoint>;
