import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { PaidOrder } from '#contract/orders.ts';
import type { OrderReviews as Reviews } from '#contract/reviews.ts';
import { Link } from '../../router/index.ts';
import { FailedRead } from '../../ui/alerts.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { PendingNote, Skeleton } from '../../ui/skeleton.tsx';
import { useApp } from '../../use-app.tsx';
import { orderReviewsOptions, useAnswerReview } from './queries.ts';
import { ReportReview } from './report-review.tsx';
import { ReviewCard } from './review-card.tsx';
import { ReviewForm } from './review-form.tsx';

/** What both sides write about each other once an order has ended; nothing before, and when there is nothing to write or read anymore. */
export function OrderReviews({ order }: { order: PaidOrder }) {
  const { api } = useApp();
  const { state, handedOverAt } = order.fulfillment;
  const isOver = state === 'completed' || (state === 'decided' && handedOverAt !== null);
  const { data, error, refetch, isFetching } = useQuery({ ...orderReviewsOptions(api, order._id), enabled: isOver });
  if (!isOver) return null;
  if (!data && error) return <FailedRead message="We couldn’t load the reviews." onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <ComingReviews />;
  if (data.writeUntil === null && !data.own && !data.theirs) return null;
  return <ShownReviews order={order} reviews={data} />;
}

function ComingReviews() {
  return (
    <div role="status">
      <PendingNote />
      <Skeleton className="h-96" />
    </div>
  );
}

function ShownReviews({ order, reviews: { own, theirs, writeUntil } }: { order: PaidOrder; reviews: Reviews }) {
  const [isChanging, setChanging] = useState(false);
  const isBuyer = order.side === 'buyer';
  const other = isBuyer ? 'seller' : 'buyer';
  if (writeUntil !== null && (!own || isChanging)) {
    return (
      <Frame title={`Rate your ${other}`}>
        <p className="text-sm text-muted">
          You can do so until <DateTime iso={writeUntil} className="text-ink" />. Neither of you sees the other’s review before both are written or that time is
          over. It never changes what anybody pays or gets.
        </p>
        <ReviewForm order={order} own={own} onDone={() => setChanging(false)} {...(own && { onCancel: () => setChanging(false) })} />
      </Frame>
    );
  }
  return (
    <Frame title="Reviews">
      {theirs && (
        <ReviewCard
          review={theirs}
          actions={
            <>
              {theirs.canAnswer && <AnswerButton order={order} review={theirs} />}
              <ReportReview review={theirs} />
            </>
          }
        />
      )}
      {own && <OwnReview own={own} other={other} canChange={writeUntil !== null} onChange={() => setChanging(true)} />}
    </Frame>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(title);
  // The button that had the focus went with what it stood in.
  useEffect(() => {
    if (before.current !== title) heading.current?.focus();
    before.current = title;
  }, [title]);
  return (
    <section id="review" aria-labelledby="reviews" className="grid scroll-mt-24 gap-4 rounded-2xl border border-line bg-surface p-4 sm:p-6">
      <h2 ref={heading} tabIndex={-1} id="reviews" className="text-xl outline-none">
        {title}
      </h2>
      {children}
    </section>
  );
}

type OwnReviewProps = { own: NonNullable<Reviews['own']>; other: 'seller' | 'buyer'; canChange: boolean; onChange: () => void };

function OwnReview({ own, other, canChange, onChange }: OwnReviewProps) {
  return (
    <div className="grid gap-2">
      <ReviewCard
        review={own}
        by="You"
        actions={
          canChange && (
            <Button variant="secondary" size="small" onClick={onChange}>
              Change your review
            </Button>
          )
        }
      />
      {own.removedReason !== null && (
        <>
          <p className="text-sm text-warning">We removed this review: {own.removedReason}</p>
          <p className="text-sm text-muted">
            If you disagree, appeal in{' '}
            <Link to="/dashboard/decisions" className="underline underline-offset-4">
              Decisions
            </Link>
            .
          </p>
        </>
      )}
      {!own.isVisible && own.removedReason === null && (
        <p className="text-sm text-muted">
          Only you can see it until the {other} has written one too, or until <DateTime iso={own.visibleAt} className="text-ink" />.
        </p>
      )}
    </div>
  );
}

function AnswerButton({ order, review }: { order: PaidOrder; review: NonNullable<Reviews['theirs']> }) {
  const answer = useAnswerReview();
  return (
    <ReasonButton
      draft={`review-answer:${review._id}`}
      button="Answer"
      name="Answer this review"
      title="Answer this review"
      consequence={`Your answer stands below the review${order.side === 'seller' ? ' for everybody to read' : ''}. You can answer once.`}
      label="Your answer"
      missing="Write your answer first."
      send="Send answer"
      onSubmit={(text) => answer.mutateAsync({ id: review._id, text })}
    />
  );
}
