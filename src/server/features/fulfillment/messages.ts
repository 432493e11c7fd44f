import type { FulfillmentReason } from '#contract/fulfillment.ts';
import { orderLink } from '../../messages/links.ts';
import { type Message, message, price } from '../../messages/message.ts';
import { moment } from '../../messages/moment.ts';
import type { Words } from '../notifications/index.ts';

type Order = { id: string; product_name: string; price_cents: number };
type Side = 'buyer' | 'seller';

const CANCELED: Partial<Record<FulfillmentReason, string>> = {
  canceled_by_buyer: 'The buyer canceled the purchase.',
  canceled_by_seller: 'The seller canceled the sale.',
  handover_overdue: 'The phone wasn’t handed over in time, so the sale was canceled.',
  no_show_overdue: 'One of you reported that the other didn’t come to the meeting, and got no answer within a day. The sale was canceled.',
};

/** Why a sale was canceled, in a sentence for both sides, followed by the reason that a person gave. */
export function whyCanceled({ id }: Pick<Order, 'id'>, why: FulfillmentReason, hasNote: boolean): Message {
  const sentence = CANCELED[why] ?? 'The sale was canceled.';
  return hasNote ? message`${sentence} “${{ order: id, part: 'cancellation' }}”` : message`${sentence}`;
}

/** To the seller: the sale was canceled. */
export function saleCanceled(order: Order, { why, relisted }: { why: Message; relisted: boolean }): Words {
  const phone = relisted ? 'Your phone is on sale again.' : 'Your phone isn’t on sale. You can put it back on sale on the order’s page.';
  return {
    kind: 'sale_canceled',
    subject: message`The sale of ${order.product_name} was canceled`,
    text: message`${why} The buyer gets a full refund. ${phone}`,
    ...orderLink(order),
  };
}

const UNDECIDED = 'Their bank is disputing the payment: you’ll be paid if it decides in your favor.';

/** To both: both confirmed the handover, or one did and the other didn't object. */
export function handedOver(order: Order, side: Side, { until, isOverdue, isDisputed }: { until: number; isOverdue: boolean; isDisputed: boolean }): Words {
  const how = isOverdue ? 'Only one of you confirmed the handover, and the other didn’t object within a day.' : 'You both confirmed the handover.';
  const next =
    side === 'buyer'
      ? message`Check the phone until ${moment(until)}. If something’s wrong, say so on the order’s page before then. Otherwise the seller is paid.`
      : message`The buyer can check the phone until ${moment(until)}. ${isDisputed ? UNDECIDED : 'After that, the money is yours.'}`;
  return { kind: 'handed_over', subject: message`Handed over: ${order.product_name}`, text: message`${how} ${next}`, ...orderLink(order) };
}

/** To both: the order is complete. */
export function orderCompleted(order: Order, side: Side, { isInspected, isDisputed }: { isInspected: boolean; isDisputed: boolean }): Words {
  const who = side === 'buyer' ? 'You' : 'The buyer';
  const why = isInspected ? `${who} confirmed that everything is right.` : 'The time to check the phone is over.';
  const next =
    side === 'buyer'
      ? 'The phone is yours for good. Tell others how it went: rate the seller.'
      : `${isDisputed ? UNDECIDED : 'The money is yours now.'} Tell others how it went: rate the buyer.`;
  return { kind: 'order_completed', subject: message`Complete: ${order.product_name}`, text: message`${why} ${next}`, ...orderLink(order) };
}

/** To the seller: what a full refund means for them. `hasPhone`: as far as the shop knows. */
export function fullyRefunded({ relisted, hasPhone }: { relisted: boolean; hasPhone: boolean }): Message {
  if (relisted) return message`The buyer gets a full refund. Your phone is on sale again.`;
  if (!hasPhone) return message`The buyer gets a full refund.`;
  return message`The buyer gets a full refund. If you have the phone, you can put it back on sale on the order’s page.`;
}

/** To one side: how a problem ended. */
export function orderDecided(order: Order, { why, result }: { why: Message; result: Message }): Words {
  return { kind: 'problem_decided', subject: message`Decided: ${order.product_name}`, text: message`${why} ${result}`, ...orderLink(order) };
}

/** What a partial refund means for one side. */
export function partlyRefunded(side: Side, { cents, isAll }: { cents: number; isAll: boolean }): Message {
  const back = side === 'buyer' ? message`You get ${price(cents)} back` : message`The buyer gets ${price(cents)} back`;
  if (isAll) return message`${back}: all that was left of ${side === 'buyer' ? 'your' : 'their'} money.`;
  return message`${back}, and ${side === 'buyer' ? 'the seller is' : 'you’re'} paid the rest.`;
}

/** The same when the buyer gets nothing back. */
export const paidInFull = (side: Side): Message => (side === 'buyer' ? message`The seller is paid in full.` : message`You’re paid in full.`);
