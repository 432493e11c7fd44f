import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DuplicatePhoto } from '#contract/duplicate-photos.ts';
import type { Api } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { pagedOptions } from '../../paged.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';

type DuplicatePhotoDecision = { decision: 'dismissed' } | { decision: 'removed'; listing: string };

/** Photos that two sellers use; always refetched on mount, since matches are found at any time. */
export function duplicatePhotosOptions(api: Api) {
  return {
    ...pagedOptions<DuplicatePhoto>([PRIVATE, 'seen-photos'], (cursor) => api.page('GET /duplicatePhotos', { query: { cursor } })),
    staleTime: 0,
  };
}

export function useDecideDuplicate({ _id }: DuplicatePhoto) {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: DuplicatePhotoDecision) => api.call('POST /duplicatePhotos/:id/decision', { params: { id: _id }, body }),
    onSuccess: ({ modifiedCount }, { decision }) => {
      if (modifiedCount === 0) showError('This has already been decided.');
      else
        showSuccess(decision === 'removed' ? 'The listing was removed, and we’ve told its seller.' : 'Dismissed. You won’t see these two photos here again.');
    },
    onError: (error) => showError(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries(),
  });
}
