import { SPECIFICATION_KEYS, type Specification } from '#contract/listings.ts';
import type { Chance } from '#drawing/phone.ts';
import { createSteadyChance } from '#drawing/steady-chance.ts';
import { searchKeysOf } from '../search-keys.ts';
import type { NewListingRow } from '../tables.ts';
import { demoId } from './demo-id.ts';
import type { DemoListing } from './demo-listing.ts';
import type { DemoPeople } from './people.ts';

export const DAY_MS = 86_400_000;
const SHOWN_DAYS = 44;
/** Has no common factor with the number of listings, so that each gets its own day and the newest are of many brands. */
const STRIDE = 29;
/** From seven in the morning until ten at night in the sellers’ towns, in winter. */
const WAKING_UTC_HOURS = [15, 30] as const;
const POST_TIME_LENGTH = 21;

/** A demo listing with the time it was listed. */
export type DatedListing = { listing: DemoListing; nth: number; id: string; createdAt: number };

type RowContext = { people: Pick<DemoPeople, 'ids'>; categoryId: string; image: string; now: number };

/** Spreads the listings over the last weeks before `now`, while people are awake. */
export function dateListings(listings: DemoListing[], now: number): DatedListing[] {
  return listings.map((listing, nth) => {
    const name = `listing ${listing.brand} ${listing.model_name}`;
    const day = (nth * STRIDE) % listings.length;
    const createdAt = awakeBefore(now - (0.12 + (day / listings.length) * SHOWN_DAYS) * DAY_MS, createSteadyChance(name));
    return { listing, nth, id: demoId(name, createdAt), createdAt };
  });
}

/** A moment of the day's waking hours, on the day of `moment` or the one before, so that it isn't later. */
function awakeBefore(moment: number, chance: Chance): number {
  const midnight = Math.floor(moment / DAY_MS) * DAY_MS;
  const at = Math.round(midnight + chance.between(...WAKING_UTC_HOURS) * (DAY_MS / 24));
  return at <= moment ? at : at - DAY_MS;
}

export function toListingRow(dated: DatedListing, { people, categoryId, image, now }: RowContext): NewListingRow {
  const { listing, createdAt } = dated;
  const { seller } = listing;
  const sellerId = people.ids.get(seller.email);
  if (sellerId === undefined) throw new Error(`the seller ${seller.key} doesn’t exist`);
  const year = new Date(now).getFullYear();
  const specification = specificationOf(listing, year);
  const purchaseYear = String(listing.purchase_year);
  const { brand, model_name, color, condition } = listing;
  const searched = { brand, model_name, color, storage: specification.storage, condition, location: seller.town };
  return {
    ...searched,
    id: dated.id,
    seller_id: sellerId,
    category_id: categoryId,
    image,
    photos: '[]',
    price_cents: listing.resale_price * 100,
    original_price_cents: listing.original_price * 100,
    year_of_use: yearsOfUse(year - listing.purchase_year),
    purchase_year: purchaseYear,
    mobile_number: seller.phone,
    description: listing.description,
    specification: JSON.stringify(specification),
    answers: JSON.stringify(listing.answers),
    post_time: new Date(createdAt).toString().slice(0, POST_TIME_LENGTH),
    ...searchKeysOf({ ...searched, purchase_year: purchaseYear, specification }),
    created_at: createdAt,
    advertised_at: listing.state === 'advertised' ? createdAt + DAY_MS / 24 : null,
    reported_at: listing.state === 'reported' ? reportedAt(dated, now) : null,
    sold_at: listing.state === 'sold' ? soldAt(dated, now) : null,
    removed_at: null,
    removed_reason: null,
    reserved_by: null,
    reserved_until: null,
  };
}

/** Fills in the specification's 25 keys as a seller would. The warranty depends on the present `year`. */
export function specificationOf(listing: DemoListing, year: number): Specification {
  const specification: Specification = {
    ...listing.model.specification,
    storage: `${listing.storage} GB`,
    operating_system: listing.operating_system,
    ram: `${listing.ram} GB`,
    model_number: listing.model_number,
    contract: 'None',
    lock_status: listing.lock_status,
    manufacturer_warranty: year - listing.purchase_year <= 1 ? 'Partly left, with receipt' : 'Ended',
    region_of_origin: listing.region_of_origin,
  };
  // In the order in which forms and tables show them.
  return Object.fromEntries(SPECIFICATION_KEYS.map((key) => [key, specification[key]])) as Specification;
}

function yearsOfUse(years: number): string {
  if (years < 1) return 'Less than a year';
  return years === 1 ? '1 year' : `${years} years`;
}

export function reportedAt({ createdAt }: DatedListing, now: number): number {
  return Math.round(createdAt + (now - createdAt) * 0.7);
}

/** Picks the time when a sold phone was paid, between its listing and now. */
export function soldAt({ createdAt }: DatedListing, now: number): number {
  return Math.round(createdAt + (now - createdAt) * 0.6);
}
