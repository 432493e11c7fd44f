import { X } from 'lucide-react';
import { useRef } from 'react';
import type { Facets } from '#contract/search.ts';
import { Link } from '../../../router/index.ts';
import { classNames } from '../../../ui/class-names.ts';
import { phones } from '../../../ui/phone-count.ts';
import { type Filter, filterText, withoutFilter } from './filters.ts';
import { RESULTS_ID, showResults, useAddressWith } from './list-address.ts';

const CHIP = 'inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full pr-3 pl-4 text-sm font-medium';

type ResultCountProps = {
  filters: Filter[];
  /** Undefined until it is known how many there are, or when that could not be read. */
  facets: Facets | undefined;
  /** What is shown is still the list before. */
  busy: boolean;
};

/** How many phones there are, said aloud when it changes, and what they are narrowed by, each to be taken off. */
export function ResultCount({ filters, facets, busy }: ResultCountProps) {
  const addressWith = useAddressWith();
  const count = useRef<HTMLParagraphElement>(null);
  // What was pressed is gone afterwards; the focus stays near.
  const moveOn = () => {
    count.current?.focus({ preventScroll: true });
    showResults();
  };
  return (
    <div id={RESULTS_ID} className="flex min-h-11 flex-wrap items-center gap-2 py-4 md:scroll-mt-25 xl:scroll-mt-14">
      <p ref={count} role="status" tabIndex={-1} className="mr-2 font-semibold">
        {facets ? phones(facets.total) : busy ? 'Searching…' : null}
      </p>
      {filters.length > 0 && (
        <ul aria-label="Active filters" className="flex min-w-0 flex-wrap gap-2">
          {filters.map((filter) => (
            <li key={`${filter.name} ${filter.value}`} className="max-w-full">
              <Link
                to={addressWith(withoutFilter(filters, filter))}
                preventScrollReset
                onClick={moveOn}
                className={classNames(CHIP, 'bg-sunken hover:bg-accent-soft')}
              >
                <span className="sr-only">Remove: </span>
                <bdi className="truncate">{filterText(filter)}</bdi>
                <X className="size-4 shrink-0" aria-hidden="true" />
              </Link>
            </li>
          ))}
          <li>
            <Link to={addressWith([])} preventScrollReset onClick={moveOn} className={classNames(CHIP, 'text-accent underline underline-offset-4')}>
              Clear all
            </Link>
          </li>
        </ul>
      )}
    </div>
  );
}
