import type { ReviewItem } from '#contract/risk.ts';
import type { Api } from '../../api.ts';
import { pagedOptions } from '../../paged.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { filterQuery, type ListFilter, WHOLE_LIST } from '../../ui/list-bar.tsx';

export function reviewQueueOptions(api: Api, filter: ListFilter = WHOLE_LIST) {
  return pagedOptions<ReviewItem>([PRIVATE, 'review-queue', filter.search, filter.sort], (cursor) =>
    api.page('GET /reviewQueue', { query: { ...filterQuery(filter), limit: 24, cursor } }),
  );
}
