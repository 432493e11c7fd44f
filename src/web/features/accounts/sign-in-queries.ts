import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SignInSession } from '#contract/accounts/sign-ins.ts';
import type { Api } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';

const KEY = [PRIVATE, 'sign-ins'];

/** The user's sessions; always refetched on mount. */
export function signInsOptions(api: Api) {
  return queryOptions({ queryKey: KEY, queryFn: (): Promise<SignInSession[]> => api.call('GET /sessions', {}), staleTime: 0 });
}

export function useEndSignIn() {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: SignInSession) => api.call('DELETE /sessions/:id', { params: { id: _id } }),
    onSuccess: (_, ended) => showSuccess(`${deviceName(ended)} was logged out.`),
    onError: (error) => showError(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

/** Names a session of an unknown device. */
export const deviceName = ({ device }: Pick<SignInSession, 'device'>): string => device ?? 'Unknown browser';

export function useEndOtherSignIns() {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('DELETE /sessions', {}),
    onSuccess: ({ deletedCount }) => showSuccess(othersOut(deletedCount)),
    onError: (error) => showError(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

function othersOut(count: number): string {
  if (count === 0) return 'You aren’t logged in anywhere else.';
  return count === 1 ? 'The other browser was logged out.' : `${count} other browsers were logged out.`;
}

export function useChangePassword() {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) => api.call('POST /password', { body }),
    onSuccess: async () => {
      showSuccess('Your password was changed, and you’ve been logged out everywhere else.');
      await queries.invalidateQueries({ queryKey: KEY });
    },
  });
}
