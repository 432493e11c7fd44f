import type { ReactNode } from 'react';
import type { Review } from '#contract/reviews.ts';
import { Moment } from '../../ui/moment.tsx';
import { Stars } from '../../ui/stars.tsx';

/** One review with its answer. `by`: in place of the author's first name; `actions`: what the reader can do about it. */
export function ReviewCard({ review, by, actions }: { review: Review; by?: string; actions?: ReactNode }) {
  return (
    <article className="grid min-w-0 gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars stars={review.stars} />
        <span className="font-semibold wrap-anywhere" dir="auto">
          {by ?? review.author ?? 'Former member'}
        </span>
        <Moment iso={review.at} className="text-sm text-muted" />
      </p>
      {review.text !== '' && (
        <p className="max-w-prose whitespace-pre-line wrap-anywhere" dir="auto">
          {review.text}
        </p>
      )}
      {review.answer !== null && (
        <div className="max-w-prose border-l-2 border-line-strong pl-4">
          <p className="text-sm text-muted">Answer</p>
          <p className="whitespace-pre-line wrap-anywhere" dir="auto">
            {review.answer}
          </p>
        </div>
      )}
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </article>
  );
}
