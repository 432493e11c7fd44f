export { type CompiledCriteria, type Criteria, compileCriteria, isMatch, NO_CRITERIA } from './criteria.ts';
export { type Labelled, toFacetLabel, toGigabytes } from './facet-labels.ts';
export { NO_FACETS } from './facets.ts';
export { type Filters as IndexFilters, NO_FILTERS } from './listing-filter.ts';
export { createSearchIndex, type SearchIndex } from './search-index.ts';
export type { IndexOrder } from './search-page.ts';
export { type ListingRow, openListing, openUnlisted, type SingleListing, wordsOfListing } from './single-listing.ts';
export { distanceOf, spellingsOf, wordsOf } from './words.ts';
