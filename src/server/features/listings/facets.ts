import { toDollars } from '#contract/money.ts';
import type { Facets, FacetValue } from '#contract/search.ts';
import type { Db } from '../../db/tables.ts';
import { findBrandNames } from '../catalogue/index.ts';
import { type TextFacet, toFacetLabel, toGigabytes } from './facet-keys.ts';
import { countOnSale } from './facet-queries.ts';
import type { Narrowing } from './narrowing.ts';

export const NO_FACETS: Facets = { total: 0, storage: [], condition: [], color: [], brand: [], verified: 0, price: null };

/** How many listings fit, and what they can be narrowed by further. */
export const countFacets = async (db: Db, narrowing: Narrowing): Promise<Facets> => {
  const [rows, brandNames] = await Promise.all([countOnSale(db, narrowing), findBrandNames(db)]);
  const rowsOf = (facet: string) => rows.filter((row) => row.facet === facet);
  const textsOf = (facet: TextFacet, found = rowsOf(facet)): FacetValue[] =>
    found.map(({ value, matches }) => ({ value: toFacetLabel(facet, value), count: matches }));
  const countOf = (facet: string): number => rowsOf(facet)[0]?.matches ?? 0;
  const price = rowsOf('price')[0];
  return {
    total: countOf('total'),
    storage: textsOf(
      'storage',
      rowsOf('storage').toSorted((one, other) => toGigabytes(one.value) - toGigabytes(other.value)),
    ),
    condition: textsOf('condition'),
    color: textsOf('color'),
    brand: rowsOf('brand').map(({ value, matches }) => ({ value: brandNames.get(value) ?? value, count: matches })),
    verified: countOf('verified'),
    price: price && price.matches > 0 ? { min: toDollars(price.lowest), max: toDollars(price.highest) } : null,
  };
};
