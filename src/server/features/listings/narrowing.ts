import { toFacetKey } from '#contract/shared/facet-text.ts';
import type { Filters } from '#contract/shared/filters.ts';
import { monthAt } from '#contract/shared/updates.ts';
import { toModelKey, toPlaceKey, toRamKey, toYear } from '../../db/search-keys.ts';
import type { Db } from '../../db/tables.ts';
import type { Scope } from '../../http/scoped-cache.ts';
import type { SearchFilters } from '../../ports/search-engine.ts';
import { findCategoryIds, findListedCategory } from '../catalog/index.ts';
import { findPoint } from '../cities/index.ts';

/** A list's filters as the search index takes them, with brands by id, at a moment (epoch ms); null when there is no brand called `name`. */
export async function toSearchFilters(db: Db, asked: Filters & { name?: string }, now: number): Promise<SearchFilters | null> {
  const category = asked.name === undefined ? null : await findListedCategory(db, asked.name);
  if (category === undefined) return null;
  return {
    categoryId: category?.id ?? null,
    categoryIds: asked.brand.length === 0 ? null : await findCategoryIds(db, asked.brand),
    texts: {
      model: keysOf(asked.model, toModelKey),
      storage: keysOf(asked.storage),
      condition: keysOf(asked.condition),
      color: keysOf(asked.color),
      ram: keysOf(asked.ram, toRamKey),
      place: keysOf(asked.place, toPlaceKey).filter(isNamed),
    },
    // A year that can't be read narrows nothing; 0 would match listings of unknown years.
    years: asked.year.map(toYear).filter((year) => year > 0),
    checks: asked.checks,
    priceFrom: asked.priceFrom ?? null,
    priceTo: asked.priceTo ?? null,
    verified: asked.verified,
    monthsLeft: asked.updates,
    month: monthAt(now),
    near: await findPoint(db, asked.near),
    withinKm: asked.within,
  };
}

const keysOf = (values: string[], toKey: (value: string) => string = toFacetKey): string[] => [...new Set(values.map(toKey))];

/** Whether a place has a letter or digit; others name none. */
const isNamed = (key: string): boolean => /[\p{L}\p{N}]/u.test(key);

/** The scope of a filtered list: a brand, or everything on sale. */
export const shownOf = ({ categoryId }: SearchFilters): Scope => (categoryId === null ? 'lists' : `brand:${categoryId}`);

/** Whether no filter is set, so that a database index has the list in order. */
export function isWhole({ categoryIds, texts, years, checks, priceFrom, priceTo, verified, monthsLeft, near, withinKm }: SearchFilters): boolean {
  return (
    categoryIds === null &&
    years.length === 0 &&
    checks.length === 0 &&
    priceFrom === null &&
    priceTo === null &&
    !verified &&
    monthsLeft === null &&
    (near === null || withinKm === null) &&
    Object.values(texts).every((keys) => keys.length === 0)
  );
}
