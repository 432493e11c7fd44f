import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { forgetPushHere, PUSH_DEVICE } from '../../session/push-here.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { showError, showSuccess } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';
import { isSubscribed, type PushPermission, readPermission, subscribe } from './browser-push.ts';

const NO_SERVICE = 'Your browser’s push service didn’t answer. Try again later.';

/** The user's devices with push notifications, which of them this is, and the key to subscribe with. */
function devicesOptions(api: Api) {
  return queryOptions({
    queryKey: [PRIVATE, 'push-devices'],
    queryFn: async () => {
      const [{ key, devices }, isOn] = await Promise.all([api.call('GET /pushDevices', {}), isSubscribed()]);
      const here = isOn ? localStorage.getItem(PUSH_DEVICE)?.split(' ')[0] : undefined;
      return { key, permission: readPermission() as PushPermission, devices: devices.map((device) => ({ ...device, isHere: device._id === here })) };
    },
    staleTime: 0,
  });
}

export function usePushDevices() {
  const { api } = useApp();
  return useQuery(devicesOptions(api));
}

/** Turns push notifications on in this browser, which asks the user first. */
export function useTurnOn(key: string | undefined) {
  const { api, session } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      if (key === undefined) return;
      const subscription = await subscribe(key).catch((error: unknown) => {
        throw error instanceof DOMException ? new Error(NO_SERVICE, { cause: error }) : error;
      });
      if (subscription === null) return;
      const state = session.state();
      const email = state.status === 'signed-in' ? state.identity.email : '';
      const { _id } = await api.call('POST /pushDevices', { body: subscription });
      localStorage.setItem(PUSH_DEVICE, `${_id} ${email}`);
      showSuccess('Notifications are on for this device.');
    },
    onError: (error) => showError(error.message === NO_SERVICE ? NO_SERVICE : sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: devicesOptions(api).queryKey }),
  });
}

/** Turns them off on one of the user's devices. */
export function useTurnOff() {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ _id, isHere }: { _id: string; isHere: boolean }) => {
      await api.call('DELETE /pushDevices/:id', { params: { id: _id } });
      if (isHere) await forgetPushHere(null);
    },
    onError: (error) => showError(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: devicesOptions(api).queryKey }),
  });
}
