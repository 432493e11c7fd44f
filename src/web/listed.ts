import type { Listing } from '#contract/listings.ts';
import type { Judgement } from '#contract/price-estimates.ts';
import type { DescribedPhone } from '#drawing/facts.ts';
import type { Page } from './api.ts';

/** Not every list judges its prices. */
type Judged = { judgement?: Judgement | null };

/** A listing as lists show it: of its specification only what a phone without a picture is drawn by. */
export type Listed = Omit<Listing, 'specification'> & Pick<DescribedPhone, 'specification'> & Judged;

/** A page of a list as it is kept in the browser, and sent there beside the rendered page. */
export const toListedPage = ({ items, ...page }: Page<(Listing & Judged)[]>): Page<Listed[]> => ({ ...page, items: items.map(toListed) });

function toListed({ specification, ...listing }: Listing & Judged): Listed {
  const { Dimensions, display_size, display_resolution, rear_camera } = specification;
  return { ...listing, specification: { Dimensions, display_size, display_resolution, rear_camera } };
}
