import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { ListingInput, ListingSort } from '#contract/listings.ts';
import { type Cursor, type PageOf, toPage } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import { facetKeysOf } from './facet-keys.ts';
import type { FullListingRow } from './listing.ts';
import type { Narrowing } from './narrowing.ts';
import { searchTextOf } from './search-text.ts';

/** Listings with their seller's and brand's part, to be narrowed further. */
export const selectListings = (db: Db) =>
  db
    .selectFrom('listings')
    .innerJoin('users', 'users.id', 'listings.seller_id')
    .innerJoin('categories', 'categories.id', 'listings.category_id')
    .selectAll('listings')
    .select(['users.name as seller_name', 'users.email as seller_email', 'users.verified_at as seller_verified_at', 'categories.name as category_name']);

type SelectListings = ReturnType<typeof selectListings>;

const onSale = (query: SelectListings): SelectListings => query.where('listings.sold_at', 'is', null).where('listings.removed_at', 'is', null);

const TEXT_FACETS = ['storage', 'condition', 'color'] as const;

const ORDERS = {
  default: { column: 'created_at', direction: 'desc', after: '<' },
  lowtohigh: { column: 'price_cents', direction: 'asc', after: '>' },
  hightolow: { column: 'price_cents', direction: 'desc', after: '<' },
} as const;

export type PageRequest = { sort: ListingSort; limit: number; after: Cursor | null };

/** One page of a narrowed list in the order asked for. Stable while rows come and go: a page begins after a row, not at a number. */
const pageOf = async (query: SelectListings, { sort, limit, after }: PageRequest): Promise<PageOf<FullListingRow>> => {
  const { column, direction, after: comparison } = ORDERS[sort];
  const key = `listings.${column}` as const;
  const rows = await query
    .$if(after !== null, (narrowed) => narrowed.where((eb) => eb(eb.refTuple(key, 'listings.id'), comparison, eb.tuple(after?.key ?? 0, after?.id ?? ''))))
    .orderBy(key, direction)
    .orderBy('listings.id', direction)
    .limit(limit + 1)
    .execute();
  return toPage(
    rows,
    limit,
    (row) => ({ key: row[column], id: row.id }),
    (row) => row,
  );
};

const literal = (word: string): string => `%${word.replace(/[\\%_]/gu, '\\$&')}%`;

/** Conditions: the search text holds all of these words. */
export const holding = (words: string[]) => words.map((word) => sql<boolean>`listings.search_text like ${literal(word)} escape '\\'`);
/** A condition: the seller is one whom the shop has verified. */
export const ofVerifiedSeller = sql<boolean>`listings.seller_id in (select id from users where verified_at is not null)`;

/** One page of the listings on sale that fit. */
export const findOnSale = (db: Db, narrowing: Narrowing, page: PageRequest): Promise<PageOf<FullListingRow>> => {
  const { categoryId, categoryIds, words, texts, priceFrom, priceTo, verified } = narrowing;
  const query = onSale(selectListings(db)).where((eb) =>
    eb.and([
      ...(categoryId === null ? [] : [eb('listings.category_id', '=', categoryId)]),
      ...(categoryIds === null ? [] : [categoryIds.length === 0 ? eb.lit(false) : eb('listings.category_id', 'in', categoryIds)]),
      ...TEXT_FACETS.flatMap((facet) => (texts[facet].length === 0 ? [] : [eb(`listings.${facet}_key`, 'in', texts[facet])])),
      ...(priceFrom === null ? [] : [eb('listings.price_cents', '>=', priceFrom)]),
      ...(priceTo === null ? [] : [eb('listings.price_cents', '<=', priceTo)]),
      ...(verified ? [ofVerifiedSeller] : []),
      ...holding(words),
    ]),
  );
  return pageOf(query, page);
};

/** A seller's own, sold ones too. */
export const findOfSeller = (db: Db, sellerId: string, page: PageRequest): Promise<PageOf<FullListingRow>> =>
  pageOf(selectListings(db).where('listings.seller_id', '=', sellerId).where('listings.removed_at', 'is', null), page);

/** A listing that was not removed; sold ones too. */
export const findListing = (db: Db, id: string): Promise<FullListingRow | undefined> =>
  selectListings(db).where('listings.id', '=', id).where('listings.removed_at', 'is', null).executeTakeFirst();

export type SellerRow = { created_at: number; offers: number; sold: number };

/** How long somebody is here, what they offer now, and what they sold. */
export const findSellerRecord = (db: Db, sellerId: string): Promise<SellerRow> => {
  const theirs = (state: 'is' | 'is not') =>
    db
      .selectFrom('listings')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('seller_id', '=', sellerId)
      .where('removed_at', 'is', null)
      .where('sold_at', state, null);
  return db
    .selectFrom('users')
    .where('id', '=', sellerId)
    .select(['created_at', theirs('is').$asScalar().$notNull().as('offers'), theirs('is not').$asScalar().$notNull().as('sold')])
    .executeTakeFirstOrThrow();
};

export const findNewest = (db: Db, since: number, limit: number): Promise<FullListingRow[]> =>
  onSale(selectListings(db))
    .where('listings.created_at', '>=', since)
    .orderBy('listings.created_at', 'desc')
    .orderBy('listings.id', 'desc')
    .limit(limit)
    .execute();

/** Others on sale: of the same model first, then of the same brand nearest in price. Three short walks along indices, however many there are. */
export const findSimilar = async (db: Db, listing: FullListingRow, limit: number): Promise<FullListingRow[]> => {
  const { id, category_id, model_name, price_cents } = listing;
  const others = () => onSale(selectListings(db)).where('listings.category_id', '=', category_id).where('listings.id', '!=', id).limit(limit);
  const found = await Promise.all([
    others().where('listings.model_name', '=', model_name).orderBy('listings.price_cents').orderBy('listings.id').execute(),
    others().where('listings.price_cents', '>=', price_cents).orderBy('listings.price_cents').orderBy('listings.id').execute(),
    others().where('listings.price_cents', '<', price_cents).orderBy('listings.price_cents', 'desc').orderBy('listings.id', 'desc').execute(),
  ]);
  const once = [...new Map(found.flat().map((row) => [row.id, row])).values()];
  const rank = (row: FullListingRow): [number, number] => [row.model_name === model_name ? 0 : 1, Math.abs(row.price_cents - price_cents)];
  return once
    .toSorted((one, other) => {
      const [model, price] = rank(one);
      const [otherModel, otherPrice] = rank(other);
      return model - otherModel || price - otherPrice || (one.id < other.id ? -1 : 1);
    })
    .slice(0, limit);
};

type Origin = { sellerId: string; category: { id: string; name: string }; postTime: string; now: number };

/** Puts a phone on sale; answers its id. */
export const insertListing = async (db: Db, input: ListingInput, origin: Origin): Promise<string> => {
  const id = uuid();
  const { name: _name, resale_price, original_price, specification, ...texts } = input;
  await db
    .insertInto('listings')
    .values({
      ...texts,
      id,
      seller_id: origin.sellerId,
      category_id: origin.category.id,
      price_cents: resale_price,
      original_price_cents: original_price,
      specification: JSON.stringify(specification),
      post_time: origin.postTime,
      search_text: searchTextOf({ ...input, name: origin.category.name }),
      ...facetKeysOf(input),
      created_at: origin.now,
      advertised_at: null,
      reported_at: null,
      sold_at: null,
      removed_at: null,
      removed_reason: null,
      held_by: null,
      held_until: null,
    })
    .execute();
  return id;
};
