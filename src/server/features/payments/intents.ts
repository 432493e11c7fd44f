import { CURRENCY } from '#contract/money.ts';
import { Conflict, Invalid, ProviderFailed } from '../../errors.ts';
import type { PaymentIntent } from '../../ports/payments.ts';
import type { Services } from '../../services.ts';
import {
  beginPaying,
  endPaying,
  type FullOrderRow,
  findOpenOrdersAt,
  findOrderOf,
  requireOrder,
  requireUnpaid,
  retireIntents,
  SHOP,
  skipAttempt,
} from '../orders/index.ts';
import { findSaleState, type HoldTime, holdListing, joinQueue, releaseHold } from './hold-queries.ts';
import { findRetiredIntents } from './queries.ts';
import { refuseHold, requirePrice } from './rules.ts';
import { endRetired, settle } from './settle.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments' | 'holdMs'>;
type Asked = { buyerId: string; priceCents: number; orderId?: string };

/** A buyer's own order that can still be paid; throws 404 or 409. */
const readOpen = async ({ db }: Pick<Services, 'db'>, buyerId: string, orderId: string): Promise<FullOrderRow> => {
  const order = await findOrderOf(db, buyerId, orderId);
  requireOrder(order);
  requireUnpaid(order);
  return order;
};

/** The order that someone wants to pay: the one they name, or the only one at this price. */
export const findOrderToPay = async (services: Needs, { buyerId, priceCents, orderId }: Asked): Promise<FullOrderRow> => {
  if (orderId !== undefined) {
    const order = await readOpen(services, buyerId, orderId);
    requirePrice(order, priceCents);
    return order;
  }
  const [only, another] = await findOpenOrdersAt(services.db, buyerId, priceCents);
  const sentence = only ? 'Several of your orders have this price: say which one.' : 'None of your unpaid orders has this price.';
  if (!only || another) throw new Invalid(sentence, { orderId: sentence });
  return only;
};

const readAgain = (services: Needs, { buyer_id, id }: FullOrderRow): Promise<FullOrderRow> => readOpen(services, buyer_id, id);

const UNDER_WAY = 'A payment for this phone is still at the bank. As soon as the bank has answered, this can go on: try again in a minute.';
const UNDER_WAY_SECONDS = 60;

/** Makes what was begun before for this listing unpayable: by others, or by this buyer. If one of them has paid after all, theirs is the phone. */
const endRetiredOf = async (services: Needs, listingId: string): Promise<void> => {
  for (const intentId of await findRetiredIntents(services.db, listingId)) {
    if (!(await endRetired(services, intentId, SHOP))) throw new Conflict('being_paid', UNDER_WAY, UNDER_WAY_SECONDS);
  }
};

const PAYABLE = new Set<PaymentIntent['status']>(['requires_payment_method', 'requires_confirmation', 'requires_action', 'processing']);

/** The intent that an order is being paid with, as long as it can be paid; null when it needs a new one. */
const findPayable = async (services: Needs, order: FullOrderRow): Promise<PaymentIntent | null> => {
  const intent = order.intent_id === null ? null : await services.payments.findIntent(order.intent_id);
  if (intent?.status === 'succeeded') {
    await settle(services, intent, SHOP);
    await readAgain(services, order);
  }
  return intent && PAYABLE.has(intent.status) ? intent : null;
};

/** Puts an order back whose intent can't be paid any more, so that another can be made. */
const endAttempt = async (services: Needs, order: FullOrderRow): Promise<FullOrderRow> => {
  await endPaying(services.db, order, services.clock.now());
  return readAgain(services, order);
};

const BUSY = 'Your payment was begun somewhere else at the same moment. Please try again.';

/** The order's intent: the one it has, as long as it can be paid, else a new one. */
const openIntent = async (services: Needs, asked: FullOrderRow): Promise<PaymentIntent> => {
  const { db, clock, payments } = services;
  const order = await readAgain(services, asked);
  const present = await findPayable(services, order);
  if (present) return present;
  // Ended at the provider, by the shop or by itself: what comes next is another attempt.
  const ended = order.state === 'paying' ? await endAttempt(services, order) : order;
  const idempotencyKey = `order-${ended.id}-${ended.intent_attempt + 1}`;
  const intent = await payments
    .createIntent({ amountCents: ended.price_cents, currency: CURRENCY, orderId: ended.id, idempotencyKey })
    .catch(async (error: unknown) => {
      // An answer that says no is said again for the same key: the next try needs another.
      if (error instanceof ProviderFailed && error.how !== 'unreachable') await skipAttempt(db, ended);
      throw error;
    });
  if (await beginPaying(db, ended, intent.id, clock.now())) return intent;
  const now = await readAgain(services, ended);
  if (now.intent_id === intent.id) return intent;
  await retireIntents(db, [{ id: ended.id, intent_id: intent.id }], clock.now());
  throw new Conflict('conflict', BUSY);
};

/** Holds the order's phone for its buyer and opens a payment for it. Throws 409 when it is sold, gone, or held for another, 422 when no card can pay its price. */
export const beginPayment = async (services: Needs, order: FullOrderRow): Promise<{ clientSecret: string; heldUntil: number }> => {
  const { db, clock, holdMs } = services;
  const time = (): HoldTime => ({ now: clock.now(), until: clock.now() + holdMs() });
  const held = { listingId: order.listing_id, orderId: order.id };
  const hold = async (): Promise<number> => {
    const until = await holdListing(db, held, time());
    if (until === null) throw refuseHold(await findSaleState(db, order.listing_id), clock.now());
    return until;
  };
  await hold();
  await endRetiredOf(services, order.listing_id);
  // A rival who had paid after all has the phone by now.
  await hold();
  const intent = await openIntent(services, order).catch(async (error: unknown) => {
    // A price that no card can pay must not keep the phone from others.
    if (error instanceof Invalid) await releaseHold(db, held, time());
    throw error;
  });
  return { clientSecret: intent.clientSecret, heldUntil: await hold() };
};

/** Puts a buyer's order into its phone's queue. Nobody may be paying any more: then it is their turn at once. Throws 404 for another's order, 409 when it can't be paid any more. */
export const waitForTurn = async (services: Needs, buyerId: string, orderId: string): Promise<void> => {
  const { db, clock, holdMs } = services;
  const order = await readOpen(services, buyerId, orderId);
  const now = clock.now();
  const hold = await joinQueue(db, { listingId: order.listing_id, orderId }, { now, until: now + holdMs() });
  if (hold) return;
  await readOpen(services, buyerId, orderId);
  throw refuseHold(await findSaleState(db, order.listing_id), now);
};
