import type { User } from '#contract/accounts/accounts.ts';
import type { Listing } from '#contract/listings.ts';
import { showError, showSuccess } from '../ui/toast.tsx';
import { useChange } from './use-change.ts';

export function useDeleteListing() {
  return useChange(
    (api, listing: Listing) => api.call('DELETE /products/:id', { params: { id: listing._id } }),
    ({ deletedCount }, listing) => {
      if (deletedCount > 0) showSuccess(`${listing.model_name} is deleted successfully.`);
      else showError(`${listing.model_name} was already deleted.`);
    },
  );
}

export function useRemovePerson() {
  return useChange(
    (api, person: User) => api.call('DELETE /users/sellers/:id', { params: { id: person._id } }),
    ({ deletedCount }, person) => {
      if (deletedCount > 0) showSuccess(`${person.name} was removed. You can restore them for 30 days.`);
      else showError(`${person.name} was already removed.`);
    },
  );
}
