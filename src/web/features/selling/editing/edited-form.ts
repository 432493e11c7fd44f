import { EDITABLE_KEYS, forEachKey, TEXT_KEYS } from '#contract/listing-fields.ts';
import type { OwnListing } from '#contract/selling/editing.ts';
import { emptyListing, type ListingForm, toTexts } from '../form/form-fields.ts';

/** The form filled with a listing. */
export function toEditForm(listing: OwnListing): ListingForm {
  return {
    ...emptyListing(),
    ...forEachKey(TEXT_KEYS, (key) => listing[key]),
    name: listing.name,
    resale_price: toTyped(listing.resale_price),
    original_price: toTyped(listing.original_price),
    specification: listing.specification,
    answers: listing.answers,
  };
}

/** An amount as a person would type it. */
const toTyped = (dollars: number): string => (Number.isInteger(dollars) ? String(dollars) : dollars.toFixed(2));

/** Everything in the form that an edit may change, but the photos. */
export function toEditedTexts(typed: ListingForm) {
  const texts = toTexts(typed);
  const editable: readonly string[] = EDITABLE_KEYS;
  return Object.fromEntries(Object.entries(texts).filter(([key]) => editable.includes(key)));
}
