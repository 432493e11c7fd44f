import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Listing } from '#contract/listings.ts';
import type { ReportReason } from '#contract/reports.ts';
import type { Api } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';

export type Reportable = Pick<Listing, '_id' | 'reportedStatus' | 'model_name' | 'sellerEmail'>;

/** What a user says about a listing they report. */
export type WrittenReport = { reason: ReportReason; note?: string };

/** Reports a listing, and refetches its status whatever the outcome. */
export function useReport(listing: Reportable) {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (report: WrittenReport) => sendReport(api, listing, report),
    onSuccess: () => showSuccess('Reported this item successfully'),
    onError: (error) => showError(sentenceOf(error)),
    onSettled: () => queries.fetchQuery({ ...reportedStatusOptions(api, listing), staleTime: 0 }).catch(() => null),
  });
}

/** Names the listing by its id only: with all that its page knows of it, a long one would be too large to report. */
export function sendReport(api: Api, { _id }: Reportable, report: WrittenReport) {
  return api.call('POST /reportedItems', { body: { _id, ...report } });
}

/** A listing's report status: the value that came with the listing, until a report fetches it anew. Nothing else does, or a grid would send a request per card. */
export function reportedStatusOptions(api: Api, listing: Reportable) {
  return queryOptions({
    queryKey: ['reported-status', listing._id],
    queryFn: async () => (await api.call('GET /reportedItems/:productId', { params: { productId: listing._id } })).reportedStatus,
    initialData: listing.reportedStatus,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: false,
  });
}
