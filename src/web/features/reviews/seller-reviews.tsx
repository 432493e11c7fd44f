import { useInfiniteQuery } from '@tanstack/react-query';
import { FailedRead } from '../../ui/alerts.tsx';
import { NextPage } from '../../ui/next-page.tsx';
import { PendingNote, Skeleton } from '../../ui/skeleton.tsx';
import { useApp } from '../../use-app.tsx';
import { sellerReviewsOptions } from './queries.ts';
import { ReportReview } from './report-review.tsx';
import { ReviewCard } from './review-card.tsx';

/** What buyers wrote about a seller. */
export function SellerReviews({ sellerId }: { sellerId: string }) {
  const { api } = useApp();
  const query = useInfiniteQuery(sellerReviewsOptions(api, sellerId));
  const reviews = query.data?.pages.flatMap(({ items }) => items);
  return (
    <section aria-labelledby="reviews" className="max-w-3xl">
      <h2 id="reviews" className="mb-3 text-xl md:mb-6 md:text-2xl">
        Reviews
      </h2>
      {!reviews && query.error && <FailedRead message="We couldn’t load the reviews." onRetry={() => void query.refetch()} busy={query.isFetching} />}
      {!reviews && !query.error && (
        <div role="status">
          <PendingNote />
          <Skeleton className="h-40" />
        </div>
      )}
      {reviews?.length === 0 && <p className="text-muted">No reviews yet. Buyers can write one once their order is complete.</p>}
      {reviews && reviews.length > 0 && (
        <ul className="mb-4 divide-y divide-line border-y border-line">
          {reviews.map((review) => (
            <li key={review._id} className="py-4">
              <ReviewCard
                review={review}
                actions={
                  <div className="-ml-4">
                    <ReportReview review={review} />
                  </div>
                }
              />
            </li>
          ))}
        </ul>
      )}
      <NextPage query={query} />
    </section>
  );
}
