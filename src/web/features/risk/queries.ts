import type { ReviewItem } from '#contract/risk.ts';
import type { Api } from '../../api.ts';
import { pagedOptions } from '../../paged.ts';
import { PRIVATE } from '../../session/session-cache.ts';

export const reviewQueueOptions = (api: Api) =>
  pagedOptions<ReviewItem>([PRIVATE, 'review-queue'], (cursor) => api.page('GET /reviewQueue', { query: { limit: 24, cursor } }));
