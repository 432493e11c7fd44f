import type { Notification } from '#contract/notifications.ts';

/** Notifications about the same thing that follow one another: the latest, and those before it. */
export type NotificationGroup = { latest: Notification; earlier: Notification[] };

/** Groups notifications that lead to the same place, and keeps their order. */
export function groupNotifications(notifications: Notification[]): NotificationGroup[] {
  const groups: NotificationGroup[] = [];
  for (const notification of notifications) {
    const last = groups.at(-1);
    if (last?.latest.path === notification.path) last.earlier.push(notification);
    else groups.push({ latest: notification, earlier: [] });
  }
  return groups;
}
