import { wordsOf } from '../search/index.ts';

/** A piece of a name, and whether it is written together with the one before it. */
export type Atom = { text: string; attached: boolean };

/** A text's words cut where letters and digits meet, so that `Note20`, `note 20` and `NOTE-20` are the same. */
export function atomsOf(text: string): Atom[] {
  return wordsOf(text).flatMap((word) => (word.match(/\d+|[^\d]+/gu) ?? []).map((piece, index) => ({ text: piece, attached: index > 0 })));
}

/** What tells one model from all others, however it is written. */
export const nameKeyOf = (brand: string, name: string): string => `${squeeze(brand)} ${squeeze(withoutBrand(brand, name))}`;

/** A text without what stands between its letters and digits. */
export const squeeze = (text: string): string => wordsOf(text).join('');

/** A model's name without its brand, which many write into it: `Nokia 6.1` is Nokia's `6.1`. */
export function withoutBrand(brand: string, name: string): string {
  const [start, ...rest] = [brand.trim().toLowerCase(), name.trim()];
  const bare = rest.join('');
  return bare.toLowerCase().startsWith(`${start} `) ? bare.slice(start.length + 1).trim() : bare;
}

/** An id that is the same for the same name: `samsung-galaxy-s21-plus`. */
export const modelIdOf = (brand: string, name: string): string => [...wordsOf(brand), ...wordsOf(withoutBrand(brand, name))].join('-').slice(0, 150);

/** Which letters and digits a text holds, a bit each (two digits share one): what lacks one of another's can't hold it. */
export function lettersOf(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 97 && code <= 122) bits |= 1 << (code - 97);
    else if (code >= 48 && code <= 57) bits |= 1 << (26 + ((code - 48) >> 1));
  }
  return bits;
}
