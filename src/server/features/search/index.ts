export { type Filters as ShelfFilters, NO_FILTERS } from './listing-filter.ts';
export { createShelf, NO_FACETS, type Shelf, type ShelfOrder } from './search-index.ts';
export { distanceOf, wordsOf } from './words.ts';
