/** What people choose emails and push notifications by. In a file of its own, so that the browser can import it without the schemas. */
export const NOTIFICATION_TOPICS = ['messages', 'orders', 'offers', 'meetings', 'reviews', 'saved', 'money', 'problems', 'listings'] as const;
export type NotificationTopic = (typeof NOTIFICATION_TOPICS)[number];

/** How notifications reach people outside the shop's pages. */
export const NOTIFICATION_CHANNELS = ['email', 'push'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** About money and deadlines, so they are always sent by email, too. */
export const ALWAYS_MAILED: readonly NotificationTopic[] = ['money', 'problems', 'listings'];
