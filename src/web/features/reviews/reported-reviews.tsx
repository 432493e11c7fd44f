import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReportedReview } from '#contract/reviews.ts';
import { Link } from '../../router/index.ts';
import { EmptyState } from '../../ui/alerts.tsx';
import { useListFilter } from '../../ui/list-bar.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { useApp } from '../../use-app.tsx';
import { reportedReviewsOptions, useDecideReview } from './queries.ts';
import { ReviewCard } from './review-card.tsx';

/** Reviews that people reported, for the admin to keep or remove. */
export function ReportedReviews() {
  const { api } = useApp();
  const filter = useListFilter();
  const query = useInfiniteQuery({ ...reportedReviewsOptions(api, filter), placeholderData: keepPreviousData });
  return (
    <PagedList
      query={query}
      title="Reported Reviews"
      find={{ filter, label: 'Words or names' }}
      heading={(count, more) => (count === 0 ? 'No reported reviews' : `Reported Reviews (${count}${more ? '+' : ''})`)}
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
        <Link to={`/dashboard/adminOrders/${review.orderId}`} className="inline-flex min-h-11 items-center text-sm underline underline-offset-4">
          View the order
        </Link>
      </div>
    </>
  );
}

function DecideButton({ review, decision }: { review: ReportedReview; decision: 'keep' | 'remove' }) {
  const decide = useDecideReview();
  const staysUp = decision === 'keep';
  const word = staysUp ? 'Keep' : 'Remove';
  return (
    <ReasonButton
      button={word}
      name={`${word} the review by ${review.author.name}`}
      title={`${word} this review?`}
      consequence={
        staysUp
          ? 'The review stays where it is, and its reports are closed.'
          : 'Nobody can read it any more, and its stars no longer count. This can’t be undone.'
      }
      hint={`${review.author.name}, ${review.subject.name} and those who reported it will see it.`}
      variant={staysUp ? 'secondary' : 'risky'}
      onSubmit={(reason) => decide.mutateAsync({ id: review._id, decision, reason })}
    />
  );
}
