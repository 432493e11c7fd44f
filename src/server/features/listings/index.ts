export { countFacets, NO_FACETS } from './facets.ts';
export { type FullListingRow, toListing } from './listing.ts';
export { toNarrowing } from './narrowing.ts';
export { findListing, findOnSale, selectListings } from './queries.ts';
export { requireListing, requireOwnListing, requireUnsold } from './rules.ts';
