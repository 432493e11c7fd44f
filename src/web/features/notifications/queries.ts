import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Notification, NotificationSetting } from '#contract/notifications.ts';
import type { Api } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { pagedOptions } from '../../paged.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { showAtOnce } from '../../show-at-once.ts';
import { showError } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';

/** The user's notifications, always refetched on mount. */
export function notificationsOptions(api: Api) {
  return {
    ...pagedOptions<Notification>([PRIVATE, 'notifications'], (cursor) => api.page('GET /notifications', { query: { cursor, limit: 10 } })),
    staleTime: 0,
    refetchOnWindowFocus: true,
  };
}

/** Which topics the user is notified of by email and on their devices, too. */
export function settingsOptions(api: Api) {
  return queryOptions({ queryKey: [PRIVATE, 'notification-settings'], queryFn: () => api.call('GET /notifications/settings', {}), staleTime: 0 });
}

type Choice = Pick<NotificationSetting, 'topic'> & Partial<NotificationSetting>;

/** Turns a channel for a topic on or off. The choice is shown at once, and taken back if it couldn't be saved. */
export function useChooseChannel() {
  const { api } = useApp();
  const queries = useQueryClient();
  const { queryKey } = settingsOptions(api);
  return useMutation({
    mutationFn: ({ topic, ...on }: Choice) => api.call('PUT /notifications/settings/:topic', { params: { topic }, body: on }),
    onMutate: (setting) => showAtOnce<NotificationSetting>(queries, queryKey, ({ topic }) => topic === setting.topic, setting),
    onError: (error, _setting, takeBack) => {
      takeBack?.();
      showError(sentenceOf(error));
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}

const NEWS_EVERY_MS = 10_000;

/** How many notifications are unread. Asked again and again while the page is visible. */
export function newsOptions(api: Api) {
  return queryOptions({
    queryKey: [PRIVATE, 'news'],
    queryFn: async () => (await api.call('GET /notifications/unread', {})).unread,
    staleTime: NEWS_EVERY_MS,
    refetchInterval: NEWS_EVERY_MS,
    refetchOnWindowFocus: true,
    retry: false,
  });
}

/** Marks notifications as read: these, with `through` that one and all before it, or with `path` those that lead there. What arrived since stays unread. */
export function useMarkRead() {
  const { api } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (which: { ids: string[] } | { through: string } | { path: string }) => {
      if (!('ids' in which)) return api.call('POST /notifications/read', { query: which });
      return Promise.all(which.ids.map((id) => api.call('POST /notifications/:id/read', { params: { id } })));
    },
    // Opening what one is about marks it, too: that goes on either way.
    onError: (error, which) => {
      if ('through' in which) showError(sentenceOf(error));
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: newsOptions(api).queryKey }),
        queries.invalidateQueries({ queryKey: notificationsOptions(api).queryKey }),
      ]),
  });
}
