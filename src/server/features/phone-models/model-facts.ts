import type { ModelKey } from '#contract/phone-models.ts';

/** What the catalog knows of a model. What is not known is null or empty. */
export type PhoneModelFacts = {
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

/** By whom a model's facts were given: the built-in catalog, or an operator's file. */
export type Origin = 'shop' | 'operator';

/**
 * A model's facts after an import says `incoming` of it; null where they stay as they are. The built-in catalog never changes what an operator gave, and an
 * operator's file only adds to the built-in catalog, unless it `replaces`. Brand and name stay as they were first written.
 */
export function combineFacts(
  incoming: PhoneModelFacts,
  existing: PhoneModelFacts & { origin: Origin },
  { origin, replaces }: { origin: Origin; replaces: boolean },
): PhoneModelFacts | null {
  const named = { ...incoming, brand: existing.brand, name: existing.name };
  if (origin === 'shop') return existing.origin === 'operator' ? null : named;
  return existing.origin === 'shop' && !replaces ? mergeFacts(existing, named) : mergeFacts(named, existing);
}

/** What two sources know of one model; where they differ, `first` is right. Names and numbers add up. */
function mergeFacts(first: PhoneModelFacts, second: PhoneModelFacts): PhoneModelFacts {
  return {
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
  };
}

function both(first: string[], second: string[]): string[] {
  return [...new Map([...second, ...first].map((text) => [text.toLowerCase(), text])).values()];
}

function either<T>(first: T[], second: T[]): T[] {
  return first.length > 0 ? first : second;
}
