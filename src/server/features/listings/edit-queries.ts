import type { Selectable, Updateable } from 'kysely';
import type { Specification } from '#contract/listings.ts';
import { type EarlierPrice, MAX_EARLIER_PRICES } from '#contract/listings.ts';
import type { ListingEdit } from '#contract/selling/editing.ts';
import { days } from '#contract/shared/durations.ts';
import { dayAt, toIso } from '#contract/shared/moments.ts';
import { toDollars } from '#contract/shared/money.ts';
import { prepare } from '../../db/prepared.ts';
import { HIDDEN } from '../../db/risks.ts';
import { searchKeysOf } from '../../db/search-keys.ts';
import type { EarlierPricesTable, ListingsTable } from '../../db/tables/listings.ts';
import type { Db } from '../../db/tables.ts';
import { type FullListingRow, toPhotos } from './listing.ts';
import { isStanding } from './pause-queries.ts';
import { selectListings } from './queries.ts';

/** A seller's own listing in whatever state, with what decides whether it can be edited. */
export type OwnListingRow = NonNullable<Awaited<ReturnType<typeof findOwnListing>>>;

/** The columns that an edit changes. */
export type EditedColumns = Updateable<ListingsTable>;

/** A seller's listing, even if it was removed; undefined for another's. */
export function findOwnListing(db: Db, id: string, sellerId: string) {
  return selectListings(db)
    .select(['listings.photos', 'listings.revision', 'listings.edits_whole_at', 'listings.reserved_by', 'listings.reserved_until'])
    .select(['listings.imei_hash', 'listings.imei_last4', 'listings.reference'])
    .where('listings.id', '=', id)
    .where('listings.seller_id', '=', sellerId)
    .executeTakeFirst();
}

/** The columns that differ from a listing's after an edit, with the search keys that follow from them. */
export function toEditedColumns(
  row: OwnListingRow,
  { revision: _, image, photos, resale_price, original_price, specification, answers, ...texts }: ListingEdit,
): EditedColumns {
  const given = {
    ...texts,
    image,
    photos: photos && JSON.stringify(photos),
    price_cents: resale_price,
    original_price_cents: original_price,
    specification: specification && JSON.stringify(specification),
    answers: answers && JSON.stringify(answers),
  };
  const changed = Object.entries(given).filter(([column, value]) => value !== undefined && value !== row[column as keyof typeof given]);
  return changed.length === 0 ? {} : { ...Object.fromEntries(changed), ...keysAfter(row, texts, specification) };
}

function keysAfter(row: FullListingRow, texts: Partial<Record<string, string>>, specification: Specification | undefined) {
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
  // Only ever written as JSON of a parsed specification.
  return searchKeysOf({ ...row, ...given, specification: specification ?? (JSON.parse(row.specification) as Specification) });
}

/** Changes a listing that is on sale or paused, unchanged since this revision and reserved for nobody. Returns whether it did. */
export async function updateListing(tx: Db, { id, revision, price_cents }: OwnListingRow, columns: EditedColumns, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('listings')
    .set({ ...columns, revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('sold_at', 'is', null)
    .where(isStanding)
    .where((eb) => eb.or([eb('reserved_by', 'is', null), eb('reserved_until', '<=', now)]))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (typeof columns.price_cents === 'number') await noteEarlierPrice(tx, { listing_id: id, revision, price_cents, until_at: now }, columns.price_cents);
  return true;
}

type EarlierPriceRow = Selectable<EarlierPricesTable>;

/**
 * Records the price that a listing had. Of a day (UTC) only the first stays, and nothing if it is the price again within 24 hours: small changes one
 * after another would push the real prices out of the list, and a price raised for an hour would look like a reduction.
 */
async function noteEarlierPrice(tx: Db, price: EarlierPriceRow, changedTo: number): Promise<void> {
  const { listing_id, until_at: now } = price;
  const latest = await tx
    .selectFrom('earlier_prices')
    .select(['revision', 'price_cents', 'until_at'])
    .where('listing_id', '=', listing_id)
    .orderBy('revision', 'desc')
    .executeTakeFirst();
  if (latest?.price_cents === changedTo && latest.until_at > now - days(1))
    await tx.deleteFrom('earlier_prices').where('listing_id', '=', listing_id).where('revision', '=', latest.revision).execute();
  else if (!latest || latest.until_at < days(dayAt(now))) await insertEarlierPrice(tx, price);
}

/** Of more than the list holds, the first and the highest price stay besides the latest. */
async function insertEarlierPrice(tx: Db, price: EarlierPriceRow): Promise<void> {
  const { listing_id } = price;
  await tx.insertInto('earlier_prices').values(price).execute();
  const ordered = (column: 'revision' | 'price_cents', direction: 'asc' | 'desc', limit: number) =>
    tx.selectFrom('earlier_prices').select('revision').where('listing_id', '=', listing_id).orderBy(column, direction).orderBy('revision').limit(limit);
  const staying = [ordered('revision', 'asc', 1), ordered('price_cents', 'desc', 1), ordered('revision', 'desc', MAX_EARLIER_PRICES - 2)];
  const deleted = staying.reduce(
    (query, rows) => query.where('revision', 'not in', rows),
    tx.deleteFrom('earlier_prices').where('listing_id', '=', listing_id),
  );
  await deleted.execute();
}

const earlierPricesOf = prepare<{ id: string }, Pick<EarlierPriceRow, 'price_cents' | 'until_at'>>(['id'], (db, { id }) =>
  db.selectFrom('earlier_prices').select(['price_cents', 'until_at']).where('listing_id', '=', id).orderBy('revision', 'desc').limit(MAX_EARLIER_PRICES),
);

/** A listing's earlier prices, the latest first. */
export async function findEarlierPrices(db: Db, listingId: string): Promise<EarlierPrice[]> {
  const rows = await earlierPricesOf(db, { id: listingId });
  return rows.map(({ price_cents, until_at }) => ({ price: toDollars(price_cents), until: toIso(until_at) }));
}

/** Every address that a listing shows, the first photo's first. */
export const addressesOf = (row: Pick<OwnListingRow, 'image' | 'photos'>): string[] => [row.image, ...toPhotos(row)];

/** The listing of a seller that has this reference, in whatever state. */
export async function findIdByReference(db: Db, sellerId: string, reference: string): Promise<string | undefined> {
  return (await db.selectFrom('listings').select('id').where('seller_id', '=', sellerId).where('reference', '=', reference).executeTakeFirst())?.id;
}

/** Takes a reference from a removed listing, so that another can have it. */
export async function freeReference(tx: Db, sellerId: string, reference: string): Promise<void> {
  await tx
    .updateTable('listings')
    .set({ reference: null })
    .where('seller_id', '=', sellerId)
    .where('reference', '=', reference)
    .where('removed_at', 'is not', null)
    .where('removed_reason', 'not in', HIDDEN)
    .execute();
}

/** Gives a seller's listing its first reference; returns whether it changed. One that another listing has isn't given again. */
export async function giveReference(tx: Db, { id, sellerId, reference }: { id: string; sellerId: string; reference: string }): Promise<boolean> {
  await freeReference(tx, sellerId, reference);
  if ((await findIdByReference(tx, sellerId, reference)) !== undefined) return false;
  const { numUpdatedRows } = await tx.updateTable('listings').set({ reference }).where('id', '=', id).where('reference', 'is', null).executeTakeFirst();
  return numUpdatedRows > 0n;
}
