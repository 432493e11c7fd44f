/** What people choose emails by. In a file of its own, so that the browser can import it without the schemas. */
export const NOTIFICATION_TOPICS = ['orders', 'offers', 'meetings', 'reviews', 'saved', 'money', 'problems', 'listings'] as const;
export type NotificationTopic = (typeof NOTIFICATION_TOPICS)[number];

/** About money and deadlines, so they are always sent by email, too. */
export const ALWAYS_MAILED: readonly NotificationTopic[] = ['money', 'problems', 'listings'];
