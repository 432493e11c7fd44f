import type { ListingState } from '#contract/decisions.ts';

export const LISTING_STATES: Record<ListingState, string> = {
  available: 'on sale',
  sold: 'sold',
  on_hold: 'held back',
  suspended: 'off with its seller',
  removed: 'removed',
};
