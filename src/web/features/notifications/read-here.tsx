import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRouting } from '../../router/index.ts';
import { useApp } from '../../use-app.tsx';
import { isAboutMany } from './group-notifications.ts';
import { newsOptions, useMarkRead } from './queries.ts';

/** Marks the notifications that lead to this page as read when somebody comes here, in whatever way, or is here already: what they say stands on it. */
export function ReadHere() {
  const { api } = useApp();
  const { pathname } = useRouting().location;
  const { data: news = 0 } = useQuery(newsOptions(api));
  const { mutate } = useMarkRead();
  useEffect(() => {
    if (news > 0 && !isAboutMany(pathname)) mutate({ path: pathname });
  }, [news, pathname, mutate]);
  return null;
}
