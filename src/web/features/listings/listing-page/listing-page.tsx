import type { UseQueryResult } from '@tanstack/react-query';
import type { ListingDetail } from '#contract/listings.ts';
import { isNowhere } from '../../../api.ts';
import { sentenceOf } from '../../../error-sentence.ts';
import { EmptyState, FailedRead } from '../../../ui/alerts.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { PendingNote, Skeleton } from '../../../ui/skeleton.tsx';
import { ListingView, type ListingViewProps } from './listing-view.tsx';

type ListingPageProps = Omit<ListingViewProps, 'listing'> & { result: UseQueryResult<ListingDetail> };

/** One phone: shown, loading, gone, or unavailable. */
export function ListingPage({ result, ...slots }: ListingPageProps) {
  const { data: listing, error, isFetching, refetch } = result;
  // The listing can disappear while it is open: its cached data must not stay.
  if (error && isNowhere(error)) {
    return (
      <div className="page-width py-16">
        <EmptyState title="This phone is no longer available" action={<ButtonLink to="/">Back to Home Page</ButtonLink>}>
          The listing has been taken down.
        </EmptyState>
      </div>
    );
  }
  if (listing) return <ListingView listing={listing} {...slots} />;
  if (!error || isFetching) return <ComingListing />;
  return (
    <div className="page-width py-16">
      <FailedRead message={`We couldn’t load this phone. ${sentenceOf(error)}`} onRetry={() => void refetch()} />
    </div>
  );
}

function ComingListing() {
  return (
    <div role="status" className="page-width grid gap-6 pt-12 pb-10 md:gap-8 md:pt-19 lg:grid-cols-[1.15fr_1fr] lg:gap-14">
      <PendingNote />
      <Skeleton className="aspect-square" />
      <div className="grid content-start gap-5">
        <Skeleton className="h-11 w-3/4" />
        <Skeleton className="h-9 w-1/3" />
        <Skeleton className="h-40" />
        <Skeleton className="h-12" />
        <Skeleton className="h-44" />
      </div>
    </div>
  );
}
