import type { Services } from '../../services.ts';
import { PROVIDER } from '../orders/index.ts';
import { syncDispute } from './disputes.ts';
import { checkRefund, syncRefunds } from './refunds.ts';
import { settle } from './settle.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments' | 'sellerFee'>;

const TELLS_OF_REFUND = /^(?:charge\.refund|refund\.)/u;

/** Handles a webhook of the provider. Only its signature and subject are trusted: the rest is fetched from the provider, so webhooks may come twice, late and in any order. */
export async function handleProviderEvent(services: Needs, rawBody: string, signature: string): Promise<void> {
  const event = services.payments.readEvent(rawBody, signature);
  const intent = event.intentId === null ? null : await services.payments.findIntent(event.intentId);
  if (intent?.status === 'succeeded') {
    await settle(services, intent, PROVIDER);
    await checkRefund(services, intent.id);
    if (TELLS_OF_REFUND.test(event.type)) await syncRefunds(services, intent.id);
  }
  if (event.disputeId !== null) await syncDispute(services, event.disputeId);
}
