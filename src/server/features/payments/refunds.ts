import { ProviderError } from '../../errors.ts';
import type { Refund } from '../../ports/payments.ts';
import type { Services } from '../../services.ts';
import { type FullOrderRow, findOrder, PROVIDER } from '../orders/index.ts';
import { syncDisputesOf } from './disputes.ts';
import { findPayment, type PaymentRow } from './queries.ts';
import { type AdminRefund, noteRefund, recordRefunds, undoRefund, undoSale } from './refund-commands.ts';
import { notePartialRefund, skipRefundAttempt } from './refund-queries.ts';
import { leaveToAdmin, refuseRefund } from './refusal-commands.ts';
import { dueCents, PENDING_MS } from './rules.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments'> & { metrics?: Pick<Services['metrics'], 'payment'> };

const REFUNDED_ELSEWHERE = 'The shop refunded this payment.';

/** Undoes a paid order's sale and refunds it in full; returns false when the order isn't paid. */
export async function refundSale(services: Needs, order: FullOrderRow, refund: Omit<AdminRefund, 'now'>): Promise<boolean> {
  const undone = await undoSale(services.db, order, { ...refund, now: services.clock.now() });
  if (undone.outcome === 'not_paid') return false;
  await refundSoon(services, undone.intentId);
  return true;
}

/** Refunds what is due of a payment now if the provider responds; otherwise the sweep tries again. */
export async function refundSoon(services: Needs, intentId: string): Promise<void> {
  try {
    await payBack(services, intentId);
    await payBackPart(services, intentId);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
  }
}

/** Refunds one payment in full; safe to repeat. Throws `ProviderError` when the provider doesn't respond; the sweep tries again. */
export async function payBack(services: Needs, intentId: string): Promise<void> {
  const { db, clock, payments, metrics } = services;
  const known = await findPayment(db, intentId);
  if (known?.state !== 'refund_due' || !mayTry(known, clock.now()) || (await isTakenElsewhere(services, known))) return;
  const isPart = known.left_cents < known.amount_cents;
  // What is left here must be left at the provider, too.
  if (isPart) await attempt(services, known, () => syncRefunds(services, intentId));
  const payment = await findPayment(db, intentId);
  const order = payment && (await findOrder(db, payment.order_id));
  if (!order || payment.state !== 'refund_due') return;
  const key = `refund-${intentId}-${payment.refund_attempt}`;
  const { refund_id: pendingId } = payment;
  const refund = await attempt(services, payment, () =>
    pendingId === null ? payments.refund(intentId, key, isPart ? payment.left_cents : undefined) : payments.findRefund(pendingId),
  );
  await noteRefund(db, order, payment, { provider: payments.kind, refund, now: clock.now() });
  if (refund.status === 'succeeded') metrics?.payment('refunded');
}

/** Whether the shop tries a due refund itself, and now. */
const mayTry = ({ refund_by_hand_at, refund_try_at }: PaymentRow, now: number): boolean => refund_by_hand_at === null && refund_try_at <= now;

/** Whether another provider took a payment, which the shop's can't refund: an admin does, unless it was practice money. */
async function isTakenElsewhere({ db, clock, payments }: Needs, payment: PaymentRow): Promise<boolean> {
  if (payment.charged_by === null || payment.charged_by === payments.kind) return false;
  const order = await findOrder(db, payment.order_id);
  if (order && payment.charged_by !== 'practice') await leaveToAdmin(db, order, payment, clock.now());
  return true;
}

/** Asks the provider for something that a due refund needs, and notes a refusal before it throws it. */
async function attempt<T>(services: Needs, payment: PaymentRow, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderError && error.how !== 'unreachable') await noteFailure(services, payment, error);
    throw error;
  }
}

