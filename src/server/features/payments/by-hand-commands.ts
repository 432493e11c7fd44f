import type { Db } from '../../db/tables.ts';
import { writeAudit } from '../audit/index.ts';
import { lockListing } from '../listings/index.ts';
import { buyerOf, notify } from '../notifications/index.ts';
import { type Actor, findOrder } from '../orders/index.ts';
import { refuseFrozen } from './dispute-rules.ts';
import { reverseDiscountIfReturned, writeLedger } from './ledger-queries.ts';
import { refundedByHand } from './messages.ts';
import { findPayment } from './queries.ts';
import { finishRefund } from './refund-commands.ts';
import { markPartRefundedByHand } from './refund-queries.ts';
import { dueCents } from './rules.ts';

/** Notes that an admin refunded what is due of a payment; returns false when nothing is due by hand. Throws 409 while a bank may return the same money. */
export function noteRefundByHand(db: Db, intentId: string, { by, now }: { by: Actor; now: number }): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const found = await findPayment(tx, intentId);
    const order = found && (await findOrder(tx, found.order_id));
    if (!order) return false;
    await lockListing(tx, order.listing_id);
    const payment = await findPayment(tx, intentId);
    if (!payment || payment.refund_by_hand_at === null) return false;
    if (payment.refund_blocks > 0) throw refuseFrozen('open', 'refund');
    const { currency, refund_attempt } = payment;
    const amountCents = dueCents(payment);
    const reference = `${intentId} ${refund_attempt}`;
    const about = { provider: 'by-hand', order_id: order.id, intent_id: intentId, currency, at: now } as const;
    await writeLedger(tx, { ...about, kind: 'refund', reference, amount_cents: amountCents });
    if (payment.state === 'refund_due') await finishRefund(tx, order, { intentId, refundId: null, now });
    else await markPartRefundedByHand(tx, intentId, amountCents);
    await reverseDiscountIfReturned(tx, intentId, now);
    const after = { provider: 'by-hand', amountCents, currency };
    await writeAudit(tx, { act: 'refund_made', subject: { kind: 'order', id: order.id }, before: { state: payment.state }, after, by, now });
    await notify(tx, [{ recipient: buyerOf(order), words: refundedByHand(order, amountCents) }], now);
    return true;
  });
}
