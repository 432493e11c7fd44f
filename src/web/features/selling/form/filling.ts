import type { Category } from '#contract/catalog.ts';
import { MODEL_KEYS, type PhoneModel } from '#contract/phone-models.ts';

/** A field's name (`specification.SIM` for nested ones) to its text. */
export type Texts = Record<string, string>;

/** `set`: what is written into the form; `filled`: what the form was filled with by now; `kept`: the seller's own words that differ from what would be filled. */
export type Filling = { set: Texts; filled: Texts; stored: string[] };

const GB_PER_TB = 1024;

/** Fills in what is known and empties what was filled before and is not known any more. What the seller typed stays; null stands for not known. */
export function fill(present: Texts, filled: Texts, known: Record<string, string | null>): Filling {
  const filling: Filling = { set: {}, filled: { ...filled }, stored: [] };
  for (const [name, value] of Object.entries(known)) {
    const text = present[name] ?? '';
    if (isOwn(text, filled[name])) {
      if (value !== null && value !== text) filling.stored.push(name);
      continue;
    }
    if (text !== (value ?? '')) filling.set[name] = value ?? '';
    if (value === null) delete filling.filled[name];
    else filling.filled[name] = value;
  }
  return filling;
}

/** Whether a field holds what its seller typed, rather than nothing or what it was filled with. */
export const isOwn = (text: string, filled: string | undefined): boolean => text.trim() !== '' && text !== filled;

/** Everything that a model says of a listing. What one must choose, such as its storage, is null; a brand that is no category of the shop leaves that to the seller. */
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

/** `128 GB`, `1 TB`. */
export function formatGigabytes(gigabytes: number): string {
  if (gigabytes >= GB_PER_TB) return `${gigabytes / GB_PER_TB} TB`;
  return gigabytes < 1 ? `${Math.round(gigabytes * GB_PER_TB)} MB` : `${gigabytes} GB`;
}

/** How long a phone was used that was bought in a year, as one says it; null for what is no year up to now. */
export function yearsOfUse(purchaseYear: string, thisYear: number): string | null {
  if (!/^\s*(?:19|20)\d{2}\s*$/u.test(purchaseYear)) return null;
  const years = thisYear - Number(purchaseYear);
  if (years < 0) return null;
  if (years === 0) return 'Less than a year';
  return years === 1 ? '1 year' : `${years} years`;
}
