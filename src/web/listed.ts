import type { Listing } from '#contract/listings.ts';
import type { Judgement } from '#contract/price-estimates.ts';
import type { DescribedPhone } from '#drawing/facts.ts';
import type { Page } from './api.ts';

/** Not every list includes price judgments. */
type Judged = { judgement?: Judgement | null };

/** A listing as lists show it: its specification is reduced to what the drawing of a phone without a picture needs. */
export type Listed = Omit<Listing, 'specification'> & Pick<DescribedPhone, 'specification'> & Judged;

/** Converts a page of a list to what the browser caches, and what is sent beside the rendered page. */
export const toListedPage = ({ items, ...page }: Page<(Listing & Judged)[]>): Page<Listed[]> => ({ ...page, items: items.map(toListed) });

function toListed({ specification, ...listing }: Listing & Judged): Listed {
  const { Dimensions, display_size, display_resolution, rear_camera } = specification;
  return { ...listing, specification: { Dimensions, display_size, display_resolution, rear_camera } };
}
