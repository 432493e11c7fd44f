import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { PasskeyRow } from '#contract/accounts/passkeys.ts';
import type { Api } from '../../api.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';

const KEY = [PRIVATE, 'passkeys'];

/** The user's passkeys; always refetched on mount. */
export const passkeysOptions = (api: Api) => queryOptions({ queryKey: KEY, queryFn: (): Promise<PasskeyRow[]> => api.call('GET /passkeys', {}), staleTime: 0 });

/** Creates a passkey in this browser and adds it. */
export function useAddPasskey() {
  const { api, identity } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => {
      const passkeys = await identity.passkeys?.();
      if (!passkeys) throw new Error('the identity service has no passkeys of its own');
      const response = await passkeys.make(await api.call('POST /passkeys/options', {}));
      return api.call('POST /passkeys', { body: { name, response } });
    },
    onSuccess: async (_, name) => {
      showSuccess(`“${name.trim()}” was added. You can now log in with it.`);
      await queries.invalidateQueries({ queryKey: KEY });
    },
  });
}

export function useRenamePasskey() {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) => api.call('PATCH /passkeys/:id', { params: { id }, body: { name } }),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

export function useRemovePasskey() {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: PasskeyRow) => api.call('DELETE /passkeys/:id', { params: { id: _id } }),
    onSuccess: (_, { name }) => showSuccess(`“${name}” was removed. You can’t log in with it anymore.`),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
