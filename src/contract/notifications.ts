import { z } from 'zod';
import { NOTIFICATION_TOPICS, type NotificationTopic } from './notification-topics.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { PageQuery } from './shared/paging.ts';
import { Moment, Updated } from './shared/replies.ts';
import { Id } from './shared/text.ts';

/** What notifications are about, by topic. Messages have none: they are listed on a page of their own. */
export const NOTIFICATION_KINDS = {
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
} as const satisfies Record<NotificationTopic, readonly string[]>;

export const NotificationKind = z.enum(Object.values(NOTIFICATION_KINDS).flat());
export type NotificationKind = z.infer<typeof NotificationKind>;

/** Something that happened to a person's order, sale or listing. It is also sent by email. */
export const Notification = z.object({
  _id: z.string(),
  kind: NotificationKind,
  subject: z.string(),
  text: z.string(),
  /** The path that it leads to. */
  path: z.string(),
  at: Moment,
  read: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

/** Unread notifications are counted up to this number. */
export const MAX_UNREAD = 100;

/** Whether notifications of each topic are sent by email, too, and to the devices that have push notifications turned on. */
const Topic = z.enum(NOTIFICATION_TOPICS, 'There is no such topic.');
const OnOrOff = z.boolean('Choose on or off.');
export const NotificationSetting = z.object({ topic: Topic, email: z.boolean(), push: z.boolean() });
export type NotificationSetting = z.infer<typeof NotificationSetting>;

export const notificationCalls = {
  'GET /notifications': {
    summary: 'Lists the caller’s notifications, most recent first.',
    access: 'signed-in',
    rows: 'own-list',
    query: PageQuery,
    reply: z.array(Notification),
    paged: true,
  },
  'GET /notifications/unread': {
    summary: `Counts the caller’s unread notifications, up to ${MAX_UNREAD}.`,
    access: 'signed-in',
    rows: 'own-list',
    reply: z.object({ unread: z.int().min(0).max(MAX_UNREAD) }),
  },
  'POST /notifications/read': {
    summary:
      'Marks the caller’s notifications as read: all of them or, with `through`, that one and all before it; with `path`, only those that lead there and say what stands there.',
    access: 'signed-in',
    rows: 'own-list',
    query: z.object({ through: Id.optional(), path: Id.optional() }),
    reply: Updated,
  },
  'POST /notifications/:id/read': {
    summary: 'Marks one of the caller’s notifications as read.',
    access: 'signed-in',
    rows: 'own',
    params: z.object({ id: Id }),
    reply: Updated,
  },
  'GET /notifications/settings': {
    summary: 'Returns which topics the caller is notified of by email and push notification, too.',
    access: 'signed-in',
    rows: 'own-list',
    reply: z.array(NotificationSetting),
  },
  'PUT /notifications/settings/:topic': {
    summary: 'Turns the caller’s emails or push notifications about a topic on or off. Emails about money, problems and one’s own listings are always sent.',
    access: 'signed-in',
    rows: 'own-list',
    params: z.object({ topic: Topic }),
    body: z
      .object({ email: OnOrOff.optional(), push: OnOrOff.optional() })
      .refine(({ email, push }) => email !== undefined || push !== undefined, 'Choose emails or push notifications.'),
    reply: Updated,
  },
} as const satisfies Record<string, Endpoint>;
