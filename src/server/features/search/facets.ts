import type { Facets, FacetValue, UnderstoodSearch } from '#contract/search.ts';
import { toDollars } from '#contract/shared/money.ts';
import { UPDATE_MONTHS } from '#contract/shared/updates.ts';
import { type Counts, countIndexed } from './counts.ts';
import { type Labelled, toFacetLabel, toGigabytes } from './facet-labels.ts';
import type { IndexState } from './index-state.ts';
import type { Group, ListingFilter } from './listing-filter.ts';
import type { ModelNames } from './model-names.ts';

/** The most values to show of each facet. */
export const FACET_VALUES = 30;

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
  near: null,
  search: null,
};

/** Converts counts into the contract's facets. */
export function createFacetWriter(names: ModelNames) {
  /** Every page of a brand shows its facets, so they are cached until something changes. */
  const cached = new Map<string, { facets: Facets; of: IndexState; version: string }>();

  async function write(state: IndexState, counts: Counts, search: UnderstoodSearch | null): Promise<Facets> {
    const models = counts.groups.model.map(async ({ number, count }) => ({ value: await names.of(state, state.nameCategories[number] ?? 0, number), count }));
    return { ...writeValues(state, counts), model: await Promise.all(models), search };
  }

  async function ofBrand(state: IndexState, categoryId: string, listingFilter: ListingFilter, pauses: boolean): Promise<Facets | null> {
    const { ofCategory, ofVerified } = state.versions;
    const version = `${ofCategory[state.categories.numbers.get(categoryId) ?? -1]} ${ofVerified} ${listingFilter.month}`;
    const known = cached.get(categoryId);
    if (known?.of === state && known.version === version) return known.facets;
    const counts = await countIndexed(state, listingFilter, { limit: FACET_VALUES, pauses });
    if (!counts) return null;
    const facets = await write(state, counts, null);
    cached.set(categoryId, { facets, of: state, version });
    return facets;
  }

  return { write, ofBrand, clear: () => cached.clear() };
}

/** All facets except the models, whose names have to be looked up. */
function writeValues(state: IndexState, counts: Counts): Omit<Facets, 'model' | 'search'> {
  const { brand, year } = counts.groups;
  const textsOf = (group: Group & Labelled): FacetValue[] =>
    counts.groups[group].map(({ number, count }) => ({ value: toFacetLabel(group, state.values[group].keys[number] ?? ''), count }));
  return {
    total: counts.total,
    storage: bySize(textsOf('storage')),
    condition: textsOf('condition'),
    color: textsOf('color'),
    brand: brand.map(({ number, count }) => ({ value: state.categoryNames[number] ?? '', count })),
    ram: bySize(textsOf('ram')),
    year: year.map(({ number, count }) => ({ value: String(number), count })).toSorted((one, other) => Number(other.value) - Number(one.value)),
    place: textsOf('place'),
    updates: UPDATE_MONTHS.map((months, index) => ({ value: String(months), count: counts.updates[index] ?? 0 })),
    verified: counts.verified,
    price: counts.price && { min: toDollars(counts.price.lowest), max: toDollars(counts.price.highest) },
    near: null,
  };
}

function bySize(values: FacetValue[]): FacetValue[] {
  const sizeOf = ({ value }: FacetValue): number => toGigabytes(value.toLowerCase().replaceAll(' ', ''));
  return values.toSorted((one, other) => sizeOf(one) - sizeOf(other));
}
