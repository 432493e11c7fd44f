import type { DuplicatePhoto } from '#contract/duplicate-photos.ts';
import type { Api } from '../../api.ts';
import { pagedOptions } from '../../paged.ts';
import { useChange } from '../../queries/use-change.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { showError, showSuccess } from '../../ui/toast.tsx';

type DuplicatePhotoDecision = { decision: 'dismissed' } | { decision: 'removed'; listing: string };

/** Photos that two sellers use; always refetched on mount, since matches are found at any time. */
export function duplicatePhotosOptions(api: Api) {
  return {
    ...pagedOptions<DuplicatePhoto>([PRIVATE, 'seen-photos'], (cursor) => api.page('GET /duplicatePhotos', { query: { cursor } })),
    staleTime: 0,
  };
}

export function useDecideDuplicate({ _id }: DuplicatePhoto) {
  return useChange(
    (api, body: DuplicatePhotoDecision) => api.call('POST /duplicatePhotos/:id/decision', { params: { id: _id }, body }),
    ({ modifiedCount }, { decision }) => {
      if (modifiedCount === 0) showError('This has already been decided.');
      else
        showSuccess(decision === 'removed' ? 'The listing was removed, and we’ve told its seller.' : 'Dismissed. You won’t see these two photos here again.');
    },
  );
}
