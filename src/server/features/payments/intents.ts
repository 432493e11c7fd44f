import { days } from '#contract/shared/durations.ts';
import { CURRENCY } from '#contract/shared/money.ts';
import { ConflictError, InvalidError, ProviderError } from '../../errors.ts';
import type { PaymentIntent } from '../../ports/payments.ts';
import type { Services } from '../../services.ts';
import { findSaleState } from '../listings/index.ts';
import {
  beginPaying,
  chargeOf,
  discountOf,
  endPaying,
  type FullOrderRow,
  findIntentsPendingCancellation,
  findOrderOf,
  findOrdersAt,
  isForSale,
  markIntentsPendingCancellation,
  requireOrder,
  requireUnpaid,
  SHOP,
  skipAttempt,
} from '../orders/index.ts';
import { lapseAgreement } from './agreement-commands.ts';
import type { Client } from './client.ts';
import { cancelOrder } from './ending-commands.ts';
import { endPastReservations } from './past-commands.ts';
import { type Given, joinLine, type Reserver, releaseReservation, reserve } from './reservation-commands.ts';
import { requireNoPause, type Timing } from './reservation-rules.ts';
import { refuseReservation, requireAgreement, requireOnlyOrder, requirePrice } from './rules.ts';
import { cancelPendingIntent, settle } from './settle.ts';
import { exemptFromLapse, readStanding } from './standing-queries.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments' | 'sellerFee' | 'reservationMs'>;
type Asked = { buyerId: string; priceCents: number; orderId?: string };

const PRICE_ALONE_MS = days(30);

const UNDER_WAY = 'A bank is still processing a payment for this phone. Try again in a minute.';
const UNDER_WAY_SECONDS = 60;

const PAYABLE = new Set<PaymentIntent['status']>(['requires_payment_method', 'requires_confirmation', 'requires_action', 'processing']);

const BUSY = 'You started this payment in another tab or on another device. Please try again.';

/** Finds the order to pay: the one named, otherwise the buyer's only order of the last 30 days at this price. */
export async function findOrderToPay(services: Needs, { buyerId, priceCents, orderId }: Asked): Promise<FullOrderRow> {
  if (orderId !== undefined) {
    const order = await readOpen(services, buyerId, orderId);
    requirePrice(toAsked(order), priceCents);
    return order;
  }
  const only = requireOnlyOrder(await findOrdersAt(services.db, buyerId, { priceCents, since: services.clock.now() - PRICE_ALONE_MS }));
  return readOpen(services, buyerId, only.id);
}

const toAsked = (order: FullOrderRow) => ({ chargeCents: chargeOf(order), isDiscountLost: order.discount_lost !== null });

/** Finds a buyer's own order that can still be paid. Throws 404, or 409, too, when its agreed price is over. */
async function readOpen({ db, clock, reservationMs }: Pick<Needs, 'db' | 'clock' | 'reservationMs'>, buyerId: string, orderId: string): Promise<FullOrderRow> {
  await lapseAgreement(db, orderId, { now: clock.now(), reservationMs: reservationMs() });
  const order = await findOrderOf(db, buyerId, orderId);
  requireOrder(order);
  requireUnpaid(order);
  requireAgreement(order, clock.now());
  return order;
}

/**
 * Reserves the order's phone for its buyer and opens a payment for it. Throws 409 when it is sold, removed or reserved for another, 409 or 429 at a
 * limit, 422 when its price can't be paid by card.
 */
export async function beginPayment(services: Needs, order: FullOrderRow, client: Client): Promise<{ clientSecret: string; heldUntil: number }> {
  await reserveFor(services, order, client);
  const { clientSecret } = await openReserved(services, order, client);
  return { clientSecret, heldUntil: await reserveFor(services, order, client) };
}

