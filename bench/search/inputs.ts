import type { NewListingRow } from '../../src/server/db/tables.ts';
import { type Asker, LIMIT, misspell, varyCase } from '../asking.ts';

export const BRAND = 'Samsung';

/** What a search for a listing sends. */
export type Input = (row: NewListingRow, asker: Asker) => Record<string, string | number>;

export const exact: Input = (row, asker) => ({ search: varyCase(asker.chance, nameOf(row, asker)), limit: LIMIT });
export const withTypos: Input = (row, asker) => ({ search: varyCase(asker.chance, misspell(asker.chance, `${row.brand} ${row.model_name}`)), limit: LIMIT });
export const filtered: Input = (row, asker) => ({
  search: varyCase(asker.chance, `${row.brand} ${row.model_name.split(' ')[0]}`),
  storage: row.storage,
  condition: row.condition,
  priceTo: Math.ceil(row.price_cents / 100) + 100,
  limit: LIMIT,
});
export const byNumber: Input = (row, { chance }) => ({
  search: varyCase(chance, row.number_key.split(' ').slice(0, 2).join('-') || row.model_name),
  limit: LIMIT,
});
export const facetsOfSearch: Input = (row, asker) => ({ search: varyCase(asker.chance, nameOf(row, asker)) });
export const facetsOfBrand: Input = (_row, asker) => ({ name: categoryOf(asker) });
export const typedSoFar: Input = ({ brand, model_name }, { chance }) => {
  const whole = `${brand} ${model_name}`;
  return { search: varyCase(chance, whole.slice(0, 2 + chance.below(Math.min(14, whole.length)))) };
};

/** A random category, weighted by its number of listings. */
export function categoryOf({ source, shop, chance }: Asker): string {
  const { brand } = source.rowAt(chance.below(source.size));
  return shop.models.find((model) => model.brand === brand)?.category ?? BRAND;
}

function nameOf({ brand, model_name }: NewListingRow, { chance }: Asker): string {
  return chance.percent(50) ? model_name : `${brand} ${model_name}`;
}
