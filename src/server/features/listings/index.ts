export { type FullListingRow, toAskedPhone, toListing, toListings } from './listing.ts';
export { shownOf, toShelfFilters } from './narrowing.ts';
export { findListing, findOnSaleByIds, type Origin, selectListings, toListingRow } from './queries.ts';
export { requireListing, requireOwnListing, requireUnsold } from './rules.ts';
