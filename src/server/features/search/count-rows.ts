import { UPDATE_MONTHS } from '#contract/shared/updates.ts';
import type { IndexState } from './index-state.ts';
import { BITS, fits, type Group, isPriced, isUnfiltered, type ListingFilter, TEXT_GROUPS } from './listing-filter.ts';
import type { Column } from './requirements.ts';
import type { Span } from './spans.ts';

export const GROUPS = [...TEXT_GROUPS, 'brand', 'year'] as const;

/** Counts of each group's values, by value number. */
export type Tallies = Record<Group, Uint32Array>;

/** `updates`: how many have at least as many months of security updates left as each entry of `UPDATE_MONTHS`. Prices in cents. */
export type Sums = { total: number; verified: number; updates: number[]; lowest: number; highest: number };

export const noSums = (): Sums => ({ total: 0, verified: 0, updates: UPDATE_MONTHS.map(() => 0), lowest: Number.POSITIVE_INFINITY, highest: 0 });

/** Rows are counted this many at a time, one column after another, which takes half as long as one row after another. */
const BATCH = 4096;
const batch = new Uint32Array(BATCH);
/** The filters that each row of the batch fails, as bits. */
const failed = new Uint16Array(BATCH);
const picked = new Uint32Array(BATCH);

const [SHORT, MIDDLE, LONG] = UPDATE_MONTHS;

/** How many rows to read between pauses for requests: some 6 ms. */
const STRETCH = 64 * BATCH;
/** Rows read since the last pause, whatever for. */
let read = 0;

type Counting = { state: IndexState; listingFilter: ListingFilter; tallies: Tallies; sums: Sums };

/**
 * Adds the spans' matching rows to the counts of their values. A row that fails one filter counts only in that one's group, and one that fails two
 * counts nowhere. Yields where the process may serve requests.
 */
export function* countRows(state: IndexState, listingFilter: ListingFilter, tallies: Tallies, spans: readonly Span[]): Generator<void, Sums> {
  const counting = { state, listingFilter, tallies, sums: noSums() };
  let length = 0;
  for (const { order, from, to } of spans)
    for (let start = from; start < to; start += BATCH) {
      const end = Math.min(to, start + BATCH);
      length = readRows(counting, length, { order, from: start, to: end });
      read += end - start;
      if (read < STRETCH) continue;
      // What is in the batch wouldn't be there anymore after other counts.
      countBatch(counting, batch.subarray(0, length));
      length = 0;
      read = 0;
      yield;
    }
  countBatch(counting, batch.subarray(0, length));
  return counting.sums;
}

/** Adds a span's rows that fit to the batch, which has `length`, and counts it whenever it is full. Returns its new length. */
function readRows(counting: Counting, length: number, { order, from, to }: Omit<Span, 'isListed'>): number {
  const { state, listingFilter } = counting;
  let filled = length;
  for (let at = from; at < to; at += 1) {
    const row = order ? (order[at] ?? 0) : at;
    if (!fits(state, listingFilter, row)) continue;
    batch[filled] = row;
    filled += 1;
    if (filled < BATCH) continue;
    countBatch(counting, batch);
    filled = 0;
  }
  return filled;
}

function countBatch(counting: Counting, rows: Uint32Array): void {
  const { state, listingFilter, tallies, sums } = counting;
  const passing = isUnfiltered(listingFilter) ? rows : countFailing(counting, rows);
  sums.total += passing.length;
  for (const group of GROUPS) tally(tallies[group], columnOf(state, group), passing);
  addVerified(state, sums, passing);
  addPrices(state, sums, passing);
  addUpdates(state, listingFilter.month, sums, passing);
}

/** Counts the rows that fail just one filter. Returns those that pass all. */
function countFailing({ state, listingFilter, tallies, sums }: Counting, rows: Uint32Array): Uint32Array {
  testFilters(state, listingFilter, rows);
  for (const { group, bit } of listingFilter.groups)
    if (group !== 'distance' && group !== 'checks') tally(tallies[group], columnOf(state, group), pick(rows, bit));
  if (isPriced(listingFilter)) addPrices(state, sums, pick(rows, BITS.price));
  if (listingFilter.updatesFrom > 0) addUpdates(state, listingFilter.month, sums, pick(rows, BITS.updates));
  return pick(rows, 0);
}

function testFilters({ rows: { columns } }: IndexState, listingFilter: ListingFilter, rows: Uint32Array): void {
  const { groups, priceFrom, priceTo, verified, updatesFrom } = listingFilter;
  failed.fill(0);
  for (const { column, table, bit } of groups) failUnlisted(rows, bit, column, table);
  if (verified !== null) failUnlisted(rows, BITS.verified, columns.seller, verified);
  if (isPriced(listingFilter)) failOutside(rows, BITS.price, columns.price, [priceFrom, priceTo]);
  if (updatesFrom > 0) failOutside(rows, BITS.updates, columns.updates, [updatesFrom, Number.MAX_SAFE_INTEGER]);
}

function failUnlisted(rows: Uint32Array, bit: number, column: Column, table: Uint8Array): void {
  for (let at = 0; at < rows.length; at += 1) failed[at] = (failed[at] ?? 0) | (bit * (1 - (table[column[rows[at] ?? 0] ?? 0] ?? 0)));
}

function failOutside(rows: Uint32Array, bit: number, column: Column, [from, to]: [number, number]): void {
  for (let at = 0; at < rows.length; at += 1) {
    const value = column[rows[at] ?? 0] ?? 0;
    failed[at] = (failed[at] ?? 0) | (value < from || value > to ? bit : 0);
  }
}

/** The rows that fail just these filters. They are valid until the next are picked. */
function pick(rows: Uint32Array, bits: number): Uint32Array {
  let found = 0;
  for (let at = 0; at < rows.length; at += 1) {
    picked[found] = rows[at] ?? 0;
    found += failed[at] === bits ? 1 : 0;
  }
  return picked.subarray(0, found);
}

export const columnOf = ({ rows: { columns } }: IndexState, group: Group): Column => (group === 'brand' ? columns.category : columns[group]);

function tally(counts: Uint32Array, column: Column, rows: Uint32Array): void {
  for (let at = 0; at < rows.length; at += 1) {
    const number = column[rows[at] ?? 0] ?? 0;
    counts[number] = (counts[number] ?? 0) + 1;
  }
}

function addVerified({ verified, rows: { columns } }: IndexState, sums: Sums, rows: Uint32Array): void {
  for (let at = 0; at < rows.length; at += 1) if (verified[columns.seller[rows[at] ?? 0] ?? 0] === 1) sums.verified += 1;
}

function addPrices({ rows: { columns } }: IndexState, sums: Sums, rows: Uint32Array): void {
  for (let at = 0; at < rows.length; at += 1) {
    const amount = columns.price[rows[at] ?? 0] ?? 0;
    if (amount < sums.lowest) sums.lowest = amount;
    if (amount > sums.highest) sums.highest = amount;
  }
}

/** Most phones have less than the shortest, or none known. */
function addUpdates({ rows: { columns } }: IndexState, month: number, sums: Sums, rows: Uint32Array): void {
  let [short = 0, middle = 0, long = 0] = sums.updates;
  for (let at = 0; at < rows.length; at += 1) {
    const left = (columns.updates[rows[at] ?? 0] ?? 0) - month;
    if (left < SHORT) continue;
    short += 1;
    if (left < MIDDLE) continue;
    middle += 1;
    if (left >= LONG) long += 1;
  }
  sums.updates = [short, middle, long];
}
