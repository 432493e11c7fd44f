import { hours } from '#contract/shared/durations.ts';
import type { Services } from '../../services.ts';
import { findOrder, PROVIDER } from '../orders/index.ts';
import { recordDispute } from './dispute-commands.ts';
import { findDisputesToCheck } from './dispute-queries.ts';
import { findPayment } from './queries.ts';
import { recordRefunds } from './refund-commands.ts';
import { refundSale } from './settle.ts';

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

/** Fetches a payment's refunds from the provider and records those made outside the shop. A full refund undoes the sale. */
export async function syncRefunds(services: Needs, intentId: string): Promise<void> {
  const { db, clock, payments } = services;
  const payment = await findPayment(db, intentId);
  const order = payment && (await findOrder(db, payment.order_id));
  if (!order) return;
  const refunds = await payments.findRefundsOf(intentId);
  const isWhole = await recordRefunds(db, order, { provider: payments.kind, intentId, refunds, now: clock.now() });
  if (isWhole) await refundSale(services, order, { reason: REFUNDED_ELSEWHERE, relist: false, by: PROVIDER });
}

/** Open disputes to check again, in case their webhooks never arrived. */
export const findStaleDisputes = ({ db, clock, payments }: Needs): Promise<string[]> => findDisputesToCheck(db, payments.kind, clock.now() - CHECK_EVERY_MS);
