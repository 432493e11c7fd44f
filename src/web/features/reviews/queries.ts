import { queryOptions, useMutation } from '@tanstack/react-query';
import type { ReportedReview, Review, ReviewDecision, ReviewInput } from '#contract/reviews.ts';
import type { Api } from '../../api.ts';
import { pagedOptions } from '../../paged.ts';
import { filteredList } from '../../queries/filtered-list.ts';
import { useDialogChange } from '../../queries/use-change.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { type ListFilter, WHOLE_LIST } from '../../ui/list-bar.tsx';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';

const A_PAGE = 10;

/** What buyers wrote about a seller, newest first. */
export const sellerReviewsOptions = (api: Api, id: string) =>
  pagedOptions<Review>(['seller-reviews', id], (cursor) => api.page('GET /sellers/:id/reviews', { params: { id }, query: { limit: A_PAGE, cursor } }));

/** What both sides of an order wrote about each other. */
export function orderReviewsOptions(api: Api, orderId: string) {
  return queryOptions({
    queryKey: [PRIVATE, 'order-reviews', orderId],
    queryFn: () => api.call('GET /orders/:orderId/reviews', { params: { orderId } }),
    staleTime: 0,
  });
}

/** Reviews with open reports, for the admin. */
export const reportedReviewsOptions = (api: Api, filter: ListFilter = WHOLE_LIST) => ({
  ...filteredList<ReportedReview>(['reported-reviews'], filter, (query) => api.page('GET /reportedReviews', { query })),
  staleTime: 0,
});

/** Reviews that were removed lately and can be restored. */
export function removedReviewsOptions(api: Api) {
  return {
    ...pagedOptions<ReportedReview>([PRIVATE, 'removed-reviews'], (cursor) => api.page('GET /reportedReviews', { query: { show: 'removed', cursor } })),
    staleTime: 0,
  };
}

function outcomeOf(decision: ReviewDecision): string {
  if (decision === 'restore') return 'Review restored.';
  return decision === 'remove' ? 'Review removed.' : 'The review stays.';
}

/** Writes or changes the user's review; rejects with the reason it could not. */
export function useWriteReview(orderId: string) {
  return useDialogChange(
    (api, review: ReviewInput) => api.call('PUT /orders/:orderId/review', { params: { orderId }, body: review }),
    () => showSuccess('Thanks for your review.'),
  );
}

export function useAnswerReview() {
  return useDialogChange(
    (api, { id, text }: { id: string; text: string }) => api.call('POST /reviews/:id/answer', { params: { id }, body: { text } }),
    () => showSuccess('Your answer now stands below the review.'),
  );
}

export function useReportReview() {
  const { api } = useApp();
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) => api.call('POST /reviews/:id/reports', { params: { id }, body: { reason } }),
    onSuccess: () => showSuccess('Thanks. We’ll look at this review and tell you the outcome.'),
  });
}

export function useDecideReview() {
  return useDialogChange(
    (api, { id, ...body }: { id: string; decision: ReviewDecision; reason: string }) =>
      api.call('POST /reportedReviews/:id/decision', { params: { id }, body }),
    ({ modifiedCount }, { decision }) => {
      if (modifiedCount === 0) showError('This has already been decided.');
      else showSuccess(`${outcomeOf(decision)} We’ve told everyone concerned.`);
    },
  );
}
