import type { IndexState } from './index-state.ts';
import type { ListingFilter } from './listing-filter.ts';
import { findPrices } from './prices.ts';
import type { Test } from './requirements.ts';
import { DIMENSIONS } from './vocabulary.ts';

/** The expected share of all rows that match, from 0 to 1, as if values were independent of each other. */
export function expectedShare(state: IndexState, listingFilter: ListingFilter): number {
  const all = Math.max(1, state.rows.length - state.rows.dead);
  const shareOf = (test: Test): number => {
    const live = liveOf(state, test);
    if (!live) return 0.1;
    let sum = 0;
    if (test.numbers) for (const number of test.numbers) sum += live[number] ?? 0;
    else for (let number = 0; number < test.table.length; number += 1) if (test.table[number] === 1) sum += live[number] ?? 0;
    return sum / all;
  };
  let share = countCandidates(state, listingFilter) / all;
  for (const tests of listingFilter.words)
    share *= Math.min(
      1,
      tests.reduce((sum, test) => sum + shareOf(test), 0),
    );
  for (const group of listingFilter.groups) share *= shareOf(group);
  if (listingFilter.updatesFrom > 0) share *= countWithUpdates(state, listingFilter.updatesFrom) / all;
  const { from, to } = findPrices(state.rows, state.orders.byPrice, listingFilter.priceFrom, listingFilter.priceTo);
  if (state.rows.sorted > 0) share *= (to - from) / state.rows.sorted;
  return share;
}

/** How many listings on sale have each value of a test's column; undefined if they aren't counted. */
function liveOf({ rows: { columns }, values, categories, spots }: IndexState, { column, dimension }: Test): readonly number[] | undefined {
  if (dimension !== undefined) return values[dimension].live;
  if (column === columns.category) return categories.live;
  if (column === columns.spot) return spots.live;
  const counted = DIMENSIONS.find((one) => columns[one] === column);
  return counted && values[counted].live;
}

/** How many listings on sale get updates at least until this month. */
function countWithUpdates({ updatesLive }: IndexState, from: number): number {
  let sum = 0;
  for (const [month, live] of updatesLive) if (month >= from) sum += live;
  return sum;
}

/** How many rows belong to the filter's models; all rows if it allows any model. */
function countCandidates(state: IndexState, { models }: ListingFilter): number {
  if (models === null) return state.rows.length - state.rows.dead;
  const { live } = state.values.model;
  return models.numbers.reduce((sum, number) => sum + (live[number] ?? 0), 0);
}
