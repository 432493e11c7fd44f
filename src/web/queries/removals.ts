import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/accounts/accounts.ts';
import type { Listing } from '#contract/listings.ts';
import { sentenceOf } from '../error-sentence.ts';
import { showError, showSuccess } from '../ui/toast.tsx';
import { useApp } from '../use-app.tsx';

export function useDeleteListing() {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (listing: Listing) => api.call('DELETE /products/:id', { params: { id: listing._id } }),
    onSuccess: ({ deletedCount }, listing) => {
      if (deletedCount > 0) showSuccess(`${listing.model_name} is deleted successfully.`);
      else showError(`${listing.model_name} was already deleted.`);
    },
    onError: (error) => showError(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries(),
  });
}

export function useRemovePerson() {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (person: User) => api.call('DELETE /users/sellers/:id', { params: { id: person._id } }),
    onSuccess: ({ deletedCount }, person) => {
      if (deletedCount > 0) showSuccess(`${person.name} was removed. You can restore them for 30 days.`);
      else showError(`${person.name} was already removed.`);
    },
    onError: (error) => showError(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries(),
  });
}
