export { type FullListingRow, toAskedPhone, toJudgedListing, toListing, toListings } from './listing.ts';
export { matchModels } from './match-models.ts';
export { shownOf, toIndexFilters } from './narrowing.ts';
export {
  findListing,
  findListings,
  findOnSaleByIds,
  insertListingWithin,
  type Offer,
  type Origin,
  PhoneOnSale,
  selectListings,
  toListingRow,
} from './queries.ts';
export { questionOf, requireCategory, requireListing, requireOwnListing, requireUnsold, toPostTime } from './rules.ts';
