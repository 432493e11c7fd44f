import type { Facets } from '#contract/search.ts';
import type { ChangeFeed } from '../../db/change-feed.ts';
import { createLiveCopy } from '../../db/live-copy.ts';
import type { Db } from '../../db/tables.ts';
import type { Asked, SearchEngine } from '../../ports/search-engine.ts';
import { toChips } from './chips.ts';
import { countIndexed } from './counts.ts';
import { toCriteria } from './criteria.ts';
import { createFacetWriter, FACET_VALUES } from './facets.ts';
import type { IndexState } from './index-state.ts';
import { createListingFilter, isUnfiltered, NO_DEMANDS } from './listing-filter.ts';
import { follow, loadState } from './loading.ts';
import { createModelNames } from './model-names.ts';
import { createParsedQueries } from './parsed-queries.ts';
import { countByBrand } from './queries.ts';
import { type IndexPlace, readIndex, saveIndex } from './saved-index.ts';
import { findIdsIn } from './search-page.ts';
import { likelyModels, suggest } from './suggest.ts';

type Saving = IndexPlace & {
  /** The time, in epoch ms. */
  now(): number;
  /** Called when there is a saved index that can't be used. */
  onUnusable(error: unknown): void;
};

type Options = {
  /** Where to save the index; undefined: nowhere. */
  saved?: Saving;
  /** Whether a name in the catalog of phone models has this word, so that it is no typo even if no such phone is on sale. */
  isCatalogWord?(word: string): boolean;
};

const NEAREST = 3;
/** Facets that changes made count again this often are then counted without pauses. */
const MOST_TRIES = 3;

/** A search engine in this process: everything on sale in memory. */
export function createSearchIndex(db: Db, feed: ChangeFeed, { saved, isCatalogWord = () => false }: Options = {}): SearchEngine {
  const parsedQueries = createParsedQueries(db);
  const names = createModelNames(db);
  const facets = createFacetWriter(names);
  /** Whether there were changes since the index was saved. */
  let isChanged = true;
  let isClosed = false;
  let writing = Promise.resolve();

  async function load(): Promise<IndexState> {
    const read = saved ? await readSaved(db, saved) : null;
    isChanged = read === null;
    if (read) parsedQueries.addFacts(read);
    const state = read ?? (await loadState(db));
    const { isNameWord } = state;
    state.isNameWord = (word) => isCatalogWord(word) || isNameWord(word);
    return state;
  }

  const live = createLiveCopy<IndexState>(feed, {
    load,
    async follow(state, changes) {
      isChanged ||= changes.some(({ topic }) => topic !== 'index');
      await follow(db, state, changes).finally(parsedQueries.clear);
    },
    onLoad() {
      parsedQueries.clear();
      facets.clear();
    },
  });

  /** Null when something changed while requests were served in between. */
  async function countOnce({ filters, search }: Asked, pauses: boolean): Promise<Facets | null> {
    const state = await live.open();
    if (filters.checks.length > 0) await parsedQueries.openFacts(state);
    const parsedQuery = await parsedQueries.of(state, search);
    const narrowed = parsedQuery ? parsedQuery.narrow(filters) : filters;
    const nothing = parsedQuery?.kind === 'nothing';
    const listingFilter = createListingFilter(state, narrowed, { ...(parsedQuery ?? NO_DEMANDS), ...(nothing && { models: [] }) });
    const brand = !parsedQuery && isUnfiltered(listingFilter) ? filters.categoryId : null;
    if (brand !== null) return facets.ofBrand(state, brand, listingFilter, pauses);
    const counts = await countIndexed(state, listingFilter, { limit: FACET_VALUES, pauses });
    if (!counts) return null;
    if (!parsedQuery || search === null) return facets.write(state, counts, null);
    const { corrected, ignored } = parsedQuery.understood;
    const near = counts.total === 0 || ignored.length > 0 ? await likelyModels(state, search, NEAREST) : [];
    const didYouMean = (await names.toSuggestions(state, near)).map(({ text }) => text);
    return facets.write(state, counts, {
      corrected,
      ignored,
      relaxed: parsedQuery.kind === 'guessed',
      didYouMean,
      chips: toChips(state, search, parsedQuery),
    });
  }

  return {
    async load() {
      const state = await live.open();
      // Searches that need the facts wait for them; if reading fails, the next one tries again.
      void parsedQueries.openFacts(state).catch(() => {});
    },

    async save() {
      const state = await live.open();
      // Searches that need the facts wait for them; if reading fails, the next one tries again.
      await parsedQueries.openFacts(state);
      if (!saved || !isChanged || isClosed) return;
      isChanged = false;
      writing = saveIndex(db, state, saved, saved.now());
      await writing.catch((error: unknown) => {
        isChanged = true;
        throw error;
      });
    },

    async close() {
      isClosed = true;
      await writing.catch(() => {});
    },

    size: () => live.current()?.categories.live.reduce((sum, count) => sum + (count ?? 0), 0) ?? null,

    async findIds({ filters, search }, order, page) {
      const state = await live.open();
      if (filters.checks.length > 0) await parsedQueries.openFacts(state);
      return findIdsIn(state, { filters, parsedQuery: await parsedQueries.of(state, search) }, order, page);
    },

    async countFacets(query) {
      for (let tries = 1; ; tries += 1) {
        const facets = await countOnce(query, tries < MOST_TRIES);
        if (facets) return facets;
      }
    },

    async countByBrand() {
      // The first page of a shop that has just started doesn't wait for the index.
      if (!live.current()) return countByBrand(db);
      const { categories } = await live.open();
      return new Map(categories.keys.map((id, number) => [id, categories.live[number] ?? 0]));
    },

    toCriteria: async (search) => toCriteria(await live.open(), search),

    async suggest(typed, limit) {
      const state = await live.open();
      return names.toSuggestions(state, await suggest(state, typed, limit));
    },
  };
}

/** The saved index; null if there is none, or it can't be used. */
async function readSaved(db: Db, { file, onUnusable }: Saving): Promise<IndexState | null> {
  try {
    return await readIndex(db, file);
  } catch (error) {
    onUnusable(error);
    return null;
  }
}
