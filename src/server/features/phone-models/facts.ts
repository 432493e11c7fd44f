import type { ModelKey } from '#contract/phone-models.ts';

/** A model as it is kept. What is not known is null or empty. */
export type KnownModel = {
  brand: string;
  name: string;
  also: string[];
  numbers: string[];
  released: string | null;
  launchPriceCents: number | null;
  storage: number[];
  ram: number[];
  colors: string[];
  updates: { until: string; source: string } | null;
  specification: Partial<Record<ModelKey, string>>;
};

const either = <T>(first: T[], second: T[]): T[] => (first.length > 0 ? first : second);
const both = (first: string[], second: string[]): string[] => [...new Map([...second, ...first].map((text) => [text.toLowerCase(), text])).values()];

/** What two sources know of one model; where they differ, `first` is right. Names and numbers add up. */
export const mergeModels = (first: KnownModel, second: KnownModel): KnownModel => ({
  brand: first.brand,
  name: first.name,
  also: both(first.also, second.also),
  numbers: both(first.numbers, second.numbers),
  // A year alone says less than a month of the same year.
  released: second.released?.startsWith(`${first.released}-`) ? second.released : (first.released ?? second.released),
  launchPriceCents: first.launchPriceCents ?? second.launchPriceCents,
  storage: either(first.storage, second.storage),
  ram: either(first.ram, second.ram),
  colors: either(first.colors, second.colors),
  updates: first.updates ?? second.updates,
  specification: { ...second.specification, ...first.specification },
});
