export {
  addressesOf,
  type EditedColumns,
  findIdByReference,
  findOwnListing,
  freeReference,
  giveReference,
  type OwnListingRow,
  toEditedColumns,
  updateListing,
} from './edit-queries.ts';
export { productStatusOf, requireTransition, stateOf, statusOf } from './lifecycle.ts';
export { type FullListingRow, toAskedPhone, toJudgedListing, toListing, toPhotos } from './listing.ts';
export { locateListings } from './locate.ts';
export { markImeiChecked, markPossessionProven, markReported, markTested } from './mark-queries.ts';
export { matchModels } from './match-models.ts';
export { shownOf, toSearchFilters } from './narrowing.ts';
export { insertListing, type Origin, toListingRow } from './new-listing-queries.ts';
export { isStanding, markPaused, markResumed } from './pause-queries.ts';
export { createPresentations, type Presentations } from './presentations.ts';
export {
  findListing,
  findListings,
  findOnSaleByIds,
  findOnSaleOfSeller,
  findShownListing,
  selectListings,
  type WholeListingRow,
} from './queries.ts';
export {
  findRemovedOf,
  type GoneFor,
  markRemoved,
  markRemovedOf,
  markRestored,
  markRestoredOf,
  type RemovalReach,
} from './removal-queries.ts';
export { markReviewed, markUnderReview, suspendListingsOf } from './review-queries.ts';
export { requireListing, requireOwnListing, requireUnsold } from './rules.ts';
export {
  clearListingReservation,
  clearListingReservationsOfBuyer,
  findSaleState,
  lockListing,
  lockListings,
  lockListingsOf,
  markListingAdvertised,
  markListingSold,
  markListingUnsold,
  setListingReservation,
} from './sale-queries.ts';
export { createSellerRecords, type SellerRecords } from './seller-records.ts';
export { createFindShortAddress } from './short-addresses.ts';
export { createFindSimilar, type FindSimilar } from './similar.ts';
export { modelKeysOf, VARIED, type Varied } from './variety.ts';
