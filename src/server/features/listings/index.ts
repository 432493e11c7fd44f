export { type FullListingRow, toJudgedListing, toListing, toListings } from './listing.ts';
export { matchModels } from './match-models.ts';
export { shownOf, toShelfFilters } from './narrowing.ts';
export { findListing, findListings, findOnSaleByIds, type Origin, selectListings, toListingRow } from './queries.ts';
export { requireListing, requireOwnListing, requireUnsold } from './rules.ts';
