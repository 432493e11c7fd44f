import type { PaymentIntent } from '../../ports/payments.ts';
import type { Services } from '../../services.ts';
import { findOrder } from '../orders/index.ts';
import { findRefundsDue, markRefunded, type PaymentState, recordPayment } from './queries.ts';
import { matchesOrder } from './rules.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments'>;

export type Settlement = { paymentId: string; state: PaymentState; isNew: boolean };

/** Gives one payment back in full; safe to repeat. Throws `ProviderFailed` when the provider does not answer: the sweep tries again. */
export const payBack = async ({ db, clock, payments }: Needs, intentId: string): Promise<void> => {
  const refund = await payments.refund(intentId, `refund-${intentId}`);
  if (refund.status !== 'failed') await markRefunded(db, intentId, refund.id, clock.now());
};

/**
 * Settles money that has arrived: the order is paid and the phone sold, or the money goes back. Whoever tells of it, in
 * whatever order and however often, the books end the same. Null when the intent is for no order of ours.
 */
export const settle = async (services: Needs, intent: PaymentIntent): Promise<Settlement | null> => {
  const order = intent.orderId === null ? undefined : await findOrder(services.db, intent.orderId);
  if (!order) return null;
  const recorded = await recordPayment(services.db, order, intent, matchesOrder(intent, order), services.clock.now());
  if (recorded.state === 'refund_due') {
    // The debt is on record; a provider that doesn't answer now is asked again by the sweep.
    await payBack(services, intent.id).catch(() => {});
  }
  return recorded;
};

/** Pays back whatever is still due; answers how many tries failed. */
export const sweepRefunds = async (services: Needs): Promise<number> => {
  let failed = 0;
  for (const { intent_id } of await findRefundsDue(services.db)) await payBack(services, intent_id).catch(() => failed++);
  return failed;
};
