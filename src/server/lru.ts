import { LRUCache } from 'lru-cache';

/** Keeps the `most` values used last. By number, the library reserves the memory for all of them at once; by size, it takes what they need. */
export const createLru = <T extends object | number | true>(most: number): LRUCache<string, T> =>
  new LRUCache<string, T>({ maxSize: most, sizeCalculation: () => 1 });
