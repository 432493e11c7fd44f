import type { Compilable, ExpressionBuilder } from 'kysely';
import type { ListingSort } from '#contract/listings.ts';
import { type Cursor, type PageOf, searchPage, toPage } from '../../db/paging.ts';
import { type Prepared, prepare, prepareForEach } from '../../db/prepared.ts';
import type { Db, ListingRow, Tables } from '../../db/tables.ts';
import { type FullListingRow, type SellerRow, SHOWN } from './listing.ts';
import { isStanding } from './pause-queries.ts';
import { LISTED } from './presentation-queries.ts';

const NEWEST = { column: 'created_at', direction: 'desc', after: '<' } as const;
const ORDERS = {
  default: NEWEST,
  newest: NEWEST,
  oldest: { column: 'created_at', direction: 'asc', after: '>' },
  lowtohigh: { column: 'price_cents', direction: 'asc', after: '>' },
  hightolow: { column: 'price_cents', direction: 'desc', after: '<' },
  // The search index sorts by distance.
  nearest: NEWEST,
} as const;

export type PageRequest = { sort: ListingSort; limit: number; after: Cursor | null };

type PageValues = { key: number; id: string; narrowed: string };
type ListKind = 'sale' | 'brand' | 'seller';

/** What becomes the card of a listing on sale. */
export type ListedRow = Pick<ListingRow, (typeof LISTED)[number]>;

const pages = new Map<string, Prepared<PageValues, Cursor>>();

const onSaleByIds = createFindByIds<FullListingRow>((db, ids) => selectOnSale(db).where('listings.id', 'in', ids));
const listedByIds = createFindByIds<ListedRow>((db, ids) =>
  onSale(db)
    .select(LISTED.map((column) => `listings.${column}` as const))
    .where('listings.id', 'in', ids),
);

/** What only a listing's page shows of its columns. */
const EXTRAS = ['photos', 'imei_last4', 'imei_checked_at', 'catalog_model', 'revision'] as const;
type Extras = Pick<ListingRow, (typeof EXTRAS)[number]> & { passport_id: string | null };

/** A listing's row with its further photos as stored, and its IMEI details. */
export type WholeListingRow = FullListingRow & Extras;

const byId = prepare<{ id: string }, WholeListingRow>(['id'], (db, { id }) =>
  selectListings(db)
    .leftJoin('passports', 'passports.imei_hash', 'listings.imei_hash')
    .select(EXTRAS.map((column) => `listings.${column}` as const))
    .select('passports.id as passport_id')
    .where('listings.id', '=', id)
    .where((eb) => eb.or([eb('listings.removed_at', 'is', null), isPausedByActive(eb)])),
);

const BESIDE_CARD = ['image', 'model_key', 'possession_proven_at'] as const;
/** What becomes the card of a listing on sale, and what its page shows besides. */
export type ListedWholeRow = ListedRow & Extras & Pick<ListingRow, (typeof BESIDE_CARD)[number]>;

const listedById = prepare<{ id: string }, ListedWholeRow>(['id'], (db, { id }) =>
  onSale(db)
    .leftJoin('passports', 'passports.imei_hash', 'listings.imei_hash')
    .select([...LISTED, ...BESIDE_CARD, ...EXTRAS].map((column) => `listings.${column}` as const))
    .select('passports.id as passport_id')
    .where('listings.id', '=', id),
);

const COMPARED = ['id0', 'id1', 'id2', 'id3'] as const;

const someById = prepare<Record<(typeof COMPARED)[number], string>, FullListingRow & Pick<ListingRow, 'catalog_model'>>([...COMPARED], (db, ids) =>
  selectListings(db).select('listings.catalog_model').where('listings.id', 'in', Object.values(ids)).where('listings.removed_at', 'is', null),
);

const recordOf = prepare<{ id: string; now: number }, SellerRow>(['id', 'now'], (db, { id, now }) => {
  const theirs = (state: 'is' | 'is not') =>
    db
      .selectFrom('listings')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('seller_id', '=', id)
      .where('removed_at', 'is', null)
      .where('sold_at', state, null);
  const reviews = (visible: '<=' | '>' = '<=') =>
    db.selectFrom('reviews').where('subject_id', '=', id).where('side', '=', 'buyer').where('removed_at', 'is', null).where('visible_at', visible, now);
  return db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['created_at', theirs('is').$asScalar().$notNull().as('offers'), theirs('is not').$asScalar().$notNull().as('sold')])
    .select([
      reviews()
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('reviews'),
      reviews()
        .select((eb) => eb.fn.sum<number>('stars').as('stars'))
        .$asScalar()
        .as('stars'),
      reviews('>')
        .select((eb) => eb.fn.min<number>('visible_at').as('at'))
        .$asScalar()
        .as('next_review_at'),
    ]);
});

/** The ids of one page of the listings on sale, of one brand or (null) of all. */
export function findOnSale(db: Db, categoryId: string | null, page: PageRequest): Promise<PageOf<string>> {
  return pageOf(db, categoryId === null ? 'sale' : 'brand', categoryId ?? '', page);
}

/** The ids of one page of the listings that a seller has on sale. */
export function findOnSaleOfSeller(db: Db, sellerId: string, page: PageRequest): Promise<PageOf<string>> {
  return pageOf(db, 'seller', sellerId, page);
}

