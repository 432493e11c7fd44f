import { toFacetKey } from '#contract/shared/facet-text.ts';

export type Labelled = 'storage' | 'condition' | 'color' | 'ram' | 'place';

const LABELS: Record<Labelled, (key: string) => string> = {
  storage: withUnits,
  ram: withUnits,
  condition: (key) => key.replace(/^\p{L}/u, (letter) => letter.toUpperCase()),
  color: withCapitals,
  place: withCapitals,
};

const UNITS: Record<string, number> = { kb: -2, mb: -1, gb: 0, tb: 1 };

/** How a folded text is displayed, whichever way people wrote it: `128 GB`, `Like new`, `Phantom Gray`. Folding it again gives the same key. */
export function toFacetLabel(facet: Labelled, key: string): string {
  const label = LABELS[facet](key);
  return toFacetKey(label) === key ? label : key;
}

/** The size that a folded storage text begins with, in gigabytes; texts without a size sort last. */
export function toGigabytes(key: string): number {
  const [, amount, unit = 'gb'] = /^(\d+(?:\.\d+)?)([kmgt]b)?/u.exec(key) ?? [];
  return amount === undefined ? Number.MAX_VALUE : Number(amount) * 1024 ** (UNITS[unit] ?? 0);
}

function withUnits(key: string): string {
  return key.replace(/(\d)([kmgt]b)\b/gu, (_, digit: string, unit: string) => `${digit} ${unit.toUpperCase()}`);
}

function withCapitals(key: string): string {
  return key.replace(/(?<![\p{L}\p{M}'’])\p{L}/gu, (letter) => letter.toUpperCase());
}
