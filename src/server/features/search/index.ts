export { type CompiledCriteria, compileCriteria, demandNothing, isMatch, NO_CRITERIA } from './criteria.ts';
export { type Labelled, toFacetLabel } from './facet-labels.ts';
export { NO_FILTERS } from './listing-filter.ts';
export { createSearchIndex } from './search-index.ts';
export { openListing, openUnlisted, type SingleListing, wordsOfListing } from './single-listing.ts';
export { distanceOf, lettersOf, spellingsOf, wordsOf } from './words.ts';
