import type { ReviewItem } from '#contract/risk.ts';
import type { Api } from '../../api.ts';
import { pagedOptions } from '../../paged.ts';
import { PRIVATE } from '../../session/session-cache.ts';

export function reviewQueueOptions(api: Api) {
  return pagedOptions<ReviewItem>([PRIVATE, 'review-queue'], (cursor) => api.page('GET /reviewQueue', { query: { limit: 24, cursor } }));
}
