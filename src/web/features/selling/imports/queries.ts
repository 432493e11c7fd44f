import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ImportRow, ImportRowsOnly, ListingImport } from '#contract/selling/listing-imports.ts';
import type { Api } from '../../../api.ts';
import { pagedOptions } from '../../../paged.ts';
import { useChange } from '../../../queries/use-change.ts';
import { PRIVATE } from '../../../session/session-cache.ts';

const POLL_MS = 1000;
const IMPORTS = [PRIVATE, 'listing-imports'];

/** The seller's latest imports; refetched repeatedly while one is being listed. */
export function importsOptions(api: Api) {
  return queryOptions({
    queryKey: IMPORTS,
    queryFn: () => api.call('GET /listingImports', {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.[0]?.state === 'running' ? POLL_MS : false),
  });
}

/** An import's rows in one of its states. */
export function importRowsOptions(api: Api, { _id, state }: ListingImport, only: ImportRowsOnly | 'all') {
  return {
    ...pagedOptions<ImportRow>([PRIVATE, 'listing-import-rows', _id, state, only], (cursor) =>
      api.page('GET /listingImports/:id/rows', { params: { id: _id }, query: { cursor, limit: 50, ...(only !== 'all' && { only }) } }),
    ),
  };
}

export function useImportAction(what: 'confirm' | 'cancel') {
  return useChange((api, id: string) => api.call(`POST /listingImports/:id/${what}`, { params: { id } }));
}

export function useReadImports() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: IMPORTS });
}
