import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { isNowhere } from '../api.ts';
import { sentenceOf } from '../error-sentence.ts';
import { CompareButton } from '../features/compare/compare-button.tsx';
import { ListingList } from '../features/listings/browsing/listing-list.tsx';
import { ReportButton } from '../features/reports/report-button.tsx';
import { sellerReviewsOptions } from '../features/reviews/queries.ts';
import { SellerReviews } from '../features/reviews/seller-reviews.tsx';
import { SaveButton } from '../features/saved/save-button.tsx';
import { sellerListingsOptions, sellerOptions } from '../features/sellers/queries.ts';
import { SellerProfile } from '../features/sellers/seller-profile.tsx';
import { notFound, type PageModule } from '../rendering/page.ts';
import { readAhead } from '../rendering/prefetch.ts';
import { useParams, useSearchParams } from '../router/index.ts';
import { EmptyState, FailedRead } from '../ui/alerts.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { PendingNote, Skeleton } from '../ui/skeleton.tsx';
import { useApp } from '../use-app.tsx';

export const load: PageModule['load'] = async ({ shop: { api }, queries, params: { id = '' }, url }) => {
  const options = sellerOptions(api, id);
  await readAhead(
    Promise.all([
      queries.prefetchQuery(options),
      queries.prefetchInfiniteQuery(sellerListingsOptions(api, id, url.searchParams.get('cursor'))),
      queries.prefetchInfiniteQuery(sellerReviewsOptions(api, id)),
    ]),
  );
  const { data: seller, error } = queries.getQueryState(options.queryKey) ?? {};
  if (isNowhere(error)) throw notFound();
  return seller ? { title: seller.name } : null;
};

/** What a buyer wants to know of a seller before meeting them. */
export function Page() {
  const { id = '' } = useParams();
  return <SellerPage key={id} id={id} />;
}

function SellerPage({ id }: { id: string }) {
  const { api } = useApp();
  const { data: seller, error, isFetching, refetch } = useQuery(sellerOptions(api, id));
  return (
    <div className="page-width grid gap-10 py-6 md:gap-14 md:py-12">
      {seller ? (
        <SellerProfile seller={seller} />
      ) : error && !isFetching ? (
        <FailedRead message={`We couldn’t load this seller. ${sentenceOf(error)}`} onRetry={() => void refetch()} />
      ) : (
        <ComingProfile />
      )}
      <OnSale id={id} />
      <SellerReviews sellerId={id} />
    </div>
  );
}

function ComingProfile() {
  return (
    <div role="status" className="grid gap-6">
      <PendingNote />
      <Skeleton className="h-15.5 w-2/3 md:h-17" />
      <Skeleton className="h-21.5" />
    </div>
  );
}

function OnSale({ id }: { id: string }) {
  const { api } = useApp();
  const [query] = useSearchParams();
  const cursor = query.get('cursor');
  return (
    <section aria-labelledby="on-sale">
      <h2 id="on-sale" className="mb-3 text-xl md:mb-6 md:text-2xl">
        On sale
      </h2>
      <ListingList
        listings={useInfiniteQuery(sellerListingsOptions(api, id, cursor))}
        filters={[]}
        startedLater={cursor !== null}
        save={(listing) => <SaveButton listing={listing} isOnCard />}
        report={(listing) => <ReportButton listing={listing} />}
        compare={(listing) => <CompareButton listing={listing} />}
        empty={
          <EmptyState title="Nothing on sale right now" action={<ButtonLink to="/phones">See all phones</ButtonLink>}>
            This seller has no phones on sale. Others do.
          </EmptyState>
        }
      />
    </section>
  );
}
