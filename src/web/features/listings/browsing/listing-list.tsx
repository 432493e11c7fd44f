import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Point } from '#contract/shared/distance.ts';
import { isNowhere, type Page } from '../../../api.ts';
import { sentenceOf } from '../../../error-sentence.ts';
import type { Listed } from '../../../listed.ts';
import { Link, useLocation } from '../../../router/index.ts';
import { EmptyState, FailedRead } from '../../../ui/alerts.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { LoadMore } from '../../../ui/load-more.tsx';
import { PendingNote, Skeleton } from '../../../ui/skeleton.tsx';
import { LISTING_GRID, ListedCard } from '../listing-card.tsx';
import { type Filter, filterText, narrowingOf } from './filters.ts';
import { useAddressWith } from './list-address.ts';

type ListingListProps = {
  listings: UseInfiniteQueryResult<InfiniteData<Page<Listed[]>>>;
  filters: Filter[];
  /** Where distances are from; null when the address doesn't say. */
  near?: Point | null;
  /** Shown when the list is empty and no filter is on. */
  empty: ReactNode;
  /** The list starts further down, at a cursor in the address. */
  startedLater: boolean;
  save: (listing: Listed) => ReactNode;
  report: (listing: Listed) => ReactNode;
  compare: (listing: Listed) => ReactNode;
};

/** Phones as cards, a page at a time. */
export function ListingList({ listings, filters, near = null, empty, startedLater, save, report, compare }: ListingListProps) {
  const location = useLocation();
  const { data, error, isFetching, isPlaceholderData, refetch } = listings;
  const items = data?.pages.flatMap((page) => page.items);
  if (!items && filters.length > 0 && isNowhere(error)) {
    return (
      <NothingFits title="These filters don’t work" filters={filters}>
        {sentenceOf(error)}
      </NothingFits>
    );
  }
  if (!items && error && !isFetching) return <FailedRead message={`We couldn’t load the phones. ${sentenceOf(error)}`} onRetry={() => void refetch()} />;
  if (!items) return <ListSkeleton />;
  const isEmpty = items.length === 0 && !startedLater;
  if (isEmpty && narrowingOf(filters).length > 0) {
    return (
      <NothingFits title="No phones match" filters={filters}>
        Try removing or widening a filter.
      </NothingFits>
    );
  }
  if (isEmpty) return <div className="wrap-anywhere">{empty}</div>;
  return (
    <>
      {startedLater && (
        <p className="mb-4">
          {items.length === 0 && 'No more phones. '}
          <Link to={toTheStart(location)} className="font-medium text-accent underline underline-offset-4">
            Back to the first page
          </Link>
        </p>
      )}
      <LoadMore query={listings}>
        <ul className={classNames(LISTING_GRID, 'transition-opacity', isPlaceholderData && 'opacity-60')} aria-busy={isPlaceholderData || undefined}>
          {items.map((listing, index) => (
            <ListedCard
              key={listing._id}
              listing={listing}
              near={near}
              eager={index === 0}
              save={save(listing)}
              report={report(listing)}
              compare={compare(listing)}
            />
          ))}
        </ul>
      </LoadMore>
    </>
  );
}

/** Nothing matches the filters, or they are invalid: what to do about it. */
function NothingFits({ title, filters, children }: { title: string; filters: Filter[]; children: ReactNode }) {
  const addressWith = useAddressWith();
  return (
    <div className="wrap-anywhere">
      <EmptyState
        title={title}
        action={
          <Link to={addressWith([])} preventScrollReset className={buttonClass()}>
            {filters.length === 1 && filters[0] ? `Remove “${filterText(filters[0])}”` : 'Clear all filters'}
          </Link>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}

function ListSkeleton() {
  return (
    <div role="status" className={LISTING_GRID}>
      <PendingNote />
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
        <CardSkeleton key={key} />
      ))}
    </div>
  );
}

/** A row's or card's shape, as tall as one with a line per fact. */
function CardSkeleton() {
  return (
    <div className="flex gap-3 border-line py-1.5 max-sm:border-b sm:flex-col sm:gap-0 sm:overflow-hidden sm:rounded-xl sm:border sm:py-0" aria-hidden="true">
      <Skeleton className="max-sm:w-22 sm:aspect-square sm:w-full sm:rounded-none" />
      <div className="grid flex-1 gap-1.5 max-sm:gap-1 sm:px-4 sm:pt-4">
        <Skeleton className="h-5 w-3/5 sm:h-6" />
        <Skeleton className="h-6 w-4/5 sm:h-8.5 sm:w-2/5" />
        <Skeleton className="h-4 w-4/5 sm:h-6" />
        <Skeleton className="h-4 sm:h-5" />
        <Skeleton className="h-5 w-2/5 max-sm:hidden" />
        <Skeleton className="mb-1 h-8 w-24 sm:h-12 sm:w-full" />
      </div>
      <div className="h-15 max-sm:hidden" />
    </div>
  );
}

function toTheStart({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search);
  query.delete('cursor');
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}
