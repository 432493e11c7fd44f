import { ConflictError, InvalidError, ProviderError } from '../../errors.ts';
import type { PaymentIntent } from '../../ports/payments.ts';
import type { Services } from '../../services.ts';
import { type Actor, type FullOrderRow, findOrder, findOrderOf, forgetCanceledIntent, requireOrder } from '../orders/index.ts';
import { type Recorded, recordPayment } from './payment-commands.ts';
import { findPayment } from './queries.ts';
import { type AdminRefund, noteRefund, undoRefund, undoSale } from './refund-commands.ts';
import { skipRefundAttempt } from './refund-queries.ts';
import { matchesOrder, requireSucceeded } from './rules.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments'> & { metrics?: Pick<Services['metrics'], 'payment'> };
type SettleNeeds = Needs & Pick<Services, 'sellerFee'>;

const BACK = 'You’ll be refunded in full automatically. There’s nothing you need to do.';

/** Undoes a paid order's sale and refunds it in full; returns false when the order isn't paid. */
export async function refundSale(services: Needs, order: FullOrderRow, refund: Omit<AdminRefund, 'now'>): Promise<boolean> {
  const undone = await undoSale(services.db, order, { ...refund, now: services.clock.now() });
  if (undone.outcome === 'not_paid') return false;
  await tryToPayBack(services, undone.intentId);
  return true;
}

/** Refunds now if the provider responds; otherwise the sweep tries again. */
function tryToPayBack(services: Needs, intentId: string): Promise<void> {
  return payBack(services, intentId).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error;
  });
}

/** Refunds one payment in full; safe to repeat. Throws `ProviderError` when the provider doesn't respond; the sweep tries again. */
export async function payBack({ db, clock, payments, metrics }: Needs, intentId: string): Promise<void> {
  const payment = await findPayment(db, intentId);
  const order = payment && (await findOrder(db, payment.order_id));
  if (!order || payment.state !== 'refund_due') return;
  const asking =
    payment.refund_id === null ? payments.refund(intentId, `refund-${intentId}-${payment.refund_attempt}`) : payments.findRefund(payment.refund_id);
  const refund = await asking.catch(async (error: unknown) => {
    // The provider repeats an error for the same idempotency key, so the next try needs another. It never refunds more than was paid.
    if (error instanceof ProviderError && error.how !== 'unreachable') await skipRefundAttempt(db, payment);
    throw error;
  });
  await noteRefund(db, order, { provider: payments.kind, refund, now: clock.now() });
  if (refund.status === 'succeeded') metrics?.payment('refunded');
}

/** Checks a refund that was made: a bank may return it days later, and then it is due again. */
export async function checkRefund(services: Needs, intentId: string): Promise<void> {
  const { db, clock, payments } = services;
  const payment = await findPayment(db, intentId);
  const order = payment && (await findOrder(db, payment.order_id));
  if (!order || payment.state !== 'refunded' || payment.refund_id === null) return;
  const refund = await payments.findRefund(payment.refund_id);
  if (refund.status !== 'failed') return;
  if (await undoRefund(db, order, { provider: payments.kind, refund, now: clock.now() })) await tryToPayBack(services, intentId);
}

/**
 * Confirms a payment that a buyer reports, after checking with the provider. Throws 404 when the order isn't theirs, 422 when the payment isn't for
 * this order, 409 when it hasn't succeeded, or came too late and is refunded.
 */
export async function confirmPayment(
  services: SettleNeeds,
  { buyerId, productId, orderId, transactionId }: { buyerId: string; productId: string; orderId: string; transactionId: string },
): Promise<Recorded> {
  const order = await findOrderOf(services.db, buyerId, orderId);
  requireOrder(order);
  const sentence = 'This order is for another phone.';
  if (order.listing_id !== productId) throw new InvalidError(sentence, { orderId: sentence });
  const intent = await services.payments.findIntent(transactionId);
  requireSucceeded(intent, order);
  const settled = await settle(services, intent, { role: 'buyer', id: buyerId });
  if (settled?.state !== 'kept')
    throw new ConflictError('refunded', whyNotStored((await findOrderOf(services.db, buyerId, orderId)) ?? order, matchesOrder(intent, order)));
  return settled;
}

/**
 * Settles a payment that succeeded: the order is paid and the phone sold, or the payment is refunded. The result is the same in whatever order and
 * however often payments are reported. Returns null when the intent isn't for an order of this shop.
 */
export async function settle(services: SettleNeeds, intent: PaymentIntent, by: Actor): Promise<Recorded | null> {
  const order = intent.orderId === null ? undefined : await findOrder(services.db, intent.orderId);
  if (!order) return null;
  const recorded = await recordPayment(services.db, order, {
    provider: services.payments.kind,
    intent,
    matches: matchesOrder(intent, order),
    fee: services.sellerFee(),
    by,
    now: services.clock.now(),
  });
  if (recorded.isNew && recorded.state !== 'refunded') services.metrics?.payment(recorded.state);
  if (recorded.state === 'refund_due') await tryToPayBack(services, intent.id);
  return recorded;
}

/** Why a payment that arrived was refunded. */
function whyNotStored({ closed_reason }: FullOrderRow, matches: boolean): string {
  if (closed_reason === 'sold_to_another') return `This phone was sold to another buyer before your payment arrived. ${BACK}`;
  if (closed_reason === 'refunded_by_admin') return `The shop canceled this sale. ${BACK}`;
  if (closed_reason === 'listing_removed' || closed_reason === 'sold_elsewhere') return `This listing was removed before your payment arrived. ${BACK}`;
  if (closed_reason !== null) return `This order was closed before your payment arrived. ${BACK}`;
  if (matches) return `This phone was off sale when your payment arrived. ${BACK}`;
  return `This payment didn’t match your order. ${BACK}`;
}

/**
 * Cancels an intent that must no longer be paid. If it was paid after all, settles the payment. Returns false while the card's bank is still
 * processing it. Throws `ProviderError` when the provider doesn't respond.
 */
export async function cancelPendingIntent(services: SettleNeeds, intentId: string, by: Actor): Promise<boolean> {
  const intent = await services.payments.cancelIntent(intentId);
  if (intent?.status === 'succeeded') await settle(services, intent, by);
  // An intent unknown to the provider can't be paid either.
  const isEnded = !intent || intent.status === 'succeeded' || intent.status === 'canceled';
  if (isEnded) await forgetCanceledIntent(services.db, intentId);
  return isEnded;
}
