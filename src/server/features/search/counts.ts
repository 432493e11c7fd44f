import { columnOf, countRows, GROUPS, noSums, type Sums, type Tallies } from './count-rows.ts';
import { type Counted, mostFrequent } from './counted.ts';
import type { IndexState } from './index-state.ts';
import { type Group, isUnfiltered, type ListingFilter, YEARS } from './listing-filter.ts';
import type { Orders } from './orders.ts';
import type { Column } from './requirements.ts';
import { candidateSpans, type Span } from './spans.ts';

export type Counts = {
  total: number;
  verified: number;
  /** How many have at least as many months of security updates left as each entry of `UPDATE_MONTHS`. */
  updates: number[];
  /** In cents; null when nothing matches. */
  price: { lowest: number; highest: number } | null;
  groups: Record<Group, Counted>;
};

/**
 * Counts the matching listings by every value that could narrow them further: a group's counts leave out its own filter. Reads each candidate once.
 * `limit`: of each group's values, besides those that the filters name.
 */
export function countIndexed(state: IndexState, listingFilter: ListingFilter, limit: number): Counts {
  const { tallies, scratch } = emptyTallies(state);
  const { total, verified, updates, lowest, highest } = isUnfiltered(listingFilter)
    ? countUnfiltered(state, listingFilter, { tallies, scratch })
    : countRows(state, listingFilter, tallies, candidateSpans(state, listingFilter, true));
  return {
    total,
    verified,
    updates,
    price: highest > 0 ? { lowest, highest } : null,
    groups: Object.fromEntries(GROUPS.map((group) => [group, mostFrequent(state, listingFilter, group, { counts: tallies[group], limit })])) as Record<
      Group,
      Counted
    >,
  };
}

/** Of all that matches, and of one model at a time. */
type Counting = { tallies: Tallies; scratch: Tallies };

const countings = new WeakMap<IndexState, Counting>();

/** The same for each count of a state, emptied: new ones each time are garbage by the tens of megabytes. */
function emptyTallies(state: IndexState): Counting {
  const { tallies, scratch } = countings.get(state) ?? { tallies: {}, scratch: {} };
  const counting = { tallies: fitTallies(state, tallies), scratch: fitTallies(state, scratch) };
  for (const group of GROUPS) {
    counting.tallies[group].fill(0);
    counting.scratch[group].fill(0);
  }
  countings.set(state, counting);
  return counting;
}

/** Replaces those that are too short for the values that were added since. */
function fitTallies({ values, categories }: IndexState, tallies: Partial<Tallies>): Tallies {
  const sizeOf = (group: Group): number => (group === 'brand' ? categories.keys.length : group === 'year' ? YEARS : values[group].keys.length);
  const enough = (group: Group, before: Uint32Array | undefined): Uint32Array =>
    before && before.length >= sizeOf(group) ? before : new Uint32Array(sizeOf(group));
  return Object.fromEntries(GROUPS.map((group) => [group, enough(group, tallies[group])])) as Tallies;
}

/** Counts without filters: each matching row counts in every group. */
function countUnfiltered(state: IndexState, listingFilter: ListingFilter, { tallies, scratch }: Counting): Sums {
  const sums = noSums();
  for (const span of candidateSpans(state, listingFilter)) {
    const isCached = span.isListed && span.to - span.from >= LEAST_CACHED && hasAllWords(state, listingFilter, modelOf(state, span));
    if (isCached) addCounts(sums, tallies, countsOfModel(state, listingFilter, span, scratch));
    else addSums(sums, countRows(state, listingFilter, tallies, [span]));
  }
  return sums;
}

const modelOf = ({ rows }: IndexState, { from }: Span): number => rows.columns.model[from] ?? 0;

/** Whether a model passes for every word, so that all its rows match. */
const hasAllWords = ({ rows }: IndexState, { words }: ListingFilter, model: number): boolean =>
  words.every((tests) => tests.some(({ column, table }) => column === rows.columns.model && table[model] === 1));

/** A model's sorted rows, counted; `groups` are pairs of a value's number and its count. */
type ModelCounts = { version: string; sums: Sums; groups: [Group, Uint32Array][] };

/** Models with fewer sorted rows are counted each time. */
const LEAST_CACHED = 256;

const countsOfModels = new WeakMap<Orders, Map<number, ModelCounts>>();

/**
 * All rows of a model, which are counted again only when one of them changed: a search finds few models, but some have tens of thousands. `scratch` is
 * empty before and after.
 */
function countsOfModel(state: IndexState, listingFilter: ListingFilter, span: Span, scratch: Tallies): ModelCounts {
  const model = modelOf(state, span);
  const { ofModel, ofVerified } = state.versions;
  const version = `${ofModel[model]} ${ofVerified} ${listingFilter.month}`;
  const known = countsOfModels.get(state.orders) ?? new Map<number, ModelCounts>();
  countsOfModels.set(state.orders, known);
  const before = known.get(model);
  if (before?.version === version) return before;
  const sums = countRows(state, { ...listingFilter, models: null, words: [] }, scratch, [span]);
  const groups = GROUPS.map((group): [Group, Uint32Array] => [group, takeCounts(scratch[group], columnOf(state, group), span)]);
  const counted: ModelCounts = { version, sums, groups };
  known.set(model, counted);
  return counted;
}

/** Empties the counts of a span's values, as pairs of a value's number and its count. Visits the rows, which are fewer than all values there are. */
function takeCounts(counts: Uint32Array, column: Column, { from, to }: Span): Uint32Array {
  const pairs: number[] = [];
  for (let row = from; row < to; row += 1) {
    const number = column[row] ?? 0;
    const count = counts[number] ?? 0;
    if (count === 0) continue;
    pairs.push(number, count);
    counts[number] = 0;
  }
  return Uint32Array.from(pairs);
}

function addCounts(sums: Sums, tallies: Tallies, counted: ModelCounts): void {
  addSums(sums, counted.sums);
  for (const [group, pairs] of counted.groups) {
    const counts = tallies[group];
    for (let at = 0; at < pairs.length; at += 2) {
      const number = pairs[at] ?? 0;
      counts[number] = (counts[number] ?? 0) + (pairs[at + 1] ?? 0);
    }
  }
}

function addSums(sums: Sums, { total, verified, updates, lowest, highest }: Sums): void {
  sums.total += total;
  sums.verified += verified;
  sums.updates = sums.updates.map((count, at) => count + (updates[at] ?? 0));
  sums.lowest = Math.min(sums.lowest, lowest);
  sums.highest = Math.max(sums.highest, highest);
}
