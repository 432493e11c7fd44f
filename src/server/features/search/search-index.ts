import type { Facets, Suggestion } from '#contract/search.ts';
import type { ChangeFeed } from '../../db/change-feed.ts';
import { createLiveCopy } from '../../db/live-copy.ts';
import type { PageOf } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import { countIndexed } from './counts.ts';
import { createFacetWriter, FACET_VALUES } from './facets.ts';
import type { IndexState } from './index-state.ts';
import { createListingFilter, type Filters, isUnfiltered } from './listing-filter.ts';
import { follow, loadState } from './loading.ts';
import { createModelNames } from './model-names.ts';
import type { PageRequest } from './pages.ts';
import { type ParsedQuery, parseQuery } from './parsed-query.ts';
import { countByBrand } from './queries.ts';
import { findIdsIn, type IndexOrder } from './search-page.ts';
import { nearestModels, suggest } from './suggest.ts';

/** A request for listings on sale: filters, and a search if there is one. */
export type Asked = { filters: Filters; search: string | null };

/**
 * Everything on sale, in memory for searching, filtering and counting. Follows every change within a second, and changes by its own process
 * immediately.
 */
export type SearchIndex = {
  /** Loads everything that is on sale, unless that was done. */
  load(): Promise<void>;
  /** The number of indexed listings; null while loading. */
  size(): number | null;
  /** One page of ids of matching listings. */
  findIds(asked: Asked, order: IndexOrder, page: PageRequest): Promise<PageOf<string>>;
  countFacets(asked: Asked): Promise<Facets>;
  /** How many listings are on sale, by brand id. */
  countByBrand(): Promise<Map<string, number>>;
  suggest(typed: string, limit: number): Promise<Suggestion[]>;
};

const NEAREST = 3;
const MAX_MEANINGS = 500;

export function createSearchIndex(db: Db, feed: ChangeFeed): SearchIndex {
  const meanings = createMeanings();
  const names = createModelNames(db);
  const facets = createFacetWriter(names);
  const live = createLiveCopy<IndexState>(feed, {
    load: () => loadState(db),
    follow(state, changes) {
      meanings.clear();
      return follow(db, state, changes);
    },
    onLoad() {
      meanings.clear();
      facets.clear();
    },
  });

  return {
    async load() {
      await live.open();
    },

    size: () => live.current()?.categories.live.reduce((sum, count) => sum + (count ?? 0), 0) ?? null,

    async findIds({ filters, search }, order, page) {
      const state = await live.open();
      return findIdsIn(state, { filters, parsedQuery: meanings.of(state, search) }, order, page);
    },

    async countFacets({ filters, search }) {
      const state = await live.open();
      const parsedQuery = meanings.of(state, search);
      const narrowed = parsedQuery ? parsedQuery.narrow(filters) : filters;
      const nothing = parsedQuery?.kind === 'nothing';
      const listingFilter = createListingFilter(state, narrowed, parsedQuery?.words ?? [], nothing ? [] : (parsedQuery?.models ?? null));
      const brand = !parsedQuery && isUnfiltered(listingFilter) ? filters.categoryId : null;
      if (brand !== null) return facets.ofBrand(state, brand, listingFilter);
      const counts = countIndexed(state, listingFilter, FACET_VALUES);
      if (!parsedQuery || search === null) return facets.write(state, counts, null);
      const { corrected, ignored } = parsedQuery.understood;
      const near = counts.total === 0 || ignored.length > 0 ? nearestModels(state, search, NEAREST) : [];
      const didYouMean = (await names.toSuggestions(state, near)).map(({ text }) => text);
      return facets.write(state, counts, { corrected, ignored, relaxed: parsedQuery.kind === 'guessed', didYouMean });
    },

    async countByBrand() {
      // The first page of a shop that has just started doesn't wait for the index.
      if (!live.current()) return countByBrand(db);
      const { categories } = await live.open();
      return new Map(categories.keys.map((id, number) => [id, categories.live[number] ?? 0]));
    },

    async suggest(typed, limit) {
      const state = await live.open();
      return names.toSuggestions(state, suggest(state, typed, limit));
    },
  };
}

/** Caches parsed searches until something on sale changes. */
function createMeanings() {
  const known = new Map<string, ParsedQuery>();
  return {
    clear: () => known.clear(),
    of(state: IndexState, search: string | null): ParsedQuery | null {
      if (search === null) return null;
      const before = known.get(search);
      if (before) return before;
      if (known.size >= MAX_MEANINGS) known.clear();
      const parsedQuery = parseQuery(state, search);
      known.set(search, parsedQuery);
      return parsedQuery;
    },
  };
}
