import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReportedReview, ReviewDecision } from '#contract/reviews.ts';
import { RESTORE_DAYS } from '#contract/shared/deadlines.ts';
import { Link } from '../../router/index.ts';
import { EmptyState } from '../../ui/alerts.tsx';
import { useListFilter } from '../../ui/list-bar.tsx';
import { Moment } from '../../ui/moment.tsx';
import { counted, PagedList, QueueSection } from '../../ui/paged-list.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { useApp } from '../../use-app.tsx';
import { removedReviewsOptions, reportedReviewsOptions, useDecideReview } from './queries.ts';
import { ReviewCard } from './review-card.tsx';

type Choice = { word: string; consequence: string; variant: 'secondary' | 'risky' };

const STAYS: Choice = { word: 'Keep', consequence: 'The review stays where it is, and its reports are closed.', variant: 'secondary' };
const REMOVED: Choice = {
  word: 'Remove',
  consequence: `Nobody can read it anymore, and its stars no longer count. You can restore it for ${RESTORE_DAYS} days. Its author can appeal once.`,
  variant: 'risky',
};
const RESTORED: Choice = { word: 'Restore', consequence: 'It can be read again, and its stars count.', variant: 'secondary' };

/** Reviews that people reported, for the admin to keep or remove, and those removed lately. */
export function ReportedReviews() {
  const { api } = useApp();
  const filter = useListFilter();
  const query = useInfiniteQuery(reportedReviewsOptions(api, filter));
  const removed = useInfiniteQuery(removedReviewsOptions(api));
  return (
    <div className="grid gap-10">
      <PagedList
        query={query}
        title="Reported Reviews"
        find={{ filter, label: 'Words or names' }}
        heading={counted('Reported Reviews', { none: 'No reported reviews' })}
        failed="We couldn’t load the reported reviews."
        empty={<EmptyState title="Nothing to review">Reviews that people report appear here with their reasons.</EmptyState>}
      >
        {(reviews) => (
          <ul className="grid gap-4">
            {reviews.map((review) => (
              <li key={review._id} className="grid gap-4 rounded-2xl border border-line bg-surface p-4 sm:p-6">
                <Reported review={review} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <QueueSection query={removed} title={`Removed in the last ${RESTORE_DAYS} days`} failed="We couldn’t load the removed reviews.">
        {(review) => <Removed review={review} />}
      </QueueSection>
    </div>
  );
}

function Removed({ review }: { review: ReportedReview }) {
  const { author, subject, removedAt, removedReason } = review;
  return (
    <div className="grid gap-4">
      <ReviewCard review={{ ...review, author: author.name, at: removedAt ?? review.reportedAt }} by={`${author.name} about ${subject.name}`} />
      <p className="wrap-anywhere" dir="auto">
        {removedReason}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <DecideButton review={review} decision="restore" />
        <OrderLink review={review} />
      </div>
    </div>
  );
}

function Reported({ review }: { review: ReportedReview }) {
  const { author, subject, reasons, reportedAt } = review;
  return (
    <>
      <ReviewCard review={{ ...review, author: author.name, at: reportedAt }} by={`${author.name} about ${subject.name}`} />
      <div>
        <p className="text-sm text-muted">
          {reasons.length === 1 ? '1 report' : `${reasons.length} reports`}, latest <Moment iso={reportedAt} />
        </p>
        <ul className="list-disc pl-5">
          {reasons.map((reason, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may give the same reason, and none moves.
            <li key={index} className="wrap-anywhere" dir="auto">
              {reason}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <DecideButton review={review} decision="keep" />
        <DecideButton review={review} decision="remove" />
        <OrderLink review={review} />
      </div>
    </>
  );
}

function OrderLink({ review }: { review: ReportedReview }) {
  return (
    <Link to={`/dashboard/adminOrders/${review.orderId}`} className="inline-flex min-h-11 items-center text-sm underline underline-offset-4">
      View the order
    </Link>
  );
}

function DecideButton({ review, decision }: { review: ReportedReview; decision: ReviewDecision }) {
  const decide = useDecideReview();
  const removal = decision === 'remove' ? REMOVED : STAYS;
  const { word, consequence, variant } = decision === 'restore' ? RESTORED : removal;
  return (
    <ReasonButton
      draft={`review-${decision}:${review._id}`}
      button={word}
      name={`${word} the review by ${review.author.name}`}
      title={`${word} this review?`}
      consequence={consequence}
      hint={`${review.author.name}, ${review.subject.name} and those who reported it will see it.`}
      variant={variant}
      onSubmit={(reason) => decide.mutateAsync({ id: review._id, decision, reason })}
    />
  );
}
