import type { Facets, FacetValue, Suggestion, UnderstoodSearch } from '#contract/search.ts';
import { toDollars } from '#contract/shared/money.ts';
import { UPDATE_MONTHS } from '#contract/shared/updates.ts';
import type { ChangeFeed } from '../../db/change-feed.ts';
import type { Change } from '../../db/changes.ts';
import type { PageOf } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import { type Counts, countIndexed } from './counts.ts';
import { type Labelled, toFacetLabel, toGigabytes } from './facet-labels.ts';
import {
  addCategory,
  countEverything,
  createIndexState,
  fileRow,
  group,
  type IndexState,
  placeRow,
  setVerified,
  takeOff,
  tidyIfNeeded,
} from './index-state.ts';
import { createListingFilter, type Filters, type Group, isUnfiltered, type ListingFilter } from './listing-filter.ts';
import { type Order, type PageRequest, scoreKey, selectByRank, selectByScore, selectRows, toIds } from './pages.ts';
import { type ParsedQuery, parseQuery } from './parsed-query.ts';
import {
  countByBrand,
  countOnSale,
  findBrands,
  findIndexRows,
  findModelName,
  findStates,
  findStatesOf,
  findVerifiedSellers,
  isVerified,
  type StateRow,
} from './queries.ts';
import { rankAllowed } from './rank.ts';
import { reserve } from './rows.ts';
import { nearestModels, type Suggested, suggest } from './suggest.ts';

/** Which listings on sale are asked for: by filters, and by a search when there is one. */
export type Asked = { filters: Filters; search: string | null };
/** `match`: what fits the search best first; without a search, the newest. */
export type IndexOrder = Order | 'match';

/** Everything on sale, held in memory to be searched, narrowed and counted; it follows every change within a second, its own process's at once. */
export type SearchIndex = {
  /** Reads everything that is on sale, unless that was done. */
  load(): Promise<void>;
  /** How many listings are on it; null while it is being read. */
  size(): number | null;
  /** One page of ids of what is asked for. */
  findIds(asked: Asked, order: IndexOrder, page: PageRequest): Promise<PageOf<string>>;
  countFacets(asked: Asked): Promise<Facets>;
  /** How many listings are on sale, by their brands' ids. */
  countByBrand(): Promise<Map<string, number>>;
  suggest(typed: string, limit: number): Promise<Suggestion[]>;
};

export const NO_FACETS: Facets = {
  total: 0,
  storage: [],
  condition: [],
  color: [],
  brand: [],
  model: [],
  ram: [],
  year: [],
  place: [],
  updates: [],
  verified: 0,
  price: null,
  search: null,
};

const BATCH = 5000;
/** Room for what is listed next. */
const SPARE_ROWS = 5000;
const FACET_VALUES = 30;
const NEAREST = 3;
const MAX_MEANINGS = 500;

const inChunks = function* <T>(items: T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
};

/** Lets requests in between. */
const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const loadState = async (db: Db): Promise<IndexState> => {
  const state = createIndexState(await findBrands(db));
  reserve(state.rows, (await countOnSale(db)) + SPARE_ROWS);
  for (const id of await findVerifiedSellers(db)) setVerified(state, id, true);
  for (let after: { created_at: number; id: string } | null = null; ; ) {
    const rows = await findIndexRows(db, after, BATCH);
    for (const row of rows) fileRow(state, row);
    const last = rows.at(-1);
    if (rows.length < BATCH || !last) break;
    after = { created_at: last.created_at, id: last.id };
    await breathe();
  }
  // They came in the order of their listing.
  state.rows.sorted = state.rows.length;
  group(state);
  countEverything(state);
  return state;
};

/** Brands and sellers that came since everything was read. */
const meet = async (db: Db, state: IndexState, rows: StateRow[]): Promise<void> => {
  if (rows.some(({ category_id }) => !state.categories.numbers.has(category_id))) for (const { id, name } of await findBrands(db)) addCategory(state, id, name);
  const strangers = new Set(rows.flatMap(({ seller_id }) => (state.sellers.numbers.has(seller_id) ? [] : seller_id)));
  for (const id of strangers) setVerified(state, id, await isVerified(db, id));
};

const place = async (db: Db, state: IndexState, rows: StateRow[]): Promise<void> => {
  await meet(db, state, rows);
  for (const row of rows) placeRow(state, row, row.sold_at === null && row.removed_at === null);
};

const followSeller = async (db: Db, state: IndexState, sellerId: string): Promise<void> => {
  setVerified(state, sellerId, await isVerified(db, sellerId));
  const there = new Set<string>();
  for (let after: StateRow | null = null; ; ) {
    const rows: StateRow[] = await findStatesOf(db, sellerId, after, BATCH);
    await place(db, state, rows);
    for (const { id } of rows) there.add(id);
    after = rows.at(-1) ?? null;
    if (rows.length < BATCH) break;
  }
  takeOff(state, sellerId, (id) => !there.has(id));
};

