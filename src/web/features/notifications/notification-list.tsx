import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Notification } from '#contract/notifications.ts';
import { Link } from '../../router/index.ts';
import { FailedRead } from '../../ui/alerts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { QUIET_LINK } from '../../ui/link-classes.ts';
import { Moment } from '../../ui/moment.tsx';
import { useApp } from '../../use-app.tsx';
import { groupNotifications, type NotificationGroup } from './group-notifications.ts';
import { notificationsOptions, useMarkRead } from './queries.ts';

/** The user's notifications about orders and sales, newest first. While there are none it renders `empty`. */
export function NotificationList({ empty = null }: { empty?: ReactNode }) {
  const { api } = useApp();
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useInfiniteQuery(
    notificationsOptions(api),
  );
  const mark = useMarkRead();
  const notifications = data?.pages.flatMap(({ items }) => items) ?? [];
  const [newest] = notifications;
  if (error && !data) return <FailedRead message="We couldn’t load your notifications." onRetry={() => void refetch()} busy={isFetching} />;
  if (!newest) return data ? empty : null;
  return (
    <section className="grid gap-2" aria-label="Notifications">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-xl">Notifications</h2>
        {notifications.some(({ read }) => !read) && (
          <Button variant="secondary" size="small" busy={mark.isPending} onClick={() => mark.mutate({ through: newest._id })}>
            Mark all as read
          </Button>
        )}
      </div>
      <ul>
        {groupNotifications(notifications).map((group) => (
          <Group key={group.latest._id} group={group} onOpen={(ids) => mark.mutate({ ids })} />
        ))}
      </ul>
      {isFetchNextPageError && <p role="alert">We couldn’t load more. Please try again.</p>}
      {hasNextPage && (
        <Button variant="secondary" size="small" className="justify-self-start" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </section>
  );
}

/** Opening the place that a group is about marks all of it as read. */
function Group({ group: { latest, earlier }, onOpen }: { group: NotificationGroup; onOpen: (ids: string[]) => void }) {
  const unread = [latest, ...earlier].filter(({ read }) => !read).map(({ _id }) => _id);
  const queries = useQueryClient();
  const open = () => {
    // What it leads to has changed since it was last read here.
    void queries.invalidateQueries({ refetchType: 'none' });
    if (unread.length > 0) onOpen(unread);
  };
  return (
    <li className="grid gap-1 border-t border-line py-4 wrap-anywhere first:border-t-0">
      <Entry notification={latest} onOpen={open} />
      {earlier.length > 0 && (
        <details>
          <summary className="inline-flex min-h-11 items-center text-sm text-muted underline decoration-line-strong underline-offset-4">
            {earlier.length === 1 ? '1 earlier' : `${earlier.length} earlier`}
          </summary>
          <ul className="grid gap-4 border-l border-line pl-4">
            {earlier.map((notification) => (
              <li key={notification._id} className="grid gap-1">
                <Entry notification={notification} onOpen={open} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function Entry({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={notification.path} onClick={onOpen} className={`-mt-2.5 -mb-1 inline-block py-2.5 font-medium ${QUIET_LINK}`}>
          {notification.subject}
        </Link>
        {!notification.read && <Badge tone="accent">New</Badge>}
      </p>
      <p className="max-w-prose text-muted">{notification.text}</p>
      <Moment iso={notification.at} className="text-sm text-muted" />
    </>
  );
}
