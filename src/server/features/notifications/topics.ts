import { ALWAYS_MAILED, NOTIFICATION_TOPICS, type NotificationChannel, type NotificationTopic } from '#contract/notification-topics.ts';
import type { NotificationKind } from '#contract/notifications.ts';

/** The kinds of notifications by topic. Messages have none: they are listed on a page of their own. */
const KINDS = {
  messages: [],
  orders: ['sold_to_another', 'listing_removed', 'your_turn', 'turn_over', 'handed_over', 'order_completed'],
  offers: ['offer_received', 'offer_ended'],
  meetings: ['meeting_proposed', 'meeting_agreed', 'meeting_called_off', 'meeting_soon'],
  reviews: ['review_asked', 'reviews_shown', 'review_shown', 'review_answered', 'review_decided'],
  saved: ['price_dropped', 'available_again', 'phones_found', 'wanted_answered'],
  money: [
    'offer_accepted',
    'order_paid',
    'phone_sold',
    'refund_begun',
    'refund_done',
    'refund_refused',
    'sale_refunded',
    'sale_canceled',
    'dispute_opened',
    'dispute_closed',
    'payout_waiting',
    'payout_sent',
    'payout_reversed',
  ],
  problems: [
    'handover_confirmed',
    'wrong_codes',
    'no_show_reported',
    'no_show_answered',
    'problem_reported',
    'problem_answered',
    'problem_withdrawn',
    'problem_escalated',
    'problem_decided',
    'return_agreed',
    'return_confirmed',
    'partner_removed',
    'partner_suspended',
    'partner_restored',
  ],
  listings: [
    'messages_warned',
    'own_listing_removed',
    'own_listing_restored',
    'seller_verified',
    'seller_unverified',
    'imei_differs',
    'phone_claimed_twice',
    'lost_phone_accepted',
    'lost_phone_refused',
    'lost_phone_disputed',
    'lost_phone_found',
    'own_listing_held',
    'sold_phone_lost',
    'in_hand_confirmed',
    'in_hand_refused',
    'own_listing_on_hold',
    'own_listing_released',
    'seller_warned',
    'warning_withdrawn',
    'seller_suspended',
    'suspension_lifted',
    'report_decided',
    'answer_settled',
    'wanted_removed',
  ],
} as const satisfies Record<NotificationTopic, readonly NotificationKind[]>;

type Listed = (typeof KINDS)[NotificationTopic][number];

const TOPICS = new Map<string, NotificationTopic>();
for (const topic of NOTIFICATION_TOPICS) for (const kind of KINDS[topic]) TOPICS.set(kind, topic);

/** The topic by which people choose how they are notified of a kind. A kind without one doesn't compile. */
export function topicOf(kind: Listed): NotificationTopic {
  const topic = TOPICS.get(kind);
  if (topic === undefined) throw new Error(`${kind} has no topic`);
  return topic;
}

/** Whether people can turn a channel off for a topic. */
export const isOptional = (topic: NotificationTopic, channel: NotificationChannel): boolean => channel === 'push' || !ALWAYS_MAILED.includes(topic);
