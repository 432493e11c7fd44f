import { prepare } from '../../db/prepared.ts';
import type { Db, ListingRow } from '../../db/tables.ts';
import { onSale } from './queries.ts';

type Likeness = { id: string; category: string; model: string; price: number };

const SIMILAR = 4;
const LIKENESS: (keyof Likeness)[] = ['id', 'category', 'model', 'price'];
type Likely = Pick<ListingRow, 'id' | 'model_key' | 'price_cents'>;
/** Those of the same model, the cheapest first, and the next dearer and cheaper ones of the brand. */
const likely = prepare<Likeness, Likely>(LIKENESS, (db, values) => {
  const others = () => othersOf(db, values);
  const sameModel = others().where('listings.model_key', '=', values.model).orderBy('listings.price_cents').orderBy('listings.id');
  const dearer = others().where('listings.price_cents', '>=', values.price).orderBy('listings.price_cents').orderBy('listings.id');
  const cheaper = others().where('listings.price_cents', '<', values.price).orderBy('listings.price_cents', 'desc').orderBy('listings.id', 'desc');
  // As subqueries, since SQLite limits no parts of a union.
  const [first, ...rest] = [sameModel, dearer, cheaper].map((part) => db.selectFrom(part.as('part')).selectAll());
  if (!first) throw new Error('a union needs parts');
  return rest.reduce((all, part) => all.unionAll(part), first);
});

/** Four other listings on sale at most: the same model first, then the same brand nearest in price. Three short scans of indexes alone, however many listings there are. */
export async function findSimilar(db: Db, listing: Likely & Pick<ListingRow, 'category_id'>): Promise<string[]> {
  const { id, category_id, model_key, price_cents } = listing;
  const likeness = { id, category: category_id, model: model_key, price: price_cents };
  const once = [...new Map((await likely(db, likeness)).map((row) => [row.id, row])).values()];
  const rank = (row: Likely): [number, number] => [row.model_key === model_key ? 0 : 1, Math.abs(row.price_cents - price_cents)];
  return once
    .toSorted((one, other) => {
      const [model, price] = rank(one);
      const [otherModel, otherPrice] = rank(other);
      return model - otherModel || price - otherPrice || (one.id < other.id ? -1 : 1);
    })
    .slice(0, SIMILAR)
    .map((row) => row.id);
}

function othersOf(db: Db, { id, category }: Likeness) {
  return onSale(db)
    .select(['listings.id', 'listings.model_key', 'listings.price_cents'])
    .where('listings.category_id', '=', category)
    .where('listings.id', '!=', id)
    .limit(SIMILAR);
}
