import type { ListingInput } from '#contract/listings.ts';
import type { ListingEdit } from '#contract/selling/editing.ts';
import type { Db } from '../../../db/tables.ts';
import { findIdByReference, findOwnListing, type OwnListingRow, stateOf, toEditedColumns, toPhotos } from '../../listings/index.ts';
import type { ReadRow } from './read-row.ts';
import { IMEI_NOT_TAKEN, otherImei, otherPhone, otherReference, REFERENCE_TAKEN } from './rules.ts';

/** The seller's listing that a row updates, and what names it there. `isTaken`: another of their listings has the row's reference. */
export type Known = { listing: OwnListingRow; by: 'reference' | '_id'; isTaken: boolean };

/** The listing that a row has the `_id` of or, without one, the reference of, unless it was removed. */
export async function findKnown(db: Db, sellerId: string, { reference, listingId }: Pick<ReadRow, 'reference' | 'listingId'>): Promise<Known | undefined> {
  const named = reference === null ? undefined : await findByReference(db, sellerId, reference);
  const listing = listingId === null ? undefined : await findStanding(db, sellerId, listingId);
  if (listing) return { listing, by: '_id', isTaken: named !== undefined && named.id !== listing.id };
  return named && { listing: named, by: 'reference', isTaken: false };
}

async function findByReference(db: Db, sellerId: string, reference: string): Promise<OwnListingRow | undefined> {
  const id = await findIdByReference(db, sellerId, reference);
  return id === undefined ? undefined : findStanding(db, sellerId, id);
}

async function findStanding(db: Db, sellerId: string, id: string): Promise<OwnListingRow | undefined> {
  const listing = await findOwnListing(db, id, sellerId);
  return listing && stateOf(listing) !== 'removed' ? listing : undefined;
}

/** Why a row can't update its listing, by field: it is about another phone. `imeiHash`: of the row's IMEI. */
export function findFaults(
  { listing, by, isTaken }: Known,
  { input, reference, imeiHash }: { input: ListingInput; reference: string | null; imeiHash: string | null },
): Record<string, string> {
  const { category_name, brand, model_name, imei_hash, imei_last4 } = listing;
  const isOther = category_name.toLowerCase() !== input.name.toLowerCase() || brand !== input.brand || model_name !== input.model_name;
  const isRenamed = reference !== null && listing.reference !== null && listing.reference !== reference;
  return {
    ...(isTaken && { reference: REFERENCE_TAKEN }),
    ...(isRenamed && { reference: otherReference(listing.reference ?? '') }),
    ...(imeiHash !== null && imei_hash !== null && imeiHash !== imei_hash && { imei: otherImei(imei_last4) }),
    ...(isOther && { [by]: otherPhone(model_name, by) }),
  };
}

/** Whether a row changes its listing, and what of the row isn't taken. */
export function toUpdate(
  { listing }: Known,
  { input, reference, imeiHash }: { input: ListingInput; reference: string | null; imeiHash: string | null },
): { isChange: boolean; sentence: string | null } {
  const isNamed = reference !== null && listing.reference === null;
  return {
    isChange: isNamed || Object.keys(toEditedColumns(listing, toEdit(input, listing))).length > 0,
    sentence: imeiHash !== null && listing.imei_hash === null ? IMEI_NOT_TAKEN : null,
  };
}

/** What a row changes in a listing. Answers and further photos that the file doesn't have stay. */
export function toEdit({ image, photos, answers, resale_price, original_price, specification, ...texts }: ListingInput, known: OwnListingRow): ListingEdit {
  const { name: _, brand: __, model_name: ___, imei: ____, inHand: _____, ...editable } = texts;
  const hasAnswers = Object.values(answers).some((answer) => answer !== '');
  return {
    ...editable,
    ...{ resale_price, original_price, specification, revision: known.revision, image },
    photos: photos.length > 0 ? photos : toPhotos(known).filter((address) => address !== image),
    ...(hasAnswers && { answers }),
  };
}
