import type { Notification } from '#contract/notifications.ts';
import { days } from '#contract/shared/durations.ts';

/** Notifications about the same thing within a day: the latest, and those before it. */
export type NotificationGroup = { latest: Notification; earlier: Notification[] };

/** The path of a page about many things, such as all decisions, and not about one order or conversation. */
const ABOUT_MANY = /^\/(?:dashboard\/)?\w+$/u;

export const isAboutMany = (path: string): boolean => ABOUT_MANY.test(path);

/** Groups notifications, newest first, that lead to the same thing and are at most a day older than the latest of them. */
export function groupNotifications(notifications: Notification[]): NotificationGroup[] {
  const groups: NotificationGroup[] = [];
  const open = new Map<string, NotificationGroup>();
  for (const notification of notifications) {
    const group = open.get(notification.path);
    if (group && Date.parse(group.latest.at) - Date.parse(notification.at) <= days(1)) {
      group.earlier.push(notification);
      continue;
    }
    const next = { latest: notification, earlier: [] };
    groups.push(next);
    if (!isAboutMany(notification.path)) open.set(notification.path, next);
  }
  return groups;
}
