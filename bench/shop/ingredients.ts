import { demoId } from '../../src/server/db/seed/demo-id.ts';
import type { CategoriesTable } from '../../src/server/db/tables/listings.ts';
import type { UserRow } from '../../src/server/db/tables.ts';
import { BRANDS, type Brand, toNameKey } from '../../src/server/features/catalog/index.ts';
import type { Ingredients } from './listings.ts';
import { readOfferedModels } from './models.ts';
import { createBuyers, createSellers, sellersAt } from './people.ts';

/** Half a month: new arrivals are at most 30 days old, and a database should serve several runs. */
const HALF_MONTH = 15;

/** `wanted`: whether it sells the models of the real data, if that is there, or only the demo shop's. */
type Wanted = { seed: number; size: number; end: number; wanted?: 'real' | 'demo' };

export type Shop = Omit<Ingredients, 'images' | 'modelOf'> & { buyers: UserRow[]; categoryRows: CategoriesTable[]; source: 'real' | 'demo' };

/** The latest 1st or 16th of a month. Data ends there, so that later runs can reuse the database. */
export function latestEnd(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() > HALF_MONTH ? HALF_MONTH + 1 : 1);
}

/** Everything in a shop of this size except its pictures; depends only on seed, size and end. */
export async function createShop({ seed, size, end, wanted = 'real' }: Wanted): Promise<Shop> {
  const { models, source } = await readOfferedModels(wanted);
  const categoryRows = createCategories(seed, end);
  return {
    seed,
    size,
    end,
    models,
    source,
    categoryRows,
    categories: new Map(categoryRows.map(({ id, name }) => [name as Brand, id])),
    sellers: createSellers(sellersAt(size), { seed, end }),
    buyers: createBuyers({ seed, end }),
  };
}

function createCategories(seed: number, end: number): CategoriesTable[] {
  return BRANDS.map((name, position) => ({
    id: demoId(`${seed} category ${name}`, end),
    name,
    name_key: toNameKey(name),
    img: `/brands/${toNameKey(name)}.svg`,
    position,
  }));
}
