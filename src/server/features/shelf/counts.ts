import type { ShelfState } from './shelf-state.ts';
import { BITS, eachCandidate, failedBits, fits, type Group, type Sieve, TEXT_GROUPS, YEARS } from './sieve.ts';

/** How many listings have a value, by the value's number (a year’s is the year). */
export type Counted = { number: number; count: number }[];

export type Counts = {
  total: number;
  verified: number;
  /** Cents; null when nothing fits. */
  price: { lowest: number; highest: number } | null;
  groups: Record<Group, Counted>;
};

const GROUPS = [...TEXT_GROUPS, 'brand', 'year'] as const;

/** The most frequent values; of equally many, the one whose text comes first. */
const mostFrequent = (counts: Uint32Array, keyOf: (number: number) => string, limit: number): Counted => {
  const found: Counted = [];
  for (let number = 0; number < counts.length; number += 1) {
    const count = counts[number] ?? 0;
    if (count > 0) found.push({ number, count });
  }
  return found.sort((one, other) => other.count - one.count || (keyOf(one.number) < keyOf(other.number) ? -1 : 1)).slice(0, limit);
};

/** How many listings fit, by every value that they could be narrowed by further: a value's count leaves out its own group's filter. One look at each candidate. */
export const countOnShelf = (state: ShelfState, sieve: Sieve, limit: number): Counts => {
  const { columns } = state.rows;
  const columnOf = (group: Group) => (group === 'brand' ? columns.category : columns[group]);
  const sizeOf = (group: Group): number => (group === 'brand' ? state.categories.keys.length : group === 'year' ? YEARS : state.values[group].keys.length);
  const tallies = GROUPS.map((group) => {
    const bit = sieve.groups.find((one) => one.group === group)?.bit ?? 0;
    return { group, column: columnOf(group), counts: new Uint32Array(sizeOf(group)), others: ~bit };
  });
  let [total, verified, lowest, highest] = [0, 0, Number.POSITIVE_INFINITY, 0];
  const { price, seller } = columns;
  eachCandidate(state, sieve, (row) => {
    if (!fits(state, sieve, row)) return;
    const failed = failedBits(state, sieve, row);
    // What fails two filters is counted nowhere.
    if ((failed & (failed - 1)) !== 0) return;
    if (failed === 0) total += 1;
    if ((failed & ~BITS.verified) === 0 && state.verified[seller[row] ?? 0] === 1) verified += 1;
    if ((failed & ~BITS.price) === 0) {
      const amount = price[row] ?? 0;
      if (amount < lowest) lowest = amount;
      if (amount > highest) highest = amount;
    }
    for (const { column, counts, others } of tallies)
      if ((failed & others) === 0) {
        const number = column[row] ?? 0;
        counts[number] = (counts[number] ?? 0) + 1;
      }
  });
  return {
    total,
    verified,
    price: highest > 0 ? { lowest, highest } : null,
    groups: Object.fromEntries(tallies.map(({ group, counts }) => [group, toCounted(state, group, counts, limit)])) as Record<Group, Counted>,
  };
};

/** Models of one name are one value, whichever way their brand is written. */
const byName = ({ models, modelNames }: ShelfState, counts: Uint32Array): Uint32Array => {
  const named = new Uint32Array(modelNames.keys.length);
  models.forEach(({ name }, number) => {
    named[name] = (named[name] ?? 0) + (counts[number] ?? 0);
  });
  return named;
};

const toCounted = (state: ShelfState, group: Group, counts: Uint32Array, limit: number): Counted => {
  if (group === 'year') {
    // That a listing names no year is nothing to choose it by.
    counts[0] = 0;
    return mostFrequent(counts, (year) => String(year), limit);
  }
  if (group === 'brand') return mostFrequent(counts, (number) => state.categoryNames[number] ?? '', limit);
  if (group === 'model') return mostFrequent(byName(state, counts), (number) => state.modelNames.keys[number] ?? '', limit);
  return mostFrequent(counts, (number) => state.values[group].keys[number] ?? '', limit);
};
