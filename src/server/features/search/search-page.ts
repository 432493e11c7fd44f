import type { PageOf } from '../../db/paging.ts';
import type { PageRequest, SearchFilters, SearchOrder } from '../../ports/search-engine.ts';
import type { IndexState } from './index-state.ts';
import { createListingFilter, fits, type ListingFilter, NO_DEMANDS } from './listing-filter.ts';
import { nearnessKey, selectNearest } from './nearest.ts';
import { scoreKey, selectByRank, selectByScore, selectRows, toIds } from './pages.ts';
import type { ParsedQuery } from './parsed-query.ts';
import { rankModels } from './rank.ts';
import { nearnessFrom } from './spots.ts';

type Wanted = { filters: SearchFilters; parsedQuery: ParsedQuery | null };

/** One page of the ids of listings that match filters and a search. */
export function findIdsIn(state: IndexState, { filters, parsedQuery }: Wanted, order: SearchOrder, { limit, after }: PageRequest): PageOf<string> {
  if (parsedQuery?.kind === 'nothing') return { items: [], next: null };
  const listingFilter = createListingFilter(state, parsedQuery ? parsedQuery.narrow(filters) : filters, parsedQuery ?? NO_DEMANDS);
  const { columns } = state.rows;
  const created = (row: number): number => columns.created[row] ?? 0;
  // One row more than the page shows whether there is a next page.
  const page = { limit: limit + 1, after };
  if (order === 'nearest' && filters.near) {
    const nearness = nearnessFrom(state.spots, filters.near);
    return toIds(state, selectNearest(state, listingFilter, nearness, page), limit, (row) => nearnessKey(nearness[columns.spot[row] ?? 0] ?? 0, created(row)));
  }
  if (order !== 'match' || !parsedQuery) {
    const by = order === 'match' || order === 'nearest' ? 'newest' : order;
    const keyOf = by === 'newest' || by === 'oldest' ? created : (row: number) => columns.price[row] ?? 0;
    return toIds(state, selectRows(state, listingFilter, by, page), limit, keyOf);
  }
  if (parsedQuery.kind === 'guessed') {
    return toIds(state, selectByScore(state, listingFilter, parsedQuery, page), limit, (row) => scoreKey(parsedQuery.scoreOf(row), created(row)));
  }
  const ranks = rankModels(state, parsedQuery.understood, modelsOfCandidates(state, listingFilter));
  return toIds(state, selectByRank(state, listingFilter, ranks, page), limit, (row) => scoreKey(ranks.get(columns.model[row] ?? 0) ?? 0, created(row)));
}

/** The models that matching rows may have, also unsorted ones. */
function modelsOfCandidates(state: IndexState, listingFilter: ListingFilter): Iterable<number> {
  const { rows, models } = state;
  if (!listingFilter.likely) return models.keys();
  const found = new Set(listingFilter.likely.numbers);
  for (let row = rows.sorted; row < rows.length; row += 1) if (fits(state, listingFilter, row)) found.add(rows.columns.model[row] ?? 0);
  return found;
}
