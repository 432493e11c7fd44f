import { type Directory, nameKeyOf } from '../../phone-models/index.ts';
import { spellingsOf, wordsOf } from '../../search/index.ts';

/** A brand or models by the names that the shop and its catalog have for them. `model`: the id, if it is just one. */
export type Named = { label: string; model: string | null };

/** What words of a search name: a model, a part of a model's name such as `galaxy`, or a brand; null if they say anything else. */
export function nameWords({ entries }: Directory, brands: readonly string[], words: readonly string[]): Named | null {
  const brand = brands.find((name) => isSame(wordsOf(name), words));
  if (brand !== undefined) return { label: brand, model: null };
  const found = entries
    .filter(({ whole, brand: maker, name }) => words.every((word) => word !== '' && whole.includes(word)) && isWithin(words, wordsOf(`${maker} ${name}`)))
    .toSorted((one, other) => one.name.length - other.name.length);
  const [shortest] = found;
  if (!shortest) return null;
  const exact = found.filter((entry) => isSame(withoutBrand(entry.brand, words), withoutBrand(entry.brand, wordsOf(entry.name))));
  if (exact[0]) return { label: exact[0].name, model: exact.length === 1 ? exact[0].id : null };
  const parts = `${shortest.brand} ${shortest.name}`.split(' ').filter((part) => isWithin(wordsOf(part), words) || isWithin(words, wordsOf(part)));
  return { label: parts.length > 0 ? parts.join(' ') : shortest.brand, model: null };
}

/** The catalog's models of these names, however they are written; null if it lacks one. */
export function nameModels({ entries }: Directory, names: readonly string[]): Named | null {
  const found = names.map((name) => entries.find(({ brand, name: own }) => nameKeyOf(brand, own) === nameKeyOf(brand, name)));
  const known = found.filter((entry) => entry !== undefined);
  if (known.length < found.length) return null;
  return { label: known.map(({ name }) => name).join(' or '), model: known.length === 1 ? (known[0]?.id ?? null) : null };
}

const isWithin = (words: readonly string[], own: readonly string[]): boolean => {
  const spellings = spellingsOf(own);
  return words.every((word) => spellings.has(word));
};

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  [...one].sort().join(' ') === [...other].sort().join(' ') || one.join('') === other.join('');

function withoutBrand(brand: string, words: readonly string[]): string[] {
  const own = new Set(wordsOf(brand));
  const rest = words.filter((word) => !own.has(word));
  return rest.length > 0 ? rest : [...words];
}
