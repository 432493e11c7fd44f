import type { ListingState } from '#contract/decisions.ts';

export const LISTING_STATES: Record<ListingState, string> = {
  available: 'on sale',
  sold: 'sold',
  on_hold: 'under review',
  suspended: 'hidden (seller suspended)',
  paused: 'paused by its seller',
  removed: 'removed',
};
