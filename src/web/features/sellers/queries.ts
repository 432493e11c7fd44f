import { queryOptions } from '@tanstack/react-query';
import { SITE_PAGE_SIZE } from '#contract/shared/page-size.ts';
import type { Api } from '../../api.ts';
import { toListedPage } from '../../listed.ts';
import { pagedOptions } from '../../paged.ts';

export const sellerOptions = (api: Api, id: string) =>
  queryOptions({ queryKey: ['seller', id], queryFn: () => api.call('GET /sellers/:id', { params: { id } }) });

/** The phones that a seller has on sale, page by page from `cursor` on. */
export function sellerListingsOptions(api: Api, id: string, cursor: string | null) {
  return {
    ...pagedOptions(['listings', 'seller', id, cursor ?? ''], async (next) =>
      toListedPage(await api.page('GET /sellers/:id/products', { params: { id }, query: { limit: SITE_PAGE_SIZE, cursor: next } })),
    ),
    initialPageParam: cursor,
  };
}