/** Reserves the order's phone, or confirms its reservation, and returns when it ends (epoch ms). Throws 409 or 429. */
async function reserveFor(services: Needs, order: FullOrderRow, client: Client): Promise<number> {
  const { db } = services;
  const timing = timingOf(services);
  const reserver = (await isReservedFor(db, order, timing.now)) ? client : await admit(services, client, timing);
  const reservation = await reserve(db, { listingId: order.listing_id, orderId: order.id, ...reserver }, timing);
  if (reservation?.orderId === order.id) return reservation.until;
  const state = await findSaleState(db, order.listing_id);
  // The buyer may have closed the order in the meantime.
  if (isForSale(state)) await readOpen(services, order.buyer_id, order.id);
  throw refuseReservation(state, timing.now);
}

const timingOf = ({ clock, reservationMs }: Needs): Timing => ({ now: clock.now(), reservationMs: reservationMs() });

async function isReservedFor(db: Services['db'], order: FullOrderRow, now: number): Promise<boolean> {
  const state = await findSaleState(db, order.listing_id);
  return state?.reserved_by === order.id && (state.reserved_until ?? 0) > now;
}

/** Checks that somebody may reserve another phone. Throws 429 while they have to wait after a lapse. */
async function admit({ db }: Needs, { buyerId, network }: Client, timing: Timing): Promise<Reserver> {
  await endPastReservations(db, { buyerId }, timing);
  if (network) await endPastReservations(db, { network: network.key }, timing);
  const standing = await readStanding(db, buyerId, timing);
  requireNoPause(standing, timing);
  return { buyerId, network: standing.hasPaid ? null : network };
}

/** Opens a payment for a reserved phone. When something other than the buyer prevents the payment, their reservation is excused. */
async function openReserved(services: Needs, order: FullOrderRow, client: Client): Promise<PaymentIntent> {
  const { db, clock } = services;
  const reserved = { listingId: order.listing_id, orderId: order.id };
  try {
    await cancelPendingIntentsOf(services, order.listing_id);
    // Somebody else's earlier payment may have succeeded, and then the phone is theirs.
    await reserveFor(services, order, client);
    const intent = await openIntent(services, order);
    await exemptFromLapse(db, order.id, null);
    return intent;
  } catch (error) {
    // A price that can't be paid by card must not block the phone for others.
    if (error instanceof InvalidError) await releaseReservation(db, reserved, timingOf(services), { isOurs: true });
    else if (error instanceof ProviderError || (error instanceof ConflictError && error.code === 'being_paid'))
      await exemptFromLapse(db, order.id, clock.now());
    throw error;
  }
}

/** Cancels earlier payment intents for this listing, by others or by this buyer. If one of them was paid after all, the phone is theirs. */
async function cancelPendingIntentsOf(services: Needs, listingId: string): Promise<void> {
  for (const intentId of await findIntentsPendingCancellation(services.db, listingId)) {
    if (!(await cancelPendingIntent(services, intentId))) throw new ConflictError('being_paid', UNDER_WAY, UNDER_WAY_SECONDS);
  }
}

/** The order's intent: the one it has if it can still be paid at this price, or a new one. Throws 422 when its price has changed. */
async function openIntent(services: Needs, asked: FullOrderRow): Promise<PaymentIntent> {
  const { clock, db } = services;
  const agreed = chargeOf(asked);
  const order = await readAgain(services, asked, agreed);
  const present = await findPayable(services, order);
  if (present?.amountCents === agreed) return present;
  const free = order.state === 'paying' ? await endAttempt(services, order, present) : order;
  requirePrice(toAsked(free), agreed);
  const intent = await createIntent(services, free);
  const discountCents = discountOf(free);
  const begun = await beginPaying(db, free, { id: intent.id, discountCents }, clock.now());
  if (begun === 'begun') return intent;
  // The provider repeats the intent for the same idempotency key, and this one is about to be canceled.
  if (begun === 'discount_taken') await skipAttempt(db, free);
  const now = await readAgain(services, free);
  if (now.intent_id === intent.id) return intent;
  await markIntentsPendingCancellation(db, [{ id: free.id, intent_id: intent.id }], clock.now());
  requirePrice(toAsked(now), agreed);
  throw new ConflictError('conflict', BUSY);
}

