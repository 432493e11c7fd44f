import type { ListingInput } from '#contract/listings.ts';
import type { ListingEdit } from '#contract/selling/editing.ts';
import type { Db } from '../../../db/tables.ts';
import { findIdByReference, findOwnListing, type OwnListingRow, stateOf, toPhotos } from '../../listings/index.ts';

/** A seller's listing with this reference, unless it was removed. */
export async function findByReference(db: Db, sellerId: string, reference: string): Promise<OwnListingRow | undefined> {
  const id = await findIdByReference(db, sellerId, reference);
  const listing = id === undefined ? undefined : await findOwnListing(db, id, sellerId);
  return listing && stateOf(listing) !== 'removed' ? listing : undefined;
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
