import { ALWAYS_MAILED, NOTIFICATION_TOPICS, type NotificationChannel, type NotificationTopic } from '#contract/notification-topics.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from '#contract/notifications.ts';

const TOPICS = new Map<string, NotificationTopic>();
for (const topic of NOTIFICATION_TOPICS) for (const kind of NOTIFICATION_KINDS[topic]) TOPICS.set(kind, topic);

/** The topic by which people choose how they are notified of a kind. */
export function topicOf(kind: NotificationKind): NotificationTopic {
  const topic = TOPICS.get(kind);
  if (topic === undefined) throw new Error(`${kind} has no topic`);
  return topic;
}

/** Whether people can turn a channel off for a topic. */
export const isOptional = (topic: NotificationTopic, channel: NotificationChannel): boolean => channel === 'push' || !ALWAYS_MAILED.includes(topic);
