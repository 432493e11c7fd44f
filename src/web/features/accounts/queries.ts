import { queryOptions, useMutation } from '@tanstack/react-query';
import type { User } from '#contract/accounts/accounts.ts';
import type { Api } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import type { IdentityClient } from '../../ports/identity.ts';
import { filteredList } from '../../queries/filtered-list.ts';
import { useChange, useDialogChange } from '../../queries/use-change.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { type ListFilter, WHOLE_LIST } from '../../ui/list-bar.tsx';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';

const ROLES_FRESH_MS = 300_000;

export type Roles = { isAdmin: boolean; isSeller: boolean };

/** The roles of the signed-in user with this address; someone who is neither seller nor admin is a buyer. */
export function rolesOptions(api: Api, email: string) {
  return queryOptions({
    queryKey: [PRIVATE, 'roles', email],
    queryFn: async (): Promise<Roles> => {
      const [admin, seller] = await Promise.all([
        api.call('GET /users/admin/:email', { params: { email } }),
        api.call('GET /users/sellers/:email', { params: { email } }),
      ]);
      return { isAdmin: admin.isAdmin, isSeller: seller.isSeller };
    },
    staleTime: ROLES_FRESH_MS,
  });
}

/** Whether the signed-in seller is verified; always refetched. */
export function verifiedOptions(api: Api, email: string) {
  return queryOptions({
    queryKey: [PRIVATE, 'verified', email],
    queryFn: async () => (await api.call('GET /users/verify', { query: { email } })).isVerified,
    staleTime: 0,
  });
}

/** Whether the user's own address is verified; refetched when they return from their mailbox. */
export function verifiedAddressOptions(identity: IdentityClient, email: string) {
  return queryOptions({
    queryKey: [PRIVATE, 'address-verified', email],
    queryFn: async () => (await identity.verification?.isDone()) ?? true,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

export const sellersOptions = (api: Api, filter: ListFilter = WHOLE_LIST) =>
  filteredList<User>(['sellers'], filter, (query) => api.page('GET /users/sellers', { query: { ...query, user: 'seller' } }));

export const buyersOptions = (api: Api, filter: ListFilter) =>
  filteredList<User>(['buyers'], filter, (query) => api.page('GET /users/buyers', { query: { ...query, user: 'buyer' } }));

export function useLogOutPerson() {
  const { api } = useApp();
  return useMutation({
    mutationFn: (person: User) => api.call('DELETE /users/:id/sessions', { params: { id: person._id } }),
    onSuccess: ({ deletedCount }, person) =>
      showSuccess(deletedCount > 0 ? `${person.name} was logged out everywhere.` : `${person.name} isn’t logged in anywhere.`),
    onError: (error) => showError(sentenceOf(error)),
  });
}

export function useVerifySeller() {
  return useChange(
    (api, seller: User) => api.call('PUT /products/', { query: { email: seller.email, id: seller._id } }),
    ({ modifiedCount }) => {
      if (modifiedCount > 0) showSuccess('Verification Successful');
    },
  );
}

export function useUnverifySeller() {
  return useDialogChange(
    (api, { seller, reason }: { seller: User; reason: string }) => api.call('POST /users/:id/unverify', { params: { id: seller._id }, body: { reason } }),
    (_, { seller }) => showSuccess(`${seller.name} is no longer verified.`),
  );
}