/** One page of a list in the requested order. Stable while rows come and go: a page begins after a row, not at an offset. */
async function pageOf(db: Db, kind: ListKind, narrowed: string, { sort, limit, after }: PageRequest): Promise<PageOf<string>> {
  const name = `${kind} ${sort} ${limit} ${after === null}`;
  const run = pages.get(name) ?? preparePage(kind, sort, limit + 1, after === null);
  pages.set(name, run);
  const rows = await run(db, { key: after?.key ?? 0, id: after?.id ?? '', narrowed });
  return toPage(
    rows,
    limit,
    (row) => row,
    ({ id }) => id,
  );
}

function preparePage(kind: ListKind, sort: ListingSort, limit: number, isFirst: boolean): Prepared<PageValues, Cursor> {
  const { column, direction, after } = ORDERS[sort];
  const key = `listings.${column}` as const;
  return prepare<PageValues, Cursor>(['key', 'id', 'narrowed'], (db, values) =>
    narrowTo(db, kind, values.narrowed)
      // Nothing that the order's index lacks.
      .select(['listings.id', `${key} as key`])
      .$if(!isFirst, (query) => query.where((eb) => eb(eb.refTuple(key, 'listings.id'), after, eb.tuple(values.key, values.id))))
      .orderBy(key, direction)
      .orderBy('listings.id', direction)
      .limit(limit),
  );
}

function narrowTo(db: Db, kind: ListKind, to: string) {
  const all = onSale(db);
  if (kind === 'seller') return all.where('listings.seller_id', '=', to);
  return kind === 'brand' ? all.where('listings.category_id', '=', to) : all;
}

export const onSale = (db: Db) => db.selectFrom('listings').where('listings.sold_at', 'is', null).where('listings.removed_at', 'is', null);

/** Paused by a seller who is neither removed nor suspended: somebody who is gone can't put it back on sale. */
function isPausedByActive(eb: ExpressionBuilder<Tables, 'listings' | 'users'>) {
  return eb.and([eb('listings.removed_reason', '=', 'paused'), eb('users.removed_at', 'is', null), eb('users.suspended_at', 'is', null)]);
}

/** Listings joined with their seller and brand, to filter further. */
export function selectListings(db: Db) {
  return db
    .selectFrom('listings')
    .innerJoin('users', 'users.id', 'listings.seller_id')
    .innerJoin('categories', 'categories.id', 'listings.category_id')
    .select(SHOWN.map((column) => `listings.${column}` as const))
    .select([
      'users.name as seller_name',
      'users.email as seller_email',
      'users.verified_at as seller_verified_at',
      'users.removed_at as seller_removed_at',
      'categories.name as category_name',
    ]);
}

function selectOnSale(db: Db) {
  return selectListings(db).where('listings.sold_at', 'is', null).where('listings.removed_at', 'is', null);
}

/** Those of these listings (a hundred at most) that are on sale, in the order given. */
export const findOnSaleByIds = (db: Db, ids: string[]): Promise<FullListingRow[]> => onSaleByIds(db, ids);

/** The same with what becomes their cards. */
export const findListedByIds = (db: Db, ids: string[]): Promise<ListedRow[]> => listedByIds(db, ids);

/** Finds listings by ids, in the order given. */
function createFindByIds<Row extends { id: string }>(build: (db: Db, ids: string[]) => Compilable<Row>) {
  const find = prepareForEach(build);
  return async (db: Db, ids: string[]): Promise<Row[]> => {
    const rows = new Map((await find(db, ids)).map((row) => [row.id, row]));
    return ids.flatMap((id) => rows.get(id) ?? []);
  };
}

/** A seller's own listings, including sold ones; with `search`, those that contain each of its words. */
export function findOfSeller(db: Db, sellerId: string, { search, ...page }: PageRequest & { search: string }): Promise<PageOf<FullListingRow>> {
  const { column, direction } = ORDERS[page.sort];
  return searchPage(
    selectListings(db).where('listings.seller_id', '=', sellerId).where(isStanding),
    { key: `listings.${column}`, id: 'listings.id', direction },
    { ...page, search, columns: ['listings.model_name', 'categories.name'], toItem: (row) => row },
  );
}

/** A listing that was not removed; it may be sold. */
export async function findListing(db: Db, id: string): Promise<WholeListingRow | undefined> {
  const listing = await findShownListing(db, id);
  return listing?.removed_at === null ? listing : undefined;
}

/** A listing that has a page: one that was not removed; it may be sold, or paused by a seller who is still there. */
export async function findShownListing(db: Db, id: string): Promise<WholeListingRow | undefined> {
  return (await byId(db, { id }))[0];
}

/** A listing on sale, as its page needs it: read faster than others, since its seller and brand aren't read with it. */
export async function findListedById(db: Db, id: string): Promise<ListedWholeRow | undefined> {
  return (await listedById(db, { id }))[0];
}

/** Those of these listings (four at most) that weren't removed, including sold ones, in the order given. */
export async function findListings(db: Db, [id0 = '', id1 = '', id2 = '', id3 = '']: string[]) {
  const found = await someById(db, { id0, id1, id2, id3 });
  const rows = new Map(found.map((row) => [row.id, row]));
  return [id0, id1, id2, id3].flatMap((id) => rows.get(id) ?? []);
}

/** Since when a seller has been a member, how many phones they offer and have sold, their reviews at a moment (epoch ms), and when the next becomes visible. */
export async function findSellerRecord(db: Db, sellerId: string, now: number): Promise<SellerRow> {
  const [record] = await recordOf(db, { id: sellerId, now });
  if (!record) throw new Error('a listing has no seller');
  return record;
}

/** Whether there ever was a listing with this id. */
export async function hasListing(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('listings').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
