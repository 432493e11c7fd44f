import type { ListingFieldTable, Place } from '#contract/listing-fields.ts';
import type { Listing } from '#contract/listings.ts';
import { formatPrice } from './ui/money.ts';

type ShownField = { label: string; shown: readonly Place[] };
export type FactKey = { [Key in keyof ListingFieldTable]: ListingFieldTable[Key] extends ShownField ? Key : never }[keyof ListingFieldTable];
type Fact<Field> = Field extends ShownField ? readonly [Field['label'], ...Field['shown']] : never;

/** Labels and locations of the facts that describe a phone, in reading order. The compiler compares them with the table, which public pages don't load. */
const FACTS: { readonly [Key in FactKey]: Fact<ListingFieldTable[Key]> } = {
  brand: ['Brand', 'card', 'page'],
  condition: ['Condition', 'card', 'page', 'comparison'],
  color: ['Color', 'card', 'page', 'comparison'],
  storage: ['Storage', 'card', 'page', 'comparison'],
  original_price: ['Original price', 'card'],
  resale_price: ['Resale price', 'card'],
  year_of_use: ['Year of use', 'card', 'page', 'comparison'],
  purchase_year: ['Purchase year', 'card', 'page', 'comparison'],
  mobile_number: ['Mobile number', 'card'],
  location: ['Location', 'card', 'comparison'],
};

/** Returns the facts shown at a location: each key with its label. */
export function factsIn(place: Place): [FactKey, readonly [label: string, ...shown: string[]]][] {
  return (Object.entries(FACTS) as [FactKey, readonly [string, ...string[]]][]).filter(([, fact]) => fact.includes(place));
}

/** Formats a fact for display. */
export const factOf = (value: Listing[FactKey]): string => (typeof value === 'number' ? formatPrice(value) : value);
