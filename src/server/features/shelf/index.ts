export { createShelf, NO_FACETS, type Shelf, type ShelfOrder } from './shelf.ts';
export { type Filters as ShelfFilters, NO_FILTERS } from './sieve.ts';
export { distanceOf, wordsOf } from './words.ts';
