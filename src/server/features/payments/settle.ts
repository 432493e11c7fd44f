import { ConflictError, InvalidError } from '../../errors.ts';
import type { PaymentIntent } from '../../ports/payments.ts';
import type { Services } from '../../services.ts';
import { type Actor, type FullOrderRow, findOrder, findOrderOf, forgetCanceledIntent, requireOrder, SHOP } from '../orders/index.ts';
import { type Recorded, recordPayment } from './payment-commands.ts';
import { refundSoon } from './refunds.ts';
import { matchesOrder, requireSucceeded } from './rules.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments' | 'sellerFee'> & { metrics?: Pick<Services['metrics'], 'payment'> };

const BACK = 'You’ll be refunded in full automatically. There’s nothing you need to do.';

/**
 * Confirms a payment that a buyer reports, after checking with the provider. Throws 404 when the order isn't theirs, 422 when the payment isn't for
 * this order, 409 when it hasn't succeeded, or came too late and is refunded.
 */
export async function confirmPayment(
  services: Needs,
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
export async function settle(services: Needs, intent: PaymentIntent, by: Actor): Promise<Recorded | null> {
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
  if (recorded.state === 'refund_due') await refundSoon(services, intent.id);
  return recorded;
}

/** Why a payment that arrived was refunded. */
function whyNotStored({ closed_reason, state }: FullOrderRow, matches: boolean): string {
  if (closed_reason === 'sold_to_another') return `This phone was sold to another buyer before your payment arrived. ${BACK}`;
  if (closed_reason === 'refunded_by_admin') return `The shop canceled this sale. ${BACK}`;
  if (closed_reason === 'listing_removed' || closed_reason === 'sold_elsewhere') return `This listing was removed before your payment arrived. ${BACK}`;
  if (closed_reason !== null) return `This order was closed before your payment arrived. ${BACK}`;
  if (state === 'paid') return `You had already paid for this order. ${BACK}`;
  if (matches) return `This phone was off sale when your payment arrived. ${BACK}`;
  return `This payment didn’t match your order. ${BACK}`;
}

/**
 * Cancels an intent that must no longer be paid. If it was paid after all, settles the payment. Returns false while the card's bank is still
 * processing it. Throws `ProviderError` when the provider doesn't respond.
 */
export async function cancelPendingIntent(services: Needs, intentId: string): Promise<boolean> {
  const intent = await services.payments.cancelIntent(intentId);
  if (intent?.status === 'succeeded') await settle(services, intent, SHOP);
  // An intent unknown to the provider can't be paid either.
  const isEnded = !intent || intent.status === 'succeeded' || intent.status === 'canceled';
  if (isEnded) await forgetCanceledIntent(services.db, intentId);
  return isEnded;
}
