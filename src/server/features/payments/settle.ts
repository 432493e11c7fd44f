import { Conflict, Invalid, ProviderFailed } from '../../errors.ts';
import type { PaymentIntent } from '../../ports/payments.ts';
import type { Services } from '../../services.ts';
import { type Actor, type FullOrderRow, findOrder, findOrderOf, PROVIDER, requireOrder } from '../orders/index.ts';
import { type AdminRefund, findPayment, forgetRetired, noteRefund, type Recorded, recordPayment, undoSale } from './queries.ts';
import { matchesOrder, requireSucceeded } from './rules.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments'>;

/** Gives one payment back in full; safe to repeat. Throws `ProviderFailed` when the provider does not answer: the sweep tries again. */
export const payBack = async ({ db, clock, payments }: Needs, intentId: string): Promise<void> => {
  const payment = await findPayment(db, intentId);
  const order = payment && (await findOrder(db, payment.order_id));
  if (!order || payment.state !== 'refund_due') return;
  const refund =
    payment.refund_id === null ? await payments.refund(intentId, `refund-${intentId}-${payment.refund_attempt}`) : await payments.findRefund(payment.refund_id);
  await noteRefund(db, order, { provider: payments.kind, refund, now: clock.now() });
};

/** What becomes of a debt now; a provider that doesn't answer is asked again by the sweep. */
const tryToPayBack = (services: Needs, intentId: string): Promise<void> =>
  payBack(services, intentId).catch((error: unknown) => {
    if (!(error instanceof ProviderFailed)) throw error;
  });

/** Undoes a paid order's sale and gives its money back in full; false when it was not paid (any more). */
export const refundSale = async (services: Needs, order: FullOrderRow, refund: Omit<AdminRefund, 'now'>): Promise<boolean> => {
  const intentId = await undoSale(services.db, order, { ...refund, now: services.clock.now() });
  if (intentId === null) return false;
  await tryToPayBack(services, intentId);
  return true;
};

/**
 * Settles money that has arrived: the order is paid and the phone sold, or the money goes back. Whoever tells of it, in
 * whatever order and however often, the books end the same. Null when the intent is for no order of ours.
 */
export const settle = async (services: Needs, intent: PaymentIntent, by: Actor): Promise<Recorded | null> => {
  const order = intent.orderId === null ? undefined : await findOrder(services.db, intent.orderId);
  if (!order) return null;
  const recorded = await recordPayment(services.db, order, {
    provider: services.payments.kind,
    intent,
    matches: matchesOrder(intent, order),
    by,
    now: services.clock.now(),
  });
  if (recorded.state === 'refund_due') await tryToPayBack(services, intent.id);
  return recorded;
};

const REFUNDED = 'This phone was sold to another buyer before your payment arrived. You get all your money back by itself; there is nothing for you to do.';

/**
 * Hears from a buyer that their order was paid; the provider is asked whether it is true. Throws 404 when the order isn't
 * theirs, 422 when the payment isn't this order's, 409 when no money has arrived, or it came too late and goes back.
 */
export const confirmPayment = async (
  services: Needs,
  { buyerId, productId, orderId, transactionId }: { buyerId: string; productId: string; orderId: string; transactionId: string },
): Promise<Recorded> => {
  const order = await findOrderOf(services.db, buyerId, orderId);
  requireOrder(order);
  const sentence = 'This order is for another phone.';
  if (order.listing_id !== productId) throw new Invalid(sentence, { orderId: sentence });
  const intent = await services.payments.findIntent(transactionId);
  requireSucceeded(intent, order);
  const settled = await settle(services, intent, { role: 'buyer', id: buyerId });
  if (settled?.state !== 'kept') throw new Conflict('refunded', REFUNDED);
  return settled;
};

/** Hears a message of the provider. Only its signature and which intent it is about are believed: the provider is asked for the rest. */
export const hearProvider = async (services: Needs, rawBody: string, signature: string): Promise<void> => {
  const event = services.payments.readEvent(rawBody, signature);
  const intent = event.intentId === null ? null : await services.payments.findIntent(event.intentId);
  if (intent?.status === 'succeeded') await settle(services, intent, PROVIDER);
};

/** Makes an intent unpayable that nobody may pay any more. If it was paid after all, that money is settled. Throws `ProviderFailed` when the provider does not answer. */
export const endRetired = async (services: Needs, intentId: string, by: Actor): Promise<void> => {
  const intent = await services.payments.cancelIntent(intentId);
  if (intent?.status === 'succeeded') await settle(services, intent, by);
  // What the provider doesn't know (any more) can't be paid either.
  if (!intent || intent.status === 'succeeded' || intent.status === 'canceled') await forgetRetired(services.db, intentId);
};
