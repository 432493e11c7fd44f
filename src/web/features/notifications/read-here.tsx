import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useRouting } from '../../router/index.ts';
import { useApp } from '../../use-app.tsx';
import { isAboutMany } from './group-notifications.ts';
import { newsOptions, useMarkRead } from './queries.ts';

/** Marks the notifications that lead to this page as read when somebody comes here, in whatever way: what they say stands on it. */
export function ReadHere() {
  const { api } = useApp();
  const { pathname } = useRouting().location;
  const { data: news = 0 } = useQuery(newsOptions(api));
  const { mutate } = useMarkRead();
  const last = useRef('');
  useEffect(() => {
    if (news === 0 || last.current === pathname) return;
    last.current = pathname;
    if (!isAboutMany(pathname)) mutate({ path: pathname });
  }, [news, pathname, mutate]);
  return null;
}
