import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Listing } from '#contract/listings.ts';
import type { Api } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { pagedOptions } from '../../paged.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';

/** A seller's own listings, sold ones too; read anew whenever they are looked at. */
export const myProductsOptions = (api: Api, email: string) => ({
  ...pagedOptions<Listing>([PRIVATE, 'my-products', email], (cursor) => api.page('GET /products', { query: { email, cursor } })),
  staleTime: 0,
});

export const useDeleteListing = () => {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (listing: Listing) => api.call('DELETE /products/:id', { params: { id: listing._id } }),
    onSuccess: async ({ deletedCount }, listing) => {
      if (deletedCount > 0) showSuccess(`${listing.model_name} is deleted successfully.`);
      else showError(`${listing.model_name} was deleted already.`);
      await queries.invalidateQueries();
    },
    onError: (error) => showError(sentenceOf(error)),
  });
};
