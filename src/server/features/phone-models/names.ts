import { wordsOf } from '../search/index.ts';

/** A part of a name, and whether it is written together with the part before it. */
export type Atom = { text: string; attached: boolean };

/** Splits a text into words, also between letters and digits, so that `Note20`, `note 20` and `NOTE-20` are the same. */
export function atomsOf(text: string): Atom[] {
  return wordsOf(text).flatMap((word) => (word.match(/\d+|[^\d]+/gu) ?? []).map((piece, index) => ({ text: piece, attached: index > 0 })));
}

/** A model's key, the same however brand and name are written. */
export const nameKeyOf = (brand: string, name: string): string => `${squeeze(brand)} ${squeeze(withoutBrand(brand, name))}`;

/** A text's letters and digits only. */
export const squeeze = (text: string): string => wordsOf(text).join('');

/** A model's name without its brand, which many people include: `Nokia 6.1` is Nokia's `6.1`. */
export function withoutBrand(brand: string, name: string): string {
  const [start, ...rest] = [brand.trim().toLowerCase(), name.trim()];
  const bare = rest.join('');
  return bare.toLowerCase().startsWith(`${start} `) ? bare.slice(start.length + 1).trim() : bare;
}

/** A stable id made from the name: `samsung-galaxy-s21-plus`. */
export const modelIdOf = (brand: string, name: string): string => [...wordsOf(brand), ...wordsOf(withoutBrand(brand, name))].join('-').slice(0, 150);
