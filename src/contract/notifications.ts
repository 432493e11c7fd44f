import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { PageQuery } from './shared/paging.ts';
import { Moment, Updated } from './shared/replies.ts';

/** What a notice is about. */
export const NoticeKind = z.enum([
  'order_paid',
  'phone_sold',
  'sold_to_another',
  'listing_removed',
  'your_turn',
  'refund_begun',
  'refund_done',
  'sale_refunded',
  'dispute_opened',
  'dispute_closed',
  'own_listing_removed',
  'own_listing_restored',
  'seller_verified',
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
]);
export type NoticeKind = z.infer<typeof NoticeKind>;

/** Something that happened to a person's order, sale or listing; it went to them by mail, too. */
export const Notice = z.object({
  _id: z.string(),
  kind: NoticeKind,
  subject: z.string(),
  text: z.string(),
  /** The shop's own path where there is more. */
  path: z.string(),
  at: Moment,
  read: z.boolean(),
});
export type Notice = z.infer<typeof Notice>;

export const noticeCalls = {
  'GET /notices': {
    summary: 'What happened to one’s orders and sales, the latest first.',
    access: 'signed-in',
    rows: 'own-list',
    query: PageQuery,
    reply: z.array(Notice),
    paged: true,
  },
  'POST /notices/read': {
    summary: 'Marks all of one’s notices as read.',
    access: 'signed-in',
    rows: 'own-list',
    reply: Updated,
  },
} as const satisfies Record<string, Endpoint>;
