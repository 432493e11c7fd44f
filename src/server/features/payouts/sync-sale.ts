import type { Services } from '../../services.ts';
import { syncDisputesOf, syncRefunds } from '../payments/index.ts';
import { requireSaleFacts } from './entitlement.ts';
import type { PayoutOfSale } from './queries.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments'>;

/**
 * Records what the card provider knows of a sale's refunds and disputes, in case their webhooks never arrived: call it before its seller is paid.
 * Throws `ProviderError` when the provider doesn't respond. A provider that the shop no longer uses isn't asked.
 */
export async function syncSale(services: Needs, { order_id, intent_id, charged_by }: PayoutOfSale): Promise<void> {
  if (intent_id === null || charged_by !== services.payments.kind) return;
  await syncDisputesOf(services, intent_id);
  const { chargedCents, refundedCents, withdrawnCents } = await requireSaleFacts(services.db, order_id);
  // Of a payment that a bank took back nothing can be refunded anymore.
  if (refundedCents + withdrawnCents < chargedCents) await syncRefunds(services, intent_id);
}
