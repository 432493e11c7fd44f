import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SecondFactor } from '#contract/accounts/second-factor.ts';
import type { PasskeyAssertion } from '#contract/shared/webauthn.ts';
import type { Api } from '../../api.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';

const KEY = [PRIVATE, 'second-factor'];

type Proof = { password: string } & ({ code: string } | { passkey: PasskeyAssertion });

/** Refetches once the user has stored the codes. */
export const useCodesStored = useReadAnew;

/** The user's own second factor; always refetched on mount. */
export function secondFactorOptions(api: Api) {
  return queryOptions({ queryKey: KEY, queryFn: (): Promise<SecondFactor> => api.call('GET /secondFactor', {}), staleTime: 0 });
}

export function useBeginSecondFactor() {
  const { api } = useApp();
  return useMutation({ mutationFn: (body: { password: string }) => api.call('POST /secondFactor', { body }) });
}

export function useConfirmSecondFactor() {
  const { api } = useApp();
  return useMutation({
    mutationFn: (body: { code: string }) => api.call('POST /secondFactor/confirm', { body }),
    onSuccess: () => showSuccess('Two-factor authentication is on.'),
  });
}

/** Turns the second factor on with the user's passkeys instead of an app. */
export function useTurnOnWithPasskeys() {
  const { api } = useApp();
  return useMutation({
    mutationFn: (body: { password: string }) => api.call('POST /secondFactor/passkeys', { body }),
    onSuccess: () => showSuccess('Two-factor authentication is on.'),
  });
}

export function useRenewRecoveryCodes() {
  const { api } = useApp();
  return useMutation({ mutationFn: (body: Proof) => api.call('POST /secondFactor/recoveryCodes', { body }) });
}

export function useTurnOffSecondFactor() {
  const { api } = useApp();
  const readAnew = useReadAnew();
  return useMutation({
    mutationFn: (body: Proof) => api.call('POST /secondFactor/off', { body }),
    onSuccess: async () => {
      showSuccess('Two-factor authentication is off. You now log in with just your password or a passkey.');
      await readAnew();
    },
  });
}

/** Refetches all private data after a change: other sessions were signed out, and an admin may act again. */
function useReadAnew() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [PRIVATE] });
}
