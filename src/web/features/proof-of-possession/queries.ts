import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { PossessionPhoto } from '#contract/proof-of-possession.ts';
import type { Api } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { pagedOptions } from '../../paged.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';

type Decision = { decision: 'confirmed' } | { decision: 'refused'; reason: string };

/** Photos waiting for an admin; always refetched on mount. */
export function possessionPhotosOptions(api: Api) {
  return {
    ...pagedOptions<PossessionPhoto>([PRIVATE, 'in-hand-photos'], (cursor) => api.page('GET /possessionPhotos', { query: { cursor } })),
    staleTime: 0,
  };
}

/** The photo of the seller's listing that is under review. */
export const sentPhotoOptions = (api: Api, listing: string) =>
  queryOptions({ queryKey: [PRIVATE, 'sent-photo', listing], queryFn: () => api.call('GET /possessionCodes', { query: { listing } }), gcTime: 0 });

/** Decides about a photo; a rejection is thrown for the caller to show at its field. */
export function useDecidePhoto({ _id, listing }: PossessionPhoto) {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Decision) => api.call('POST /possessionPhotos/:id/decision', { params: { id: _id }, body }),
    onSuccess: async ({ modifiedCount }, { decision }) => {
      if (modifiedCount === 0) showError('This has already been decided.');
      else showSuccess(decision === 'confirmed' ? `${listing.model_name} now has its badge.` : 'Rejected. We’ve told the seller.');
      await queries.invalidateQueries();
    },
    onError: (error, { decision }) => {
      if (decision === 'confirmed') showError(sentenceOf(error));
    },
  });
}
