import { prepare } from '../../db/prepared.ts';
import type { Db, ListingRow } from '../../db/tables.ts';
import { onSale } from './queries.ts';

export type Likely = Pick<ListingRow, 'id' | 'model_key' | 'price_cents'>;
type Likeness = { id: string; brand: string; model: string; price: number };

/** How many are shown beside another phone. */
export const SIMILAR = 4;

const likely = prepare<Likeness, Likely>(['id', 'brand', 'model', 'price'], (db, values) => {
  const others = () => ofBrand(db, values.brand).where('listings.id', '!=', values.id).limit(SIMILAR);
  const sameModel = others().where('listings.model_key', '=', values.model).orderBy('listings.price_cents').orderBy('listings.id');
  const dearer = others().where('listings.price_cents', '>=', values.price).orderBy('listings.price_cents').orderBy('listings.id');
  const cheaper = others().where('listings.price_cents', '<', values.price).orderBy('listings.price_cents', 'desc').orderBy('listings.id', 'desc');
  // As subqueries, since SQLite limits no parts of a union.
  const [first, ...rest] = [sameModel, dearer, cheaper].map((part) => db.selectFrom(part.as('part')).selectAll());
  if (!first) throw new Error('a union needs parts');
  return rest.reduce((all, part) => all.unionAll(part), first);
});

const cheapest = prepare<{ brand: string; model: string }, Likely>(['brand', 'model'], (db, { brand, model }) =>
  ofBrand(db, brand)
    .where('listings.model_key', '=', model)
    .orderBy('listings.price_cents')
    .orderBy('listings.id')
    // One of them may be the phone beside which they are shown.
    .limit(SIMILAR + 1),
);

/**
 * The cheapest others of a listing's model, and the next dearer and cheaper ones of its brand. Three short scans of indexes alone, however many listings
 * there are.
 */
export async function findLikely(db: Db, { id, category_id, model_key, price_cents }: Likely & Pick<ListingRow, 'category_id'>): Promise<Likely[]> {
  const found = await likely(db, { id, brand: category_id, model: model_key, price: price_cents });
  return [...new Map(found.map((row) => [row.id, row])).values()];
}

/** The cheapest of a brand's model that are on sale. */
export const findCheapest = (db: Db, { brand, model }: { brand: string; model: string }): Promise<Likely[]> => cheapest(db, { brand, model });

const ofBrand = (db: Db, brand: string) =>
  onSale(db).select(['listings.id', 'listings.model_key', 'listings.price_cents']).where('listings.category_id', '=', brand);
