import { SITE_PAGE_SIZE } from '#contract/shared/page-size.ts';
import type { Api } from '../../api.ts';
import { pagedOptions } from '../../paged.ts';

/** The advertised phones, page by page from `cursor` on; null is the first page. */
export function offersOptions(api: Api, cursor: string | null) {
  return {
    ...pagedOptions(['listings', 'offers', cursor ?? ''], (next) => api.page('GET /advertise', { query: { limit: SITE_PAGE_SIZE, cursor: next } })),
    initialPageParam: cursor,
  };
}