/** The provider repeats an error for the same idempotency key, so the next try needs another. It never refunds more than was paid. */
async function noteFailure(services: Needs, payment: PaymentRow, error: ProviderError): Promise<void> {
  const { db, clock } = services;
  const order = await findOrder(db, payment.order_id);
  if (order && error.how === 'refused' && (await counts(services, payment.intent_id))) await refuseRefund(db, order, payment, clock.now());
  else await skipRefundAttempt(db, payment);
}

/**
 * Whether a refusal counts. One because a bank investigates, of which the shop may not have heard, doesn't: the refund waits for the bank. Nor does one
 * while the provider can't be reached; but where it doesn't show the shop its disputes, none is assumed.
 */
async function counts(services: Needs, intentId: string): Promise<boolean> {
  try {
    return !(await syncDisputesOf(services, intentId));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return error.how !== 'unreachable';
  }
}

/** Refunds the part of a payment that is due; safe to repeat. Throws `ProviderError` when the provider doesn't respond; the sweep tries again. */
export async function payBackPart(services: Needs, intentId: string): Promise<void> {
  const { db, clock, payments } = services;
  const known = await findPayment(db, intentId);
  if (!isPartDue(known, clock.now()) || (await isTakenElsewhere(services, known))) return;
  // The provider forgets an idempotency key after a day, but not the refund made with it.
  const refunds = await attempt(services, known, () => syncRefunds(services, intentId));
  const payment = await findPayment(db, intentId);
  const order = payment && (await findOrder(db, payment.order_id));
  if (!order || !isPartDue(payment, clock.now())) return;
  const amountCents = dueCents(payment);
  // It was pending when the provider was asked for it.
  if (refunds.some(({ id, status }) => id === payment.partial_refund_id && status === 'failed')) return refuseRefund(db, order, payment, clock.now());
  const key = `partial-refund-${intentId}-${payment.refund_attempt}`;
  const pending = refunds.find((one) => one.status === 'pending' && (one.id === payment.partial_refund_id || one.amountCents === amountCents));
  const refund = pending ?? (await attempt(services, payment, () => payments.refund(intentId, key, amountCents)));
  if (refund.status === 'failed') return refuseRefund(db, order, payment, clock.now());
  const isPending = refund.status === 'pending';
  await notePartialRefund(db, intentId, { refundId: refund.id, askedAgainAt: clock.now() + (isPending ? PENDING_MS : 0) });
  if (!isPending) await syncRefunds(services, intentId);
}

function isPartDue(payment: PaymentRow | undefined, now: number): payment is PaymentRow {
  return payment?.state === 'kept' && dueCents(payment) > 0 && mayTry(payment, now);
}

/** Checks a refund that was made: a bank may return it days later, and then it is due again. */
export async function checkRefund(services: Needs, intentId: string): Promise<void> {
  const { db, clock, payments } = services;
  const known = await findPayment(db, intentId);
  if (known?.state !== 'refunded' || known.refund_id === null) return;
  const refund = await payments.findRefund(known.refund_id);
  if (refund.status !== 'failed') return;
  // First, so that its amount is left to be refunded.
  await syncRefunds(services, intentId);
  const payment = await findPayment(db, intentId);
  const order = payment && (await findOrder(db, payment.order_id));
  if (order) await undoRefund(db, order, payment, { provider: payments.kind, refund, now: clock.now() });
}

/** Fetches a payment's refunds from the provider and records partial ones and those made outside the shop. A full refund undoes the sale. */
export async function syncRefunds(services: Needs, intentId: string): Promise<Refund[]> {
  const { db, clock, payments } = services;
  const payment = await findPayment(db, intentId);
  const order = payment && (await findOrder(db, payment.order_id));
  if (!order) return [];
  const refunds = await payments.findRefundsOf(intentId);
  const isWhole = await recordRefunds(db, order, { provider: payments.kind, intentId, refunds, now: clock.now() });
  if (isWhole) await refundSale(services, order, { reason: REFUNDED_ELSEWHERE, relist: false, by: PROVIDER });
  return refunds;
}
