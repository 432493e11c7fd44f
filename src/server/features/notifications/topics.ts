import type { NotificationTopic } from '#contract/notification-topics.ts';
import type { NotificationKind } from '#contract/notifications.ts';

/** The kinds of notifications that people can do without an email of, by topic. All others are about money or a deadline. */
const OPTIONAL: Partial<Record<NotificationTopic, readonly NotificationKind[]>> = {
  orders: ['sold_to_another', 'listing_removed', 'your_turn', 'handed_over', 'order_completed'],
  offers: ['offer_received', 'offer_ended'],
  meetings: ['meeting_proposed', 'meeting_agreed', 'meeting_called_off', 'meeting_soon'],
  saved: ['price_dropped', 'available_again'],
  reviews: ['review_asked', 'reviews_shown', 'review_answered', 'review_decided'],
};

const TOPICS = new Map(Object.entries(OPTIONAL).flatMap(([topic, kinds]) => kinds.map((kind) => [kind, topic])));

/** The topic by which people choose whether they are emailed; null for what is always emailed. */
export const optionalTopicOf = (kind: NotificationKind): string | null => TOPICS.get(kind) ?? null;
