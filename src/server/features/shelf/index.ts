export { createShelf, NO_FACETS, type Shelf, type ShelfOrder } from './shelf.ts';
export { type Filters as ShelfFilters, TEXT_GROUPS } from './sieve.ts';
