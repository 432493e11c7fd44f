export { type Filters as IndexFilters, NO_FILTERS } from './listing-filter.ts';
export { createSearchIndex, type IndexOrder, NO_FACETS, type SearchIndex } from './search-index.ts';
export { distanceOf, wordsOf } from './words.ts';
