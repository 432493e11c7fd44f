import type { NotificationKind } from '#contract/notifications.ts';
import type { Message } from '../../messages/message.ts';

/** Who is notified: their account, and the email address. */
export type Recipient = { userId: string; email: string };

/** The buyer of an order, at the address they booked with. */
export const buyerOf = (order: { buyer_id: string; email: string }): Recipient => ({ userId: order.buyer_id, email: order.email });

/** A notification's text, the path it leads to, and the label of the email's button. `until` (epoch ms): not sent after that. */
export type Words = { kind: NotificationKind; subject: Message; text: Message; path: string; label: string; until?: number };
