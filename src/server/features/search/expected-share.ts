import type { IndexState } from './index-state.ts';
import type { ListingFilter } from './listing-filter.ts';
import { findPrices } from './prices.ts';
import type { Column, Test } from './requirements.ts';
import { DIMENSIONS } from './vocabulary.ts';

/** The expected share of all rows that match, from 0 to 1, as if values were independent of each other. */
export function expectedShare(state: IndexState, listingFilter: ListingFilter): number {
  const all = Math.max(1, state.rows.length - state.rows.dead);
  const shareOf = (test: Test): number => {
    const values = DIMENSIONS.map((dimension) => ({ column: state.rows.columns[dimension] as Column, live: state.values[dimension].live }));
    const { category, spot } = state.rows.columns;
    const others = test.column === category ? state.categories.live : test.column === spot ? state.spots.live : undefined;
    const live = others ?? values.find(({ column }) => column === test.column)?.live;
    if (!live) return 0.1;
    let sum = 0;
    for (let number = 0; number < test.table.length; number += 1) if (test.table[number] === 1) sum += live[number] ?? 0;
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

/** How many listings on sale get updates at least until this month. */
function countWithUpdates({ updatesLive }: IndexState, from: number): number {
  let sum = 0;
  for (const [month, live] of updatesLive) if (month >= from) sum += live;
  return sum;
}

/** How many rows belong to the filter's models; all rows if it allows any model. */
function countCandidates(state: IndexState, { models }: ListingFilter): number {
  if (models === null) return state.rows.length - state.rows.dead;
  let sum = 0;
  for (let number = 0; number < models.length; number += 1) if (models[number] === 1) sum += state.values.model.live[number] ?? 0;
  return sum;
}
