import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Notice } from '#contract/notifications.ts';
import type { Api } from '../../api.ts';
import { pagedOptions } from '../../paged.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { useShop } from '../../use-app.tsx';

/** What happened to one's orders and sales; read anew whenever it is looked at. */
export const noticesOptions = (api: Api) => ({
  ...pagedOptions<Notice>([PRIVATE, 'notices'], (cursor) => api.page('GET /notices', { query: { cursor, limit: 10 } })),
  staleTime: 0,
});

/** Tells the shop that somebody has seen them. They stay marked as new for as long as the page is open. */
export const useMarkRead = (hasNew: boolean): void => {
  const { api } = useShop();
  const queries = useQueryClient();
  useEffect(() => {
    if (hasNew) api.call('POST /notices/read', {}).catch(() => null);
  }, [hasNew, api]);
  useEffect(() => () => void queries.invalidateQueries({ queryKey: [PRIVATE, 'notices'], refetchType: 'none' }), [queries]);
};
