import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import type { Narrowing } from './narrowing.ts';
import { holding, ofVerifiedSeller } from './queries.ts';

const FACET_VALUES = 30;

type Group = 'storage' | 'condition' | 'color' | 'brand';
export type FacetRow = { facet: 'total' | 'verified' | 'price' | Group; value: string; matches: number; lowest: number; highest: number };

/** How many listings fit, by every value that they could be narrowed by further: a value's count leaves out its own group's filter. */
export const countOnSale = async (db: Db, { categoryId, categoryIds, words, texts, priceFrom, priceTo, verified }: Narrowing): Promise<FacetRow[]> => {
  const and = (conditions: RawBuilder<unknown>[]) => (conditions.length === 0 ? sql`1 = 1` : sql.join(conditions, sql` and `));
  const among = (column: string, keys: string[]) => (keys.length === 0 ? sql`1 = 0` : sql`${sql.ref(column)} in (${sql.join(keys)})`);
  const within = and([sql`sold_at is null and removed_at is null`, ...(categoryId === null ? [] : [sql`category_id = ${categoryId}`]), ...holding(words)]);
  const priced = [...(priceFrom === null ? [] : [sql`price_cents >= ${priceFrom}`]), ...(priceTo === null ? [] : [sql`price_cents <= ${priceTo}`])];
  const sold = verified ? [ofVerifiedSeller] : [];
  const chosen: Record<Group, RawBuilder<unknown>[]> = {
    storage: texts.storage.length === 0 ? [] : [among('storage_key', texts.storage)],
    condition: texts.condition.length === 0 ? [] : [among('condition_key', texts.condition)],
    color: texts.color.length === 0 ? [] : [among('color_key', texts.color)],
    brand: categoryIds === null ? [] : [among('category_id', categoryIds)],
  };
  const all = and(Object.values(chosen).flat());
  const valuesOf = ([facet, column]: readonly [Group, string]) => {
    const others = and(Object.entries(chosen).flatMap(([group, conditions]) => (group === facet ? [] : conditions)));
    return sql`select * from (
      select ${sql.lit(facet)} as facet, ${sql.ref(column)} as value, sum(matches) as matches, 0 as lowest, 0 as highest from counted
      where ${others} group by ${sql.ref(column)} having sum(matches) > 0 order by sum(matches) desc, ${sql.ref(column)} limit ${sql.lit(FACET_VALUES)}
    ) as ${sql.ref(facet)}`;
  };
  const groups = [
    ['storage', 'storage_key'],
    ['condition', 'condition_key'],
    ['color', 'color_key'],
    ['brand', 'category_id'],
  ] as const;
  // Listings are gone through once; what they are counted by is few beside them.
  const { rows } = await sql<FacetRow>`
    with counted as materialized (
      select category_id, storage_key, condition_key, color_key,
        sum(case when ${and([...priced, ...sold])} then 1 else 0 end) as matches,
        sum(case when ${and([...priced, ofVerifiedSeller])} then 1 else 0 end) as verified_matches,
        min(case when ${and(sold)} then price_cents end) as lowest,
        max(case when ${and(sold)} then price_cents end) as highest
      from listings where ${within} group by category_id, storage_key, condition_key, color_key
    )
    select 'total' as facet, '' as value, coalesce(sum(matches), 0) as matches, 0 as lowest, 0 as highest from counted where ${all}
    union all select 'verified', '', coalesce(sum(verified_matches), 0), 0, 0 from counted where ${all}
    union all select 'price', '', count(lowest), coalesce(min(lowest), 0), coalesce(max(highest), 0) from counted where ${all}
    union all ${sql.join(groups.map(valuesOf), sql` union all `)}`.execute(db);
  return rows;
};
