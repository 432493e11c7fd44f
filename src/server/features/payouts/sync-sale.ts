import type { Services } from '../../services.ts';
import { syncDisputesOf, syncRefunds } from '../payments/index.ts';
import type { PayoutOfSale } from './queries.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments'>;

/**
 * Records what the card provider knows of a sale's refunds and disputes, in case their webhooks never arrived: call it before its seller is paid.
 * Throws `ProviderError` when the provider doesn't respond. A provider that the shop no longer uses isn't asked.
 */
export async function syncSale(services: Needs, { intent_id, charged_by }: Pick<PayoutOfSale, 'intent_id' | 'charged_by'>): Promise<void> {
  if (intent_id === null || charged_by !== services.payments.kind) return;
  await syncDisputesOf(services, intent_id);
  await syncRefunds(services, intent_id);
}
