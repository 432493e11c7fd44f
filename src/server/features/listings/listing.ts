import { DELETED_NAME } from '#contract/accounts/accounts.ts';
import type { ListingImei } from '#contract/imei.ts';
import { fieldOf, forEachKey, MASKED_KEYS, type MaskedKey, OPEN_KEYS, TEXT_KEYS } from '#contract/listing-fields.ts';
import type { JudgedListing, Listing, NewArrival, SellerRecord, Specification } from '#contract/listings.ts';
import type { ConditionAnswers } from '#contract/shared/condition-answers.ts';
import { toIso } from '#contract/shared/moments.ts';
import { toDollars } from '#contract/shared/money.ts';
import { toMonth } from '#contract/shared/updates.ts';
import type { ListingRow } from '../../db/tables.ts';
import type { ShownContacts } from '../contacts/index.ts';
import { type Judge, type ListedPhone, traitsOf } from '../price-estimates/index.ts';

/** The columns that are shown or decided by; those only for searching are left out. */
export const SHOWN = [
  'id',
  'seller_id',
  'category_id',
  ...TEXT_KEYS,
  'model_key',
  'image',
  'price_cents',
  'original_price_cents',
  'specification',
  'answers',
  'updates_month',
  'city_lat',
  'city_lng',
  'post_time',
  'created_at',
  'advertised_at',
  'reported_at',
  'sold_at',
  'removed_at',
  'removed_reason',
  'possession_proven_at',
  'tested_at',
] as const;

export type OwnColumns = Pick<ListingRow, (typeof SHOWN)[number]>;

export type SellerColumns = {
  seller_id: string;
  seller_name: string;
  seller_email: string;
  seller_verified_at: number | null;
  seller_removed_at: number | null;
};

/** A listing's row with columns of its seller and its brand. */
export type FullListingRow = OwnColumns & SellerColumns & { category_name: string };

/** What is counted of a seller. `stars`: the sum of their reviews'. */
export type SellerRow = { created_at: number; offers: number; sold: number; reviews: number; stars: number | null; next_review_at: number | null };

/** Stands for each character of a masked text. */
export const MASK = '•';

/** What a sold listing no longer shows once its seller was removed. */
const ERASED = {
  ...forEachKey(
    TEXT_KEYS.filter((key) => fieldOf(key).erased === 'always'),
    () => '',
  ),
  city: null,
};

/** A listing's photos after the first. Only ever written as JSON of parsed addresses. */
export const toPhotos = ({ photos }: Pick<ListingRow, 'photos'>): string[] => JSON.parse(photos) as string[];

/** With the model and four digits, few IMEIs are left to guess, so strangers get none. */
export function toListingImei({ imei_last4, imei_checked_at }: Pick<ListingRow, 'imei_last4' | 'imei_checked_at'>, viewer: object | null): ListingImei | null {
  return imei_last4 === null ? null : { last4: viewer ? imei_last4 : mask(imei_last4), checked: imei_checked_at !== null };
}

/** Replaces each character of a text by a dot. */
const mask = (text: string): string => MASK.repeat([...text].length);

/** The API's listing with its price verdict. */
export function toJudgedListing(row: FullListingRow, contacts: ShownContacts, judge: Judge): JudgedListing {
  return {
    ...toListing(row, contacts),
    judgement: judgementOf(row, judge),
  };
}

/** The API's listing. Masks the number and address of a seller whose contacts aren't shown. */
export function toListing(row: FullListingRow, contacts: ShownContacts): Listing {
  const isShown = contacts.has(row.seller_id);
  return {
    ...toOwnPart(row),
    ...toMaskedPart(row, isShown),
    ...toSellerPart(row, isShown),
    ...(row.seller_removed_at !== null && ERASED),
    name: row.category_name,
    // Only ever written as JSON of parsed values.
    specification: JSON.parse(row.specification) as Specification,
    answers: JSON.parse(row.answers) as ConditionAnswers,
  };
}

/** What a listing's own columns say, to everyone. */
export function toOwnPart(row: OwnColumns) {
  return {
    _id: row.id,
    image: row.image,
    ...forEachKey(OPEN_KEYS, (key) => row[key]),
    resale_price: toDollars(row.price_cents),
    original_price: toDollars(row.original_price_cents),
    post_time: row.post_time,
    status: row.sold_at === null ? ('available' as const) : ('sold' as const),
    postedAt: toIso(row.created_at),
    inHand: row.possession_proven_at !== null,
    tested: row.tested_at !== null,
    isAdvertise: row.advertised_at !== null && row.sold_at === null,
    paused: row.removed_reason === 'paused',
    reportedStatus: row.reported_at === null ? null : ('reported' as const),
    city: toCityPoint(row),
    updatesUntil: toMonth(row.updates_month),
  };
}

/** What only people who may see the seller's contacts see of the listing's own columns. */
const toMaskedPart = (row: Pick<ListingRow, MaskedKey>, isShown: boolean): Record<MaskedKey, string> =>
  forEachKey(MASKED_KEYS, (key) => (isShown ? row[key] : mask(row[key])));

/** What a listing shows of its seller. */
export function toSellerPart(seller: SellerColumns, isShown: boolean) {
  const isGone = seller.seller_removed_at !== null;
  return {
    sellerId: isGone ? null : seller.seller_id,
    seller_name: isGone ? DELETED_NAME : seller.seller_name,
    sellerEmail: isGone ? '' : isShown ? seller.seller_email : mask(seller.seller_email),
    seller_verify: !isGone && seller.seller_verified_at !== null,
  };
}

const toCityPoint = ({ city_lat, city_lng }: OwnColumns): Listing['city'] =>
  city_lat === null || city_lng === null ? null : { lat: city_lat / 100, lng: city_lng / 100 };

const judgementOf = (row: FullListingRow, judge: Judge) => (row.sold_at === null ? judge(toAskedPhone(row)) : null);

/** A phone as the price estimate needs it. */
export const toAskedPhone = (row: OwnColumns & { category_name: string }): ListedPhone => ({
  ...toAskedPart(row),
  categoryId: row.category_id,
  brand: row.category_name,
  priceCents: row.price_cents,
});

/** What the price estimate needs of a listing's own columns, apart from its price. */
export function toAskedPart(row: OwnColumns) {
  return {
    modelName: row.model_name,
    modelKey: row.model_key,
    storage: row.storage,
    condition: row.condition,
    purchaseYear: row.purchase_year,
    yearOfUse: row.year_of_use,
    newPriceCents: row.original_price_cents,
    traits: traitsOf(row.answers, row.tested_at !== null),
  };
}

export function toNewArrival(row: Pick<ListingRow, 'id' | 'image' | 'model_name' | 'price_cents'>): NewArrival {
  return {
    _id: row.id,
    image: row.image,
    model_name: row.model_name,
    resale_price: toDollars(row.price_cents),
  };
}

export function toSellerRecord({ created_at, offers, sold, reviews, stars }: SellerRow): SellerRecord {
  return {
    since: toIso(created_at),
    offers,
    sold,
    rating: reviews > 0 ? { average: Math.round((10 * Number(stars)) / reviews) / 10, count: reviews } : null,
  };
}
