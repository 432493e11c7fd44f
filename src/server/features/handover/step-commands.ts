import type { HandoverDirection, HandoverRole } from '#contract/handover.ts';
import type { OrderSide } from '#contract/orders.ts';
import type { Db } from '../../db/tables.ts';
import { message } from '../../messages/message.ts';
import { decideOrder, handOver, notifyBoth } from '../fulfillment/index.ts';
import { buyerOf, notify, type Words } from '../notifications/index.ts';
import { dueAfter, type FulfilledOrderRow, transitionFulfillment } from '../orders/index.ts';
import { findSellerOf } from '../payments/index.ts';
import { codeWaits, sideConfirmed, wrongCodes } from './messages.ts';
import type { Proven, Proving } from './proving.ts';
import { findProofs } from './queries.ts';
import { roleOf, sideOf } from './rules.ts';

const RETURNED = message`You both confirmed that the phone is back.`;

/** The first proof is there. Tells both sides unless `isQuiet`. */
export async function beginConfirming(tx: Db, { order, sent, now }: Proving, { isQuiet = false }: { isQuiet?: boolean } = {}): Promise<Proven> {
  const { direction, role } = sent;
  const side = sideOf(direction, role);
  const by = { role: side, id: side === 'buyer' ? order.buyer_id : order.seller_id } as const;
  const transition = direction === 'handover' ? 'confirm' : 'confirmReturn';
  if ((await transitionFulfillment(tx, order.id, { transition, why: whyOf(direction, side), by, now })) === null) return { outcome: 'changed' };
  const missing = side === 'buyer' ? 'seller' : 'buyer';
  const until = dueAfter(direction === 'handover' ? 'confirming' : 'return_confirming', now) ?? now;
  if (!isQuiet) await notifyBoth(tx, order, (to) => sideConfirmed(order, to, { direction, missing, until }), now);
  return { outcome: 'proven', intentId: null };
}

/** The second proof is there: the phone has changed hands. */
export async function finish(tx: Db, { order, sent: { direction }, now, inspectionMs }: Proving, role: HandoverRole): Promise<Proven> {
  const side = sideOf(direction, role);
  const deed = { why: whyOf(direction, side), by: { role: side, id: side === 'buyer' ? order.buyer_id : order.seller_id }, now } as const;
  if (direction === 'handover') {
    const moved = await handOver(tx, order, { ...deed, inspectionMs });
    return moved ? { outcome: 'proven', intentId: null } : { outcome: 'changed' };
  }
  const relist = await isToBeRelisted(tx, order.id);
  const decided = await decideOrder(tx, order, { ...deed, outcome: 'refunded', relist, whileDisputed: true, sentence: RETURNED });
  return decided.outcome === 'ended' ? { outcome: 'proven', intentId: decided.intentId } : { outcome: 'changed' };
}

/** What the seller chose when they confirmed that the phone is back; not before. */
export async function isToBeRelisted(tx: Db, orderId: string): Promise<boolean> {
  const { seller } = await findProofs(tx, orderId, 'return');
  return seller?.relist === 1;
}

/** The code that the giver entered without a connection waits for the receiver. */
export function notifyCodeWaits(tx: Db, { order, sent: { direction }, now }: Proving): Promise<void> {
  return notifyBoth(tx, order, (side) => codeWaits(order, { direction, role: roleOf(direction, side) }), now);
}

/** Somebody is guessing the receiver's code. */
export function notifyWrongCodes(tx: Db, { order, sent: { direction }, now }: Proving, until: number): Promise<void> {
  return notifySide(tx, order, { side: sideOf(direction, 'receiver'), words: wrongCodes(order, until), now });
}

async function notifySide(tx: Db, order: FulfilledOrderRow, { side, words, now }: { side: OrderSide; words: Words; now: number }): Promise<void> {
  await notify(tx, [{ recipient: side === 'buyer' ? buyerOf(order) : await findSellerOf(tx, order), words }], now);
}

function whyOf(direction: HandoverDirection, side: OrderSide) {
  if (direction === 'handover') return side === 'buyer' ? 'buyer_confirmed' : 'seller_confirmed';
  return side === 'buyer' ? 'return_confirmed_by_buyer' : 'return_confirmed_by_seller';
}
