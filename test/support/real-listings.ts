import { hasRealData, readRawLines } from './real-data.ts';

export type RealListing = {
  title: string;
  brand: string;
  model: string;
  storage: string;
  color: string;
  location: string;
  resale_price: number;
  original_price_usd: number;
  release_year: number;
  condition: string;
};

/** A made-up listing, for checkouts without the real data. */
const MADE_UP: RealListing = {
  title: 'Apple iPhone 13 - 128GB - Blue - unlocked, battery 91 %',
  brand: 'Apple',
  model: 'iPhone 13',
  storage: '128GB',
  color: 'Blue',
  location: 'United States',
  resale_price: 312.5,
  original_price_usd: 799,
  release_year: 2021,
  condition: 'used',
};

/** Finds the first complete real listing of a brand; `real` is false when the real data is missing. */
export function findRealListing(brand: string): { listing: RealListing; real: boolean } {
  for (const line of hasRealData() ? readRawLines('used-listings.jsonl') : []) {
    const row = JSON.parse(line) as Partial<RealListing> & { storage_multi?: boolean };
    if (row.brand === brand && !row.storage_multi && isComplete(row)) return { listing: row, real: true };
  }
  return { listing: MADE_UP, real: false };
}

function isComplete(row: Partial<RealListing>): row is RealListing {
  return Boolean(
    row.title && row.model && row.storage && row.color && row.location && row.resale_price && row.original_price_usd && row.release_year && row.condition,
  );
}