/** Creates an intent for what an order costs now. */
function createIntent({ db, payments }: Needs, order: FullOrderRow): Promise<PaymentIntent> {
  const [amountCents, discountCents] = [chargeOf(order), discountOf(order)];
  const idempotencyKey = `order-${order.id}-${order.intent_attempt + 1}${discountCents === 0 ? '' : `-less-${discountCents}`}`;
  return payments.createIntent({ amountCents, currency: CURRENCY, orderId: order.id, idempotencyKey }).catch(async (error: unknown) => {
    // The provider repeats an error for the same idempotency key, so the next try needs another.
    if (error instanceof ProviderError && error.how !== 'unreachable') await skipAttempt(db, order);
    throw error;
  });
}

/** Reads an order that can still be paid again. Throws 422 when it no longer costs what was agreed (cents). */
async function readAgain(services: Needs, { buyer_id, id }: FullOrderRow, agreed?: number): Promise<FullOrderRow> {
  const order = await readOpen(services, buyer_id, id);
  if (agreed !== undefined) requirePrice(toAsked(order), agreed);
  return order;
}

/** The intent that an order is being paid with; null when it needs a new one. */
async function findPayable(services: Needs, order: FullOrderRow): Promise<PaymentIntent | null> {
  const intent = order.intent_id === null ? null : await services.payments.findIntent(order.intent_id);
  if (intent?.status === 'succeeded') {
    await settle(services, intent, SHOP);
    await readAgain(services, order);
  }
  return intent && PAYABLE.has(intent.status) ? intent : null;
}

/** Resets an order whose intent can no longer be paid, or is for another price than now (`present`), so that it can get another. */
async function endAttempt(services: Needs, order: FullOrderRow, present: PaymentIntent | null): Promise<FullOrderRow> {
  await endPaying(services.db, order, { why: present ? 'repriced' : 'hold_over', now: services.clock.now() });
  if (present) await cancelPendingIntentsOf(services, order.listing_id);
  return readAgain(services, order);
}

/**
 * Adds a buyer's order to its phone's waitlist; if nobody is paying, their turn begins immediately. Throws 404 for another's order, 409 when it can
 * no longer be paid, 409 or 429 at a limit.
 */
export async function waitForTurn(services: Needs, orderId: string, client: Client): Promise<void> {
  const order = await readOpen(services, client.buyerId, orderId);
  const timing = timingOf(services);
  if (await isReservedFor(services.db, order, timing.now)) return;
  const reserver = await admit(services, client, timing);
  const reservation = await joinLine(services.db, { listingId: order.listing_id, orderId, ...reserver }, timing);
  if (reservation) return;
  await readOpen(services, client.buyerId, orderId);
  throw refuseReservation(await findSaleState(services.db, order.listing_id), timing.now);
}

/** Cancels a buyer's unpaid order; returns how many were closed. Throws 404 or 409. */
export async function cancelBooking(services: Needs, buyerId: string, orderId: string): Promise<number> {
  const order = await findOrderOf(services.db, buyerId, orderId);
  requireOrder(order);
  if (order.closed_reason === 'canceled') return 0;
  requireUnpaid(order);
  await giveUp(services, buyerId, orderId);
  const isCanceled = await cancelOrder(services.db, order, services.clock.now());
  if (!isCanceled) requireUnpaid((await findOrderOf(services.db, buyerId, orderId)) ?? order);
  return isCanceled ? 1 : 0;
}

/** Releases an order's reservation and its position on the waitlist; returns how many there were. */
export async function giveUp(services: Needs, buyerId: string, orderId: string, what?: Given): Promise<number> {
  const order = await findOrderOf(services.db, buyerId, orderId);
  requireOrder(order);
  return releaseReservation(services.db, { listingId: order.listing_id, orderId }, timingOf(services), { isOurs: false, ...(what && { what }) });
}
