import { createClient } from '#test/support/world/client.ts';
import type { NewListingRow } from '../src/server/db/tables.ts';
import { PASSWORD } from '../test/support/world/values.ts';
import { type Asker, cursorAfter, LIMIT, listingsOnSale, misspell, newestOnSale, randomCursor, toAddress, varyCase } from './asking.ts';
import type { Visit } from './load/visits.ts';
import { BUYER_PHONE, BUYERS, buyerEmail } from './shop/people.ts';

/** One line of the table. `cached` visits repeat an address; others use a new address each time, so that the cache can't answer. */
export type Row = {
  name: string;
  kind: 'page' | 'api' | 'search' | 'write';
  cached?: true;
  /** Included in the small table. */
  quick?: true;
  order: 'any' | 'once';
  /** Sent with each request. */
  headers?: Record<string, string>;
  /** The requests to make; empty when the shop is too small. */
  visits(asker: Asker): Visit[] | Promise<Visit[]>;
};

const BROTLI = { 'accept-encoding': 'br' };
const BRAND = 'Samsung';
const BOOKING_BUYERS = 16;

type Input = (row: NewListingRow, asker: Asker) => Record<string, string | number>;

const exact: Input = (row, asker) => ({ search: varyCase(asker.chance, nameOf(row, asker)), limit: LIMIT });
const withTypos: Input = (row, asker) => ({ search: varyCase(asker.chance, misspell(asker.chance, `${row.brand} ${row.model_name}`)), limit: LIMIT });
const filtered: Input = (row, asker) => ({
  search: varyCase(asker.chance, `${row.brand} ${row.model_name.split(' ')[0]}`),
  storage: row.storage,
  condition: row.condition,
  priceTo: Math.ceil(row.price_cents / 100) + 100,
  limit: LIMIT,
});
const byNumber: Input = (row, { chance }) => ({ search: varyCase(chance, row.number_key.split(' ').slice(0, 2).join('-') || row.model_name), limit: LIMIT });
const facetsOfSearch: Input = (row, asker) => ({ search: varyCase(asker.chance, nameOf(row, asker)) });
const facetsOfBrand: Input = (_row, asker) => ({ name: categoryOf(asker) });
const typedSoFar: Input = ({ brand, model_name }, { chance }) => {
  const whole = `${brand} ${model_name}`;
  return { search: varyCase(chance, whole.slice(0, 2 + chance.below(Math.min(14, whole.length)))) };
};

export const ROWS: Row[] = [
  { name: 'home page, cached', kind: 'page', cached: true, quick: true, order: 'any', visits: always('/') },
  { name: 'category page, cached', kind: 'page', cached: true, quick: true, order: 'any', visits: always(`/category/${BRAND}`) },
  { name: 'category page, cached, brotli', kind: 'page', cached: true, order: 'any', headers: BROTLI, visits: always(`/category/${BRAND}`) },
  { name: 'category page', kind: 'page', quick: true, order: 'once', visits: categoryPages },
  { name: 'category page, brotli', kind: 'page', order: 'once', headers: BROTLI, visits: categoryPages },
  { name: 'listing page, cached', kind: 'page', cached: true, order: 'any', visits: oneListingAt('/selected-items-details/') },
  { name: 'listing page', kind: 'page', quick: true, order: 'once', visits: listingsAt('/selected-items-details/') },
  { name: 'list, cached', kind: 'api', cached: true, quick: true, order: 'any', visits: always(`/api/products?name=${BRAND}&limit=${LIMIT}`) },
  { name: 'list', kind: 'api', quick: true, order: 'once', visits: sortedLists('') },
  { name: 'list, oldest', kind: 'api', order: 'once', visits: sortedLists('oldest') },
  { name: 'list, cheapest', kind: 'api', order: 'once', visits: sortedLists('lowtohigh') },
  { name: 'list, dearest', kind: 'api', order: 'once', visits: sortedLists('hightolow') },
  { name: 'list of all, page 1', kind: 'api', order: 'once', visits: firstPages },
  { name: 'list of all, page 50', kind: 'api', order: 'once', visits: deepLists(50) },
  { name: 'list of all, page 1,000', kind: 'api', order: 'once', visits: deepLists(1000) },
  { name: '24 random rows', kind: 'api', quick: true, order: 'once', visits: randomLists },
  { name: 'listing, cached', kind: 'api', cached: true, order: 'any', visits: oneListingAt('/api/selectedProducts/') },
  { name: 'listing', kind: 'api', quick: true, order: 'once', visits: listingsAt('/api/selectedProducts/') },
  { name: 'search, exact', kind: 'search', quick: true, order: 'once', visits: searches('/api/searchProducts', exact) },
  { name: 'search, typos', kind: 'search', quick: true, order: 'once', visits: searches('/api/searchProducts', withTypos) },
  { name: 'search, filters', kind: 'search', quick: true, order: 'once', visits: searches('/api/searchProducts', filtered) },
  { name: 'search, model number', kind: 'search', order: 'once', visits: searches('/api/searchProducts', byNumber) },
  { name: 'facets of a brand', kind: 'search', order: 'once', visits: searches('/api/productFacets', facetsOfBrand) },
  { name: 'facets of a search', kind: 'search', order: 'once', visits: searches('/api/productFacets', facetsOfSearch) },
  { name: 'suggestions', kind: 'search', quick: true, order: 'once', visits: searches('/api/searchSuggestions', typedSoFar) },
  { name: 'booking', kind: 'write', quick: true, order: 'once', visits: bookings },
  { name: 'sign-in', kind: 'write', quick: true, order: 'any', visits: signIns },
];

