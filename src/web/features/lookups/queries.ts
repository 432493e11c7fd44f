import { queryOptions } from '@tanstack/react-query';
import type { FoundKind, RecordPage, RecordPart } from '#contract/lookups.ts';
import type { Api } from '../../api.ts';
import { PRIVATE } from '../../session/session-cache.ts';

/** The first rows of each kind. */
export function findOptions(api: Api, search: string) {
  return queryOptions({ queryKey: [PRIVATE, 'find', search], queryFn: () => api.call('GET /find', { query: { search } }) });
}

/** What follows the first rows of a kind. */
export const readMoreFound = (api: Api, { search, kind }: { search: string; kind: FoundKind }, cursor: string) =>
  api.call('GET /find', { query: { search, kind, limit: 24, cursor } });

export function personOptions(api: Api, id: string) {
  return queryOptions({ queryKey: [PRIVATE, 'person', id], queryFn: () => api.call('GET /people/:id', { params: { id } }) });
}

/** What follows the first rows of a part. */
export const readMoreRecords = (api: Api, { id, part }: { id: string; part: RecordPart }, cursor: string): Promise<RecordPage> =>
  api.call('GET /people/:id/records', { params: { id }, query: { part, limit: 24, cursor } });

export function orderDetailsOptions(api: Api, orderId: string) {
  return queryOptions({ queryKey: [PRIVATE, 'order-details', orderId], queryFn: () => api.call('GET /orders/:orderId/details', { params: { orderId } }) });
}
