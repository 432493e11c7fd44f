import { searchCalls } from '#contract/search.ts';
import type { Db, NewListingRow } from '#server/db/tables.ts';
import { toSearchFilters } from '#server/features/listings/index.ts';
import type { Asked, SearchOrder } from '#server/ports/search-engine.ts';
import { type Asker, createAsker } from '../asking.ts';
import type { Shop } from '../shop/ingredients.ts';
import { categoryOf, exact, facetsOfSearch, filtered, type Input, typedSoFar, withTypos } from './inputs.ts';

/** Questions of one kind to a search engine. They can be stored as JSON. */
export type Questions = { name: string; about: About; order: SearchOrder; all: Asked[] };
type About = 'ids' | 'facets' | 'suggestions';

/** A brand's phones up to a price, in one storage size: no words that name a model, so that all of the brand's are looked through. */
const ofBrand: Input = (row, asker) => ({ name: categoryOf(asker), storage: row.storage, priceTo: Math.ceil(row.price_cents / 100) + 100 });

const KINDS: { name: string; about: About; order: SearchOrder; input: Input }[] = [
  { name: 'search, exact', about: 'ids', order: 'match', input: exact },
  { name: 'search, typos', about: 'ids', order: 'match', input: withTypos },
  { name: 'search, filters', about: 'ids', order: 'match', input: filtered },
  { name: 'list of a brand, filters', about: 'ids', order: 'cheapest', input: ofBrand },
  { name: 'facets of a search', about: 'facets', order: 'match', input: facetsOfSearch },
  { name: 'facets of a brand, filters', about: 'facets', order: 'match', input: ofBrand },
  { name: 'suggestions', about: 'suggestions', order: 'match', input: typedSoFar },
];

/** Asks for random listings of a shop, so that common models are asked for most: as many questions of each kind as `count`. */
export async function writeQuestions(db: Db, shop: Shop, count: number): Promise<Questions[]> {
  const asker = createAsker(shop, { url: '', seed: 7, count });
  const kinds: Questions[] = [];
  for (const { input, ...kind } of KINDS) {
    const all: Asked[] = [];
    while (all.length < count) all.push(await toAsked(db, input(rowAtRandom(asker), asker)));
    kinds.push({ ...kind, all });
  }
  return kinds;
}

const rowAtRandom = ({ source, chance }: Asker): NewListingRow => source.rowAt(chance.below(source.size));

async function toAsked(db: Db, sent: ReturnType<Input>): Promise<Asked> {
  const query = searchCalls['GET /productFacets'].query.parse(Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)])));
  const filters = await toSearchFilters(db, query, Date.now());
  if (!filters) throw new Error('there is no such brand');
  return { filters, search: query.search ?? null };
}
