import { toFacetKey } from '#contract/facet-text.ts';
import type { Filters } from '#contract/filters.ts';
import type { Db } from '../../db/tables.ts';
import { findCategoryByName, findCategoryIds } from '../catalogue/index.ts';
import type { TextFacet } from './facet-keys.ts';

/** Which listings on sale are asked for, as a query says it: within a brand, holding words, and narrowed by filters. */
export type Narrowing = {
  /** Null: of every brand. */
  categoryId: string | null;
  /** In lower case; a listing's search text holds all of them. */
  words: string[];
  /** Brands to choose from; null: any. */
  categoryIds: string[] | null;
  /** Folded texts to choose from; an empty list allows any. */
  texts: Record<TextFacet, string[]>;
  priceFrom: number | null;
  priceTo: number | null;
  verified: boolean;
};

const keysOf = (values: string[]): string[] => [...new Set(values.map(toFacetKey))];

/** What was asked for, with brands by their ids; null when the shop has no brand of that name. */
export const toNarrowing = async (db: Db, asked: Filters & { name?: string }, words: string[] = []): Promise<Narrowing | null> => {
  const category = asked.name === undefined ? null : await findCategoryByName(db, asked.name);
  if (category === undefined) return null;
  return {
    categoryId: category?.id ?? null,
    words,
    categoryIds: asked.brand.length === 0 ? null : await findCategoryIds(db, asked.brand),
    texts: { storage: keysOf(asked.storage), condition: keysOf(asked.condition), color: keysOf(asked.color) },
    priceFrom: asked.priceFrom ?? null,
    priceTo: asked.priceTo ?? null,
    verified: asked.verified,
  };
};
