import { hours } from '#contract/shared/durations.ts';
import { ProviderError } from '../../errors.ts';
import type { Refund } from '../../ports/payments.ts';
import type { Services } from '../../services.ts';
import { findOrder, PROVIDER } from '../orders/index.ts';
import { recordDispute } from './dispute-commands.ts';
import { findDisputesToCheck } from './dispute-queries.ts';
import { findPayment } from './queries.ts';
import { recordRefunds } from './refund-commands.ts';
import { skipRefundAttempt } from './refund-queries.ts';
import { payBack, refundSale } from './settle.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments'>;

const CHECK_EVERY_MS = hours(1);
const REFUNDED_ELSEWHERE = 'The shop refunded this payment.';

/** Fetches a dispute from the provider and records it. Ignores disputes about payments of other shops. */
export async function syncDispute({ db, clock, payments }: Needs, disputeId: string): Promise<void> {
  const dispute = await payments.findDispute(disputeId);
  const payment = dispute && (await findPayment(db, dispute.intentId));
  const order = payment && (await findOrder(db, payment.order_id));
  if (order) await recordDispute(db, order, { provider: payments.kind, dispute, now: clock.now() });
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

/** Refunds the part of a payment that is due; safe to repeat. Throws `ProviderError` when the provider doesn't respond; the sweep tries again. */
export async function payBackPart(services: Needs, intentId: string): Promise<void> {
  const { db, payments } = services;
  // The provider forgets an idempotency key after a day, but not the refund made with it.
  const refunds = await syncRefunds(services, intentId);
  const payment = await findPayment(db, intentId);
  if (payment?.state !== 'kept' || payment.partial_due_cents === null) return;
  const amountCents = payment.partial_due_cents;
  if (refunds.some((refund) => refund.status === 'pending' && refund.amountCents === amountCents)) return;
  const key = `partial-refund-${intentId}-${payment.refund_attempt}`;
  const refund = await payments.refund(intentId, key, amountCents).catch(async (error: unknown) => {
    if (error instanceof ProviderError && error.how !== 'unreachable') await skipRefundAttempt(db, payment);
    throw error;
  });
  if (refund.status === 'failed') await skipRefundAttempt(db, payment);
  if (refund.status === 'succeeded') await syncRefunds(services, intentId);
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

/** Open disputes to check again, in case their webhooks never arrived. */
export const findStaleDisputes = ({ db, clock, payments }: Needs): Promise<string[]> => findDisputesToCheck(db, payments.kind, clock.now() - CHECK_EVERY_MS);
