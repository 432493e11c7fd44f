export { type FullListingRow, toListing } from './listing.ts';
export { findListing, findOnSaleByWords, selectListings } from './queries.ts';
export { requireListing, requireOwnListing, requireUnsold } from './rules.ts';
