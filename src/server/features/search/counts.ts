import { pause } from '../../turns.ts';
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

/** `limit`: of each group's values, besides those that the filters name. `pauses`: whether it lets requests be served in between. */
type Manner = { limit: number; pauses: boolean };

/**
 * Counts the matching listings by every value that could narrow them further: a group's counts leave out its own filter. Reads each candidate once.
 * Returns null when something changed during a pause.
 */
export async function countIndexed(state: IndexState, listingFilter: ListingFilter, { limit, pauses }: Manner): Promise<Counts | null> {
  const counting = takeCounting(state);
  const { rows, versions } = state;
  const { ofAll } = versions;
  try {
    const steps = countInSteps(state, listingFilter, limit, counting);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
      if (!pauses) continue;
      await pause();
      if (state.rows !== rows || versions.ofAll !== ofAll) return null;
    }
  } finally {
    const unused = countings.get(state) ?? [];
    if (unused.length < MOST_UNUSED) countings.set(state, [...unused, counting]);
  }
}

function* countInSteps(state: IndexState, listingFilter: ListingFilter, limit: number, { tallies, scratch }: Counting): Generator<void, Counts> {
  const { total, verified, updates, lowest, highest } = isUnfiltered(listingFilter)
    ? yield* countUnfiltered(state, listingFilter, { tallies, scratch })
    : yield* countRows(state, listingFilter, tallies, candidateSpans(state, listingFilter, true));
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

/** Some of each state that no count uses: new ones each time are garbage by the tens of megabytes. */
const MOST_UNUSED = 2;
const countings = new WeakMap<IndexState, Counting[]>();

function takeCounting(state: IndexState): Counting {
  const { tallies, scratch } = countings.get(state)?.pop() ?? { tallies: {}, scratch: {} };
  const counting = { tallies: fitTallies(state, tallies), scratch: fitTallies(state, scratch) };
  for (const group of GROUPS) {
    counting.tallies[group].fill(0);
    counting.scratch[group].fill(0);
  }
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
function* countUnfiltered(state: IndexState, listingFilter: ListingFilter, { tallies, scratch }: Counting): Generator<void, Sums> {
  const others: Span[] = [];
  const sums = noSums();
  for (const span of candidateSpans(state, listingFilter)) {
    const isCached = span.isListed && span.to - span.from >= LEAST_CACHED && hasAllWords(state, listingFilter, modelOf(state, span));
    if (isCached) addCounts(sums, tallies, knownCounts(state, listingFilter, span) ?? (yield* countModel(state, listingFilter, span, scratch)));
    else others.push(span);
  }
  addSums(sums, yield* countRows(state, listingFilter, tallies, others));
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

const versionOf = ({ versions: { ofModel, ofVerified } }: IndexState, { month }: ListingFilter, model: number): string =>
  `${ofModel[model]} ${ofVerified} ${month}`;

/** The counts of all rows of a model, if none of them changed: a search finds few models, but some have tens of thousands. */
function knownCounts(state: IndexState, listingFilter: ListingFilter, span: Span): ModelCounts | null {
  const model = modelOf(state, span);
  const known = countsOfModels.get(state.orders)?.get(model);
  return known?.version === versionOf(state, listingFilter, model) ? known : null;
}

/** Counts them. `scratch` is empty before and after. */
function* countModel(state: IndexState, listingFilter: ListingFilter, span: Span, scratch: Tallies): Generator<void, ModelCounts> {
  const model = modelOf(state, span);
  const version = versionOf(state, listingFilter, model);
  const sums = yield* countRows(state, { ...listingFilter, models: null, words: [] }, scratch, [span]);
  const groups = GROUPS.map((group): [Group, Uint32Array] => [group, takeCounts(scratch[group], columnOf(state, group), span)]);
  const counted: ModelCounts = { version, sums, groups };
  const known = countsOfModels.get(state.orders) ?? new Map<number, ModelCounts>();
  countsOfModels.set(state.orders, known.set(model, counted));
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
