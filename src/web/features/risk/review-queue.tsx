import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ReviewItem as ReviewItemRow } from '#contract/risk.ts';
import { EmptyState } from '../../ui/alerts.tsx';
import { useListFilter } from '../../ui/list-bar.tsx';
import { counted, PagedList } from '../../ui/paged-list.tsx';
import { useApp } from '../../use-app.tsx';
import { reviewQueueOptions } from './queries.ts';
import { ReviewItem } from './review-item.tsx';

const SORTS = { '': 'Highest risk first', oldest: 'Lowest risk first' };

/** The listings an admin should review, highest risk first. */
export function ReviewQueue({ actions }: { actions: (item: ReviewItemRow) => ReactNode }) {
  const { api } = useApp();
  const filter = useListFilter();
  const query = useInfiniteQuery(reviewQueueOptions(api, filter));
  return (
    <PagedList
      query={query}
      title="Review Queue"
      find={{ filter, label: 'Phone or seller', sorts: SORTS }}
      heading={counted('Review Queue')}
      failed="We couldn’t load the review queue."
      empty={<EmptyState title="Nothing to review">Reported and high-risk listings appear here with the reasons.</EmptyState>}
    >
      {(items) => (
        <div className="grid gap-4">
          {items.map((item) => (
            <ReviewItem key={item._id} item={item} actions={actions(item)} />
          ))}
        </div>
      )}
    </PagedList>
  );
}
