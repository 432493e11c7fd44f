import type { Category } from '#contract/catalog.ts';
import { MODEL_KEYS, type PhoneModel } from '#contract/phone-models.ts';

/** Maps a field's name (`specification.SIM` for nested ones) to its text. */
export type Texts = Record<string, string>;

/** `set`: what to write into the form; `filled`: everything filled in so far; `unchanged`: fields whose typed text differs from what would be filled in. */
export type Filling = { set: Texts; filled: Texts; unchanged: string[] };

const GB_PER_TB = 1024;

/** Fills in known values, and empties fields that were filled before and are no longer known. Typed text stays; null means unknown. */
export function fill(present: Texts, filled: Texts, known: Record<string, string | null>): Filling {
  const filling: Filling = { set: {}, filled: { ...filled }, unchanged: [] };
  for (const [name, value] of Object.entries(known)) {
    const text = present[name] ?? '';
    if (isOwn(text, filled[name])) {
      if (value !== null && value !== text) filling.unchanged.push(name);
      continue;
    }
    if (text !== (value ?? '')) filling.set[name] = value ?? '';
    if (value === null) delete filling.filled[name];
    else filling.filled[name] = value;
  }
  return filling;
}

/** Whether a field holds the seller's own text, rather than nothing or a filled-in value. */
const isOwn = (text: string, filled: string | undefined): boolean => text.trim() !== '' && text !== filled;

/**
 * Returns what a model implies for a listing. A field with a choice, such as storage, is null, and so is the category when the shop has none for the
 * brand.
 */
export function knownOf(model: PhoneModel, categories: Pick<Category, 'name'>[]): Record<string, string | null> {
  return {
    name: categories.find(({ name }) => name.toLowerCase() === model.brand.toLowerCase())?.name ?? null,
    brand: model.brand,
    model_name: model.model_name,
    storage: onlyOne(model.storage.map(formatGigabytes)),
    color: onlyOne(model.colors),
    original_price: model.launch_price === null ? null : String(model.launch_price),
    ...Object.fromEntries(MODEL_KEYS.map((key) => [`specification.${key}`, model.specification[key]])),
  };
}

const onlyOne = (texts: string[]): string | null => (texts.length === 1 ? (texts[0] ?? null) : null);

/** Formats gigabytes as `128 GB` or `1 TB`. */
export function formatGigabytes(gigabytes: number): string {
  if (gigabytes >= GB_PER_TB) return `${gigabytes / GB_PER_TB} TB`;
  return gigabytes < 1 ? `${Math.round(gigabytes * GB_PER_TB)} MB` : `${gigabytes} GB`;
}

/** Describes how long a phone was used from its purchase year; null for anything but a year up to now. */
export function yearsOfUse(purchaseYear: string, thisYear: number): string | null {
  if (!/^\s*(?:19|20)\d{2}\s*$/u.test(purchaseYear)) return null;
  const years = thisYear - Number(purchaseYear);
  if (years < 0) return null;
  if (years === 0) return 'Less than a year';
  return years === 1 ? '1 year' : `${years} years`;
}
