import type { IndexState } from './index-state.ts';
import type { Group, ListingFilter } from './listing-filter.ts';

/** How many listings have each value, by the value's number (for a year, the year itself). */
export type Counted = { number: number; count: number }[];

/** The `limit` most frequent values of a group, and those that the filters name. */
export function mostFrequent(
  state: IndexState,
  listingFilter: ListingFilter,
  group: Group,
  { counts, limit }: { counts: Uint32Array; limit: number },
): Counted {
  // Listings without a year aren't offered as a choice.
  if (group === 'year') counts[0] = 0;
  const isChosen = chosenIn(state, listingFilter, group);
  const sorted = byFrequency(group === 'model' ? byName(state, counts) : counts, keysOf(state, group));
  return isChosen ? sorted.filter(({ number }, place) => place < limit || isChosen(number)) : sorted.slice(0, limit);
}

function keysOf({ values, categoryNames, modelNames }: IndexState, group: Group): (number: number) => string {
  if (group === 'year') return String;
  const keys = group === 'brand' ? categoryNames : group === 'model' ? modelNames.keys : values[group].keys;
  return (number) => keys[number] ?? '';
}

/** Tells whether the filters name a value of this group, for models by the number of their name; null if they name none. */
function chosenIn({ models }: IndexState, { groups }: ListingFilter, group: Group): ((number: number) => boolean) | null {
  const table = groups.find((one) => one.group === group)?.table;
  if (!table) return null;
  if (group !== 'model') return (number) => table[number] === 1;
  const names = new Set(models.flatMap(({ name }, number) => (table[number] === 1 ? [name] : [])));
  return (name) => names.has(name);
}

/** Values by how frequent they are; equally frequent ones by their texts. */
function byFrequency(counts: Uint32Array, keyOf: (number: number) => string): Counted {
  const found: Counted = [];
  for (let number = 0; number < counts.length; number += 1) {
    const count = counts[number] ?? 0;
    if (count > 0) found.push({ number, count });
  }
  return found.sort((one, other) => other.count - one.count || (keyOf(one.number) < keyOf(other.number) ? -1 : 1));
}

/** Merges models with the same name, however their brand is written. */
function byName({ models, modelNames }: IndexState, counts: Uint32Array): Uint32Array {
  const named = new Uint32Array(modelNames.keys.length);
  models.forEach(({ name }, number) => {
    named[name] = (named[name] ?? 0) + (counts[number] ?? 0);
  });
  return named;
}
