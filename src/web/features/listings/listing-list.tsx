import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Listing } from '#contract/listings.ts';
import type { Page } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { Link, useLocation } from '../../router/index.ts';
import { classNames } from '../../ui/class-names.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { FailedRead } from '../../ui/notices.tsx';
import { CardGridSkeleton } from '../../ui/skeleton.tsx';
import { ListingCard } from './listing-card.tsx';

type ListingListProps = {
  listings: UseInfiniteQueryResult<InfiniteData<Page<Listing[]>>>;
  /** What stands here when there is none. */
  empty: ReactNode;
  /** The list began further down, by an address with a cursor. */
  startedLater: boolean;
  report: (listing: Listing) => ReactNode;
};

const toTheStart = ({ pathname, search }: { pathname: string; search: string }): string => {
  const query = new URLSearchParams(search);
  query.delete('cursor');
  return query.size > 0 ? `${pathname}?${query}` : pathname;
};

const EAGER_CARDS = 1;

/** Phones as cards, a page at a time. */
export const ListingList = ({ listings, empty, startedLater, report }: ListingListProps) => {
  const location = useLocation();
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, isPlaceholderData, refetch, fetchNextPage } = listings;
  const items = data?.pages.flatMap((page) => page.items);
  if (!items && error && !isFetching) return <FailedRead message={`The phones could not be loaded. ${sentenceOf(error)}`} onRetry={() => void refetch()} />;
  if (!items) return <CardGridSkeleton cardClass="h-[36rem]" />;
  if (items.length === 0) return empty;
  const next = data?.pages.at(-1)?.next;
  return (
    <>
      {startedLater && (
        <p className="mb-4">
          <Link to={toTheStart(location)} className="font-medium text-accent underline underline-offset-4">
            Back to the first phones
          </Link>
        </p>
      )}
      <ul className={classNames('card-grid transition-opacity', isPlaceholderData && 'opacity-60')} aria-busy={isPlaceholderData || undefined}>
        {items.map((listing, index) => (
          <li key={listing._id} className="grid">
            <ListingCard listing={listing} eager={index < EAGER_CARDS} report={report(listing)} />
          </li>
        ))}
      </ul>
      {next && <LoadMore cursor={next} busy={isFetchingNextPage} failed={isFetchNextPageError} onMore={() => void fetchNextPage()} />}
    </>
  );
};