const follow = async (db: Db, state: IndexState, changes: Change[]): Promise<void> => {
  const listings = [...new Set(changes.flatMap(({ listing_id }) => listing_id ?? []))];
  const sellers = [...new Set(changes.flatMap(({ listing_id, seller_id }) => (listing_id === null && seller_id !== null ? seller_id : [])))];
  for (const ids of inChunks(listings, 500)) await place(db, state, await findStates(db, ids));
  for (const id of sellers) await followSeller(db, state, id);
  tidyIfNeeded(state);
};

export const createSearchIndex = (db: Db, feed: ChangeFeed): SearchIndex => {
  let loading: Promise<IndexState> | null = null;
  let missed: Change[] = [];
  let state: IndexState | null = null;
  /** Counts how often everything had to be read anew: what was read before then lacks something. */
  let era = 0;
  let meanings = new Map<string, ParsedQuery>();
  const names = new Map<string, string>();
  /** Every page of a brand's phones shows them: they are counted anew only after something changed. */
  const facetsOfBrands = new Map<string, { facets: Facets; of: IndexState; version: string }>();

  const load = async (): Promise<IndexState> => {
    const began = era;
    missed = [];
    const loaded = await loadState(db);
    // While this is followed, more may come.
    while (missed.length > 0) {
      const changes = missed;
      missed = [];
      await follow(db, loaded, changes);
    }
    if (began !== era) return load();
    state = loaded;
    meanings = new Map();
    facetsOfBrands.clear();
    return loaded;
  };

  const open = async (): Promise<IndexState> => {
    await feed.keepUp();
    if (state) return state;
    loading ??= load().finally(() => {
      loading = null;
    });
    return loading;
  };

  feed.listen({
    async onChanges(changes) {
      if (loading) missed.push(...changes);
      if (!state) return;
      meanings = new Map();
      try {
        await follow(db, state, changes);
      } catch (error) {
        // Half followed is not known: everything is read anew when it is next asked for.
        state = null;
        throw error;
      }
    },
    onLost() {
      era += 1;
      state = null;
    },
  });

  const mean = (searchIndex: IndexState, search: string | null): ParsedQuery | null => {
    if (search === null) return null;
    const known = meanings.get(search);
    if (known) return known;
    if (meanings.size >= MAX_MEANINGS) meanings.clear();
    const parsedQuery = parseQuery(searchIndex, search);
    meanings.set(search, parsedQuery);
    return parsedQuery;
  };

  /** A model's name as one of its sellers writes it. */
  const nameOf = async (categoryId: string | null, modelKey: string): Promise<string> => {
    const key = `${categoryId}\n${modelKey}`;
    const known = names.get(key);
    if (known !== undefined) return known;
    const name = (categoryId === null ? null : await findModelName(db, categoryId, modelKey)) ?? modelKey;
    if (names.size >= 20_000) names.clear();
    names.set(key, name);
    return name;
  };

  const toSuggestion = async (searchIndex: IndexState, { category, modelName, listings }: Suggested): Promise<Suggestion> => {
    const brand = searchIndex.categoryNames[category] ?? '';
    if (modelName === null) return { text: brand, kind: 'brand', brand, listings };
    const text = await nameOf(searchIndex.categories.keys[category] ?? null, searchIndex.modelNames.keys[modelName] ?? '');
    return { text, kind: 'model', brand, listings };
  };

  const toFacets = async (searchIndex: IndexState, counts: Counts, search: UnderstoodSearch | null): Promise<Facets> => {
    const textsOf = (group: Group & Labelled): FacetValue[] =>
      counts.groups[group].map(({ number, count }) => ({ value: toFacetLabel(group, searchIndex.values[group].keys[number] ?? ''), count }));
    const bySize = (values: FacetValue[]) =>
      values.toSorted((one, other) => toGigabytes(one.value.toLowerCase().replaceAll(' ', '')) - toGigabytes(other.value.toLowerCase().replaceAll(' ', '')));
    const models = counts.groups.model.map(async ({ number, count }) => ({
      value: await nameOf(searchIndex.categories.keys[searchIndex.nameCategories[number] ?? 0] ?? null, searchIndex.modelNames.keys[number] ?? ''),
      count,
    }));
    return {
      total: counts.total,
      storage: bySize(textsOf('storage')),
      condition: textsOf('condition'),
      color: textsOf('color'),
      brand: counts.groups.brand.map(({ number, count }) => ({ value: searchIndex.categoryNames[number] ?? '', count })),
      model: await Promise.all(models),
      ram: bySize(textsOf('ram')),
      year: counts.groups.year.map(({ number, count }) => ({ value: String(number), count })).toSorted((one, other) => Number(other.value) - Number(one.value)),
      place: textsOf('place'),
      updates: UPDATE_MONTHS.map((months, index) => ({ value: String(months), count: counts.updates[index] ?? 0 })),
      verified: counts.verified,
      price: counts.price && { min: toDollars(counts.price.lowest), max: toDollars(counts.price.highest) },
      search,
    };
  };

  const facetsOfBrand = async (searchIndex: IndexState, id: string, listingFilter: ListingFilter): Promise<Facets> => {
    const { ofCategory, ofVerified } = searchIndex.versions;
    const version = `${ofCategory[searchIndex.categories.numbers.get(id) ?? -1]} ${ofVerified} ${listingFilter.month}`;
    const known = facetsOfBrands.get(id);
    if (known?.of === searchIndex && known.version === version) return known.facets;
    const facets = await toFacets(searchIndex, countIndexed(searchIndex, listingFilter, FACET_VALUES), null);
    facetsOfBrands.set(id, { facets, of: searchIndex, version });
    return facets;
  };

  return {
    async load() {
      await open();
    },

    size: () => state?.categories.live.reduce((sum, count) => sum + (count ?? 0), 0) ?? null,

    async findIds({ filters, search }, order, { limit, after }) {
      const searchIndex = await open();
      const { columns } = searchIndex.rows;
      const parsedQuery = mean(searchIndex, search);
      if (parsedQuery?.kind === 'nothing') return { items: [], next: null };
      const created = (row: number): number => columns.created[row] ?? 0;
      const page = { limit: limit + 1, after };
      const narrowed = parsedQuery ? parsedQuery.narrow(filters) : filters;
      const listingFilter = createListingFilter(searchIndex, narrowed, parsedQuery?.words ?? [], parsedQuery?.models ?? null);
      if (order !== 'match' || !parsedQuery) {
        const by = order === 'match' ? 'newest' : order;
        const found = selectRows(searchIndex, listingFilter, by, page);
        return toIds(searchIndex, found, limit, by === 'newest' || by === 'oldest' ? created : (row) => columns.price[row] ?? 0);
      }
      if (parsedQuery.kind === 'guessed') {
        const scoreOf = (row: number): number => parsedQuery.scoreOf(row);
        return toIds(searchIndex, selectByScore(searchIndex, listingFilter, scoreOf, page), limit, (row) => scoreKey(scoreOf(row), created(row)));
      }
      const allowed = listingFilter.models ?? new Uint8Array(searchIndex.models.length).fill(1);
      const ranks = rankAllowed(searchIndex, parsedQuery.understood, allowed);
      return toIds(searchIndex, selectByRank(searchIndex, listingFilter, ranks, page), limit, (row) =>
        scoreKey(ranks[columns.model[row] ?? 0] ?? 0, created(row)),
      );
    },

    async countFacets({ filters, search }) {
      const searchIndex = await open();
      const parsedQuery = mean(searchIndex, search);
      const narrowed = parsedQuery ? parsedQuery.narrow(filters) : filters;
      const nothing = parsedQuery?.kind === 'nothing';
      const listingFilter = createListingFilter(searchIndex, narrowed, parsedQuery?.words ?? [], nothing ? [] : (parsedQuery?.models ?? null));
      const brand = !parsedQuery && isUnfiltered(listingFilter) ? filters.categoryId : null;
      if (brand !== null) return facetsOfBrand(searchIndex, brand, listingFilter);
      const counts = countIndexed(searchIndex, listingFilter, FACET_VALUES);
      if (!parsedQuery || search === null) return toFacets(searchIndex, counts, null);
      const near = counts.total === 0 || parsedQuery.understood.ignored.length > 0 ? nearestModels(searchIndex, search, NEAREST) : [];
      const didYouMean = await Promise.all(near.map(async (one) => (await toSuggestion(searchIndex, one)).text));
      const { corrected, ignored } = parsedQuery.understood;
      return toFacets(searchIndex, counts, { corrected, ignored, relaxed: parsedQuery.kind === 'guessed', didYouMean });
    },

    async countByBrand() {
      // The first page of a shop that has just started waits for nothing.
      if (!state) return countByBrand(db);
      const { categories } = await open();
      return new Map(categories.keys.map((id, number) => [id, categories.live[number] ?? 0]));
    },

    async suggest(typed, limit) {
      const searchIndex = await open();
      return Promise.all(suggest(searchIndex, typed, limit).map((one) => toSuggestion(searchIndex, one)));
    },
  };
};
