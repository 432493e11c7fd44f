import { CURRENCY } from '#contract/money.ts';
import { Conflict, Invalid } from '../../errors.ts';
import type { PaymentIntent } from '../../ports/payments.ts';
import type { Services } from '../../services.ts';
import { dropIntent, type FullOrderRow, findOpenOrdersAt, findOrderOf, findRivalIntents, requireOrder, requireUnpaid, setIntent } from '../orders/index.ts';
import { findSaleState, holdListing, releaseHold } from './queries.ts';
import { refuseHold, requirePrice } from './rules.ts';
import { settle } from './settle.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments' | 'holdMs'>;
type Asked = { buyerId: string; priceCents: number; orderId?: string };

/** The order that someone wants to pay: the one they name, or the only one at this price. */
export const findOrderToPay = async ({ db }: Needs, { buyerId, priceCents, orderId }: Asked): Promise<FullOrderRow> => {
  if (orderId !== undefined) {
    const order = await findOrderOf(db, buyerId, orderId);
    requireOrder(order);
    requireUnpaid(order);
    requirePrice(order, priceCents);
    return order;
  }
  const [only, another] = await findOpenOrdersAt(db, buyerId, priceCents);
  const sentence = only ? 'Several of your orders have this price: say which one.' : 'None of your unpaid orders has this price.';
  if (!only || another) throw new Invalid(sentence, { orderId: sentence });
  return only;
};

/** Makes what others began to pay for this listing unpayable. If one of them has paid after all, theirs is the phone. */
const retireRivals = async (services: Needs, order: FullOrderRow): Promise<void> => {
  for (const rival of await findRivalIntents(services.db, order.listing_id, order.id)) {
    const intent = await services.payments.cancelIntent(rival.intentId);
    if (intent.status === 'succeeded') await settle(services, intent);
    else if (intent.status === 'canceled') await dropIntent(services.db, rival.orderId, rival.intentId);
  }
};

const PAYABLE = new Set<PaymentIntent['status']>(['requires_payment_method', 'requires_confirmation', 'requires_action', 'processing']);

/** The order's intent: the one it has, as long as it can be paid, else a new one. */
const openIntent = async (services: Needs, order: FullOrderRow): Promise<PaymentIntent> => {
  const { db, payments } = services;
  const present = order.intent_id === null ? null : await payments.findIntent(order.intent_id);
  if (present && PAYABLE.has(present.status)) return present;
  if (present?.status === 'succeeded') {
    await settle(services, present);
    throw new Conflict('already_paid', 'This order is paid already.');
  }
  const intent = await payments.createIntent({
    amountCents: order.price_cents,
    currency: CURRENCY,
    orderId: order.id,
    idempotencyKey: `order-${order.id}-${order.intent_attempt + 1}`,
  });
  await setIntent(db, order, intent.id);
  return intent;
};

/** Holds the order's phone for its buyer and opens a payment for it. Throws 409 when it is sold, gone, or held for another, 422 when no card can pay its price. */
export const beginPayment = async (services: Needs, order: FullOrderRow): Promise<{ clientSecret: string; heldUntil: number }> => {
  const { db, clock, holdMs } = services;
  const now = clock.now();
  const hold = () => holdListing(db, { listingId: order.listing_id, orderId: order.id, now, until: now + holdMs });
  if ((await hold()) === null) throw refuseHold(await findSaleState(db, order.listing_id), now);
  await retireRivals(services, order);
  const intent = await openIntent(services, order).catch(async (error: unknown) => {
    // A price that no card can pay must not keep the phone from others.
    if (error instanceof Invalid) await releaseHold(db, order.listing_id, order.id);
    throw error;
  });
  // A rival who had paid after all has the phone by now.
  const heldUntil = await hold();
  if (heldUntil === null) throw refuseHold(await findSaleState(db, order.listing_id), now);
  return { clientSecret: intent.clientSecret, heldUntil };
};
