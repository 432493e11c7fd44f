import type { ReviewItem } from '#contract/risk.ts';
import type { Api } from '../../api.ts';
import { filteredList } from '../../queries/filtered-list.ts';
import { type ListFilter, WHOLE_LIST } from '../../ui/list-bar.tsx';

export const reviewQueueOptions = (api: Api, filter: ListFilter = WHOLE_LIST) =>
  filteredList<ReviewItem>(['review-queue'], filter, (query) => api.page('GET /reviewQueue', { query: { ...query, limit: 24 } }));
