import { type Asker, cursorAfter, LIMIT, listingsOnSale, newestOnSale, randomCursor, signedIn, toAddress } from './asking.ts';
import type { Visit } from './load/visits.ts';
import { type Check, isFound, isFoundExactly, isList, isListing, isListingPage, isListPage, isPage } from './oracle/checks.ts';
import { BRAND, byNumber, categoryOf, exact, facetsOfBrand, facetsOfSearch, filtered, type Input, typedSoFar, withTypos } from './search/inputs.ts';
import { BOOKED, bookings, MESSAGED, messages, OFFERED_FOR, offers, signIns, type Written } from './writing.ts';

/** One line of the table. `cached` rows ask a shop with its usual settings for the same again; other reads ask one whose cache stores nothing. */
export type Row = {
  name: string;
  kind: 'page' | 'api' | 'search' | 'write';
  cached?: true;
  /** Included in the small table. */
  quick?: true;
  order: 'any' | 'once';
  /** Sent with each request. */
  headers?: Record<string, string>;
  /** Whether a body is right; left out where nothing but the shop knows. */
  check?: Check;
  /** What each success must have left in the database. */
  written?: Written;
  /** The requests to make; empty when the shop is too small. */
  visits(asker: Asker): Visit[] | Promise<Visit[]>;
};

const BROTLI = { 'accept-encoding': 'br' };
const READERS = 16;

export const ROWS: Row[] = [
  { name: 'home page, cached', kind: 'page', cached: true, quick: true, order: 'any', check: isPage, visits: always('/') },
  { name: 'category page, cached', kind: 'page', cached: true, quick: true, order: 'any', check: isListPage, visits: always(`/category/${BRAND}`) },
  { name: 'category page, cached, brotli', kind: 'page', cached: true, order: 'any', headers: BROTLI, check: isListPage, visits: always(`/category/${BRAND}`) },
  { name: 'category page', kind: 'page', quick: true, order: 'once', check: isListPage, visits: categoryPages },
  { name: 'category page, brotli', kind: 'page', order: 'once', headers: BROTLI, check: isListPage, visits: categoryPages },
  { name: 'listing page, cached', kind: 'page', cached: true, order: 'any', check: isListingPage, visits: oneListingAt('/selected-items-details/') },
  { name: 'listing page', kind: 'page', quick: true, order: 'once', check: isListingPage, visits: listingsAt('/selected-items-details/') },
  { name: 'list, cached', kind: 'api', cached: true, quick: true, order: 'any', check: isList, visits: always(`/api/products?name=${BRAND}&limit=${LIMIT}`) },
  { name: 'list', kind: 'api', quick: true, order: 'once', check: isList, visits: sortedLists('') },
  { name: 'list, oldest', kind: 'api', order: 'once', check: isList, visits: sortedLists('oldest') },
  { name: 'list, cheapest', kind: 'api', order: 'once', check: isList, visits: sortedLists('lowtohigh') },
  { name: 'list, dearest', kind: 'api', order: 'once', check: isList, visits: sortedLists('hightolow') },
  { name: 'list of all, page 1', kind: 'api', order: 'once', check: isList, visits: firstPages },
  { name: 'list of all, page 50', kind: 'api', order: 'once', check: isList, visits: deepLists(50) },
  { name: 'list of all, page 1,000', kind: 'api', order: 'once', check: isList, visits: deepLists(1000) },
  { name: '24 random rows', kind: 'api', quick: true, order: 'once', check: isList, visits: randomLists },
  { name: 'listing, cached', kind: 'api', cached: true, order: 'any', check: isListing, visits: oneListingAt('/api/selectedProducts/') },
  { name: 'listing', kind: 'api', quick: true, order: 'once', check: isListing, visits: listingsAt('/api/selectedProducts/') },
  { name: 'search, exact', kind: 'search', quick: true, order: 'once', check: isFoundExactly, visits: searches('/api/searchProducts', exact) },
  { name: 'search, typos', kind: 'search', quick: true, order: 'once', check: isFound, visits: searches('/api/searchProducts', withTypos) },
  { name: 'search, filters', kind: 'search', quick: true, order: 'once', check: isFound, visits: searches('/api/searchProducts', filtered) },
  { name: 'search, model number', kind: 'search', order: 'once', check: isFound, visits: searches('/api/searchProducts', byNumber) },
  { name: 'facets of a brand', kind: 'search', order: 'once', visits: searches('/api/productFacets', facetsOfBrand) },
  { name: 'facets of a search', kind: 'search', order: 'once', visits: searches('/api/productFacets', facetsOfSearch) },
  { name: 'suggestions', kind: 'search', quick: true, order: 'once', visits: searches('/api/searchSuggestions', typedSoFar) },
  { name: 'list, signed in', kind: 'api', quick: true, order: 'once', check: isList, visits: bySomeone(sortedLists('')) },
  { name: 'search, signed in', kind: 'search', order: 'once', check: isFoundExactly, visits: bySomeone(searches('/api/searchProducts', exact)) },
  { name: 'listing, signed in', kind: 'api', quick: true, order: 'once', check: isListing, visits: bySomeone(listingsAt('/api/selectedProducts/')) },
  {
    name: 'category page, signed in',
    kind: 'page',
    cached: true,
    quick: true,
    order: 'any',
    check: isListPage,
    visits: bySomeone(always(`/category/${BRAND}`)),
  },
  {
    name: 'list, signed in, cached',
    kind: 'api',
    cached: true,
    order: 'any',
    check: isList,
    visits: bySomeone(always(`/api/products?name=${BRAND}&limit=${LIMIT}`)),
  },
  { name: 'booking', kind: 'write', quick: true, order: 'once', written: BOOKED, visits: bookings },
  { name: 'message', kind: 'write', quick: true, order: 'once', written: MESSAGED, visits: messages },
  { name: 'offer', kind: 'write', order: 'once', written: OFFERED_FOR, visits: offers },
  { name: 'sign-in', kind: 'write', quick: true, order: 'any', visits: signIns },
];

function times(count: number, make: () => Visit): Visit[] {
  return Array.from({ length: count }, make);
}

function always(path: string) {
  return (): Visit[] => [{ path }];
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

/** The same by people who are logged in: browsers send a token with calls, and a cookie with pages. */
function bySomeone(visits: (asker: Asker) => Visit[]) {
  return async (asker: Asker): Promise<Visit[]> => {
    const readers = await signedIn(asker, READERS);
    const asked = visits(asker);
    return Array.from({ length: Math.max(asked.length, READERS) }, (_, nth) => {
      const visit = asked[nth % asked.length] ?? { path: '/' };
      const { token, cookie } = readers[nth % READERS] ?? { token: '', cookie: '' };
      const headers: Record<string, string> = visit.path.startsWith('/api/') ? { authorization: `Bearer ${token}` } : { cookie };
      return { ...visit, headers };
    });
  };
}
