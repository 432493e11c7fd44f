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

/** What was made of a listing before: the server makes many pages of the same ones. */
const made = new WeakMap<Listing & Judged, Listed>();

function toListed(given: Listing & Judged): Listed {
  const before = made.get(given);
  if (before) return before;
  const { specification, ...listing } = given;
  const { Dimensions, display_size, display_resolution, rear_camera } = specification;
  const listed = { ...listing, specification: { Dimensions, display_size, display_resolution, rear_camera } };
  made.set(given, listed);
  return listed;
}
