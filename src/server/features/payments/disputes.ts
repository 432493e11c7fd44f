import { hours } from '#contract/shared/durations.ts';
import type { ProviderDispute } from '../../ports/payments.ts';
import type { Services } from '../../services.ts';
import { findOrder } from '../orders/index.ts';
import { recordDispute } from './dispute-commands.ts';
import { findDisputesToCheck, markDisputeChecked } from './dispute-queries.ts';
import { blocksRefunds } from './dispute-rules.ts';
import { findPayment } from './queries.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments'>;

const CHECK_EVERY_MS = hours(1);

/** Fetches a dispute from the provider and records it. Ignores disputes about payments of other shops; one that the provider doesn’t know stays as it is. */
export async function syncDispute(services: Needs, disputeId: string): Promise<void> {
  const dispute = await services.payments.findDispute(disputeId);
  if (dispute) await record(services, dispute);
  else await markDisputeChecked(services.db, disputeId, services.clock.now());
}

/** Fetches the disputes about a payment and records them, in case their webhooks never arrived; returns whether one blocks refunds. */
export async function syncDisputesOf(services: Needs, intentId: string): Promise<boolean> {
  const disputes = await services.payments.findDisputesOf(intentId);
  for (const dispute of disputes) await record(services, dispute);
  return disputes.some(({ state }) => blocksRefunds(state));
}

async function record({ db, clock, payments }: Needs, dispute: ProviderDispute): Promise<void> {
  const payment = await findPayment(db, dispute.intentId);
  const order = payment && (await findOrder(db, payment.order_id));
  if (order) await recordDispute(db, order, { provider: payments.kind, dispute, now: clock.now() });
}

/** Open disputes to check again, in case their webhooks never arrived. */
export const findStaleDisputes = ({ db, clock, payments }: Needs): Promise<string[]> => findDisputesToCheck(db, payments.kind, clock.now() - CHECK_EVERY_MS);
