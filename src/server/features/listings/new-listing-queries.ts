import { v7 as uuid } from 'uuid';
import type { ListingInput } from '#contract/listings.ts';
import type { PhoneKey } from '../../db/phones.ts';
import { searchKeysOf } from '../../db/search-keys.ts';
import type { Db, NewListingRow } from '../../db/tables.ts';
import type { ModelOfListing } from '../phone-models/index.ts';

/** Who lists it, under which brand, and when; `now` is epoch ms. Without `model`, the listing is matched with the catalog later, in the background. */
export type Origin = { sellerId: string; categoryId: string; postTime: string; now: number; model?: ModelOfListing };

/** Converts a seller's input into the row to store. */
export function toListingRow(input: ListingInput, { sellerId, categoryId, postTime, now, model }: Origin): NewListingRow {
  const { name: _name, imei: _imei, inHand: _possession, photos, resale_price, original_price, specification, answers, ...texts } = input;
  return {
    ...texts,
    id: uuid(),
    seller_id: sellerId,
    category_id: categoryId,
    price_cents: resale_price,
    original_price_cents: original_price,
    photos: JSON.stringify(photos),
    specification: JSON.stringify(specification),
    answers: JSON.stringify(answers),
    post_time: postTime,
    ...searchKeysOf(input),
    ...model,
    created_at: now,
    advertised_at: null,
    reported_at: null,
    sold_at: null,
    removed_at: null,
    removed_reason: null,
    reserved_by: null,
    reserved_until: null,
  };
}

/** Inserts a listing, and its phone's key if its IMEI was given; returns false when that phone is on sale already. */
export async function insertListing(tx: Db, row: NewListingRow, phone: PhoneKey | null): Promise<boolean> {
  const inserted = await tx
    .insertInto('listings')
    .values({ ...row, ...(phone && { imei_hash: phone.hash, imei_last4: phone.last4, imei_checked_at: row.created_at }) })
    .onConflict((conflict) =>
      conflict.column('imei_hash').where('imei_hash', 'is not', null).where('sold_at', 'is', null).where('removed_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}