function times(count: number, make: () => Visit): Visit[] {
  return Array.from({ length: count }, make);
}

function always(path: string) {
  return (): Visit[] => [{ path }];
}

/** A random category, weighted by its number of listings. */
function categoryOf({ source, shop, chance }: Asker): string {
  const { brand } = source.rowAt(chance.below(source.size));
  return shop.models.find((model) => model.brand === brand)?.category ?? BRAND;
}

function categoryPages(asker: Asker): Visit[] {
  return times(asker.count, () => ({ path: `/category/${categoryOf(asker)}` }));
}

function sortedLists(sort: string) {
  return (asker: Asker): Visit[] =>
    times(asker.count, () => toAddress('/api/products', { name: categoryOf(asker), limit: LIMIT, ...(sort !== '' && { sort }) }));
}

function firstPages({ count }: Asker): Visit[] {
  return times(count, () => toAddress('/api/products', { limit: LIMIT }));
}

/** The given page of the list of all listings, each visit one listing further. */
function deepLists(page: number) {
  return (asker: Asker): Visit[] => {
    const skip = LIMIT * (page - 1) - 1;
    if (skip + LIMIT > asker.source.size * 0.9) return [];
    return newestOnSale(asker, skip, Math.min(asker.count, 4000)).map((row) => toAddress('/api/products', { limit: LIMIT, cursor: cursorAfter(row) }));
  };
}

function randomLists(asker: Asker): Visit[] {
  return times(asker.count, () => toAddress('/api/products', { limit: LIMIT, cursor: randomCursor(asker) }));
}

function listingsAt(prefix: string) {
  return (asker: Asker): Visit[] => listingsOnSale(asker).map(({ id }) => ({ path: `${prefix}${id}` }));
}

function oneListingAt(prefix: string) {
  return (asker: Asker): Visit[] => listingsAt(prefix)({ ...asker, count: 1 });
}

/** Searches for random listings, so that common models are searched most. */
function searches(path: string, input: Input) {
  return (asker: Asker): Visit[] => times(asker.count, () => toAddress(path, input(asker.source.rowAt(asker.chance.below(asker.source.size)), asker)));
}

function nameOf({ brand, model_name }: NewListingRow, { chance }: Asker): string {
  return chance.percent(50) ? model_name : `${brand} ${model_name}`;
}

/** A different listing or buyer each time. */
async function bookings(asker: Asker): Promise<Visit[]> {
  const listings = listingsOnSale(asker);
  const tokens: string[] = [];
  for (let nth = 0; nth < BOOKING_BUYERS; nth += 1) tokens.push(await createClient(asker.url).signIn(buyerEmail(nth), PASSWORD));
  return Array.from({ length: Math.min(asker.count, listings.length * tokens.length) }, (_, nth): Visit => {
    const buyer = (nth + Math.floor(nth / listings.length)) % tokens.length;
    return {
      method: 'POST',
      path: '/api/bookings',
      headers: { authorization: `Bearer ${tokens[buyer]}` },
      body: { productId: listings[nth % listings.length]?.id, phone: BUYER_PHONE, meeting_location: 'The station' },
    };
  });
}

function signIns(): Visit[] {
  return Array.from({ length: BUYERS }, (_, nth) => ({
    method: 'POST',
    path: '/api/auth/sign-in/email',
    body: { email: buyerEmail(nth), password: PASSWORD },
    follow: `/api/jwt?email=${encodeURIComponent(buyerEmail(nth))}`,
  }));
}
