import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Notification } from '#contract/notifications.ts';
import { Link } from '../../router/index.ts';
import { FailedRead } from '../../ui/alerts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { useApp } from '../../use-app.tsx';
import { notificationsOptions, useMarkRead } from './queries.ts';

/** The user's notifications about orders and sales, newest first. While there are none it renders `empty`. */
export function NotificationList({ empty = null }: { empty?: ReactNode }) {
  const { api } = useApp();
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(notificationsOptions(api));
  const notifications = data?.pages.flatMap(({ items }) => items) ?? [];
  useMarkRead(notifications.some(({ read }) => !read));
  if (error && !data) return <FailedRead message="We couldn’t load your notifications." onRetry={() => void refetch()} busy={isFetching} />;
  if (notifications.length === 0) return data ? empty : null;
  return (
    <section className="grid gap-2" aria-label="Notifications">
      <h2 className="text-xl">Notifications</h2>
      <ul>
        {notifications.map((notification) => (
          <Row key={notification._id} notification={notification} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="secondary" size="small" className="justify-self-start" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </section>
  );
}

function Row({ notification }: { notification: Notification }) {
  return (
    <li className="grid gap-1 border-t border-line py-4 wrap-anywhere first:border-t-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={notification.path} className="font-medium underline decoration-line-strong underline-offset-4 hover:decoration-current">
          {notification.subject}
        </Link>
        {!notification.read && <Badge tone="accent">New</Badge>}
      </p>
      <p className="max-w-prose text-muted">{notification.text}</p>
      <Moment iso={notification.at} className="text-sm text-muted" />
    </li>
  );
}
