import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Notification } from '#contract/notifications.ts';
import type { Api } from '../../api.ts';
import { pagedOptions } from '../../paged.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { useApp } from '../../use-app.tsx';

/** The user's notifications; always refetched on mount. */
export function notificationsOptions(api: Api) {
  return {
    ...pagedOptions<Notification>([PRIVATE, 'notices'], (cursor) => api.page('GET /notifications', { query: { cursor, limit: 10 } })),
    staleTime: 0,
  };
}

const NEWS_FRESH_MS = 60_000;

/** How many notifications are new, among the latest ten. */
export function newsOptions(api: Api) {
  return queryOptions({
    queryKey: [PRIVATE, 'news'],
    queryFn: async () => (await api.call('GET /notifications', { query: { limit: 10 } })).filter(({ read }) => !read).length,
    staleTime: NEWS_FRESH_MS,
    refetchOnWindowFocus: true,
    retry: false,
  });
}

/** Marks notifications as read in the shop. They stay marked as new as long as the page is open. */
export function useMarkRead(hasNew: boolean): void {
  const { api } = useApp();
  const queries = useQueryClient();
  useEffect(() => {
    if (!hasNew) return;
    api.call('POST /notifications/read', {}).then(
      () => queries.setQueryData(newsOptions(api).queryKey, 0),
      () => null,
    );
  }, [hasNew, api, queries]);
  useEffect(() => () => void queries.invalidateQueries({ queryKey: [PRIVATE, 'notices'], refetchType: 'none' }), [queries]);
}
