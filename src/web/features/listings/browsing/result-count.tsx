import { type ReactNode, useRef } from 'react';
import type { Facets } from '#contract/search.ts';
import { Link } from '../../../router/index.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { phones } from '../../../ui/phone-count.ts';
import { type Filter, filterText, withoutFilter } from './filters.ts';
import { RESULTS_ID, showResults, useAddressWith } from './list-address.ts';

const CHIP = 'inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full pr-3 pl-4 text-sm font-medium';

type ResultCountProps = {
  filters: Filter[];
  /** Undefined until the count is known, or when it could not be read. */
  facets: Facets | undefined;
  /** Still showing the previous list. */
  busy: boolean;
  /** Shown beside the count. */
  action?: ReactNode;
};

/** The number of phones, announced when it changes, and the active filters, each removable. */
export function ResultCount({ filters, facets, busy, action }: ResultCountProps) {
  const addressWith = useAddressWith();
  const count = useRef<HTMLParagraphElement>(null);
  // The pressed button disappears; the focus stays nearby.
  const moveOn = () => {
    count.current?.focus({ preventScroll: true });
    showResults();
  };
  return (
    <div id={RESULTS_ID} className="flex flex-wrap items-center gap-x-2 md:min-h-11 md:gap-y-2 md:py-4 md:scroll-mt-14">
      <p ref={count} role="status" tabIndex={-1} className="mr-2 font-semibold max-md:text-sm max-md:leading-6">
        {facets ? phones(facets.total) : busy ? 'Searching…' : null}
      </p>
      {action}
      {filters.length > 0 && (
        <ul
          aria-label="Active filters"
          className="relative flex min-w-0 gap-2 max-md:-mx-4 max-md:basis-[calc(100%+2rem)] md:basis-full max-md:overflow-x-auto max-md:px-4 max-md:py-1 md:flex-wrap"
        >
          {filters.map((filter) => (
            <li key={`${filter.name} ${filter.value}`} className="max-w-full max-md:shrink-0">
              <Link
                to={addressWith(withoutFilter(filters, filter))}
                preventScrollReset
                onClick={moveOn}
                className={classNames(CHIP, 'bg-sunken hover:bg-accent-soft')}
              >
                <span className="sr-only">Remove: </span>
                <bdi className="truncate">{filterText(filter, facets)}</bdi>
                <Icon name="x" className="size-4 shrink-0" />
              </Link>
            </li>
          ))}
          <li className="max-md:shrink-0">
            <Link to={addressWith([])} preventScrollReset onClick={moveOn} className={classNames(CHIP, 'text-accent underline underline-offset-4')}>
              Clear all
            </Link>
          </li>
        </ul>
      )}
    </div>
  );
}
