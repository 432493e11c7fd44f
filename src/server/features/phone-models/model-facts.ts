import type { ModelKey } from '#contract/phone-models.ts';

/** What the catalog knows of a model. Unknown facts are null or empty. */
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

/** The source of a model's facts: the built-in catalog, or an operator's file. */
export type Origin = 'shop' | 'operator';

/**
 * Combines a model's facts with an import's `incoming` ones; returns null if they don't change. The built-in catalog never changes an operator's
 * facts, and an operator's file only adds to the built-in catalog, unless it `replaces`. Brand and name keep their first spelling.
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

/** Merges two sources' facts about one model; `first` wins where they differ. Names and numbers add up. */
function mergeFacts(first: PhoneModelFacts, second: PhoneModelFacts): PhoneModelFacts {
  return {
    brand: first.brand,
    name: first.name,
    also: both(first.also, second.also),
    numbers: both(first.numbers, second.numbers),
    // A month says more than its year alone.
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
