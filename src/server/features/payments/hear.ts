import type { Services } from '../../services.ts';
import { PROVIDER } from '../orders/index.ts';
import { hearDispute, hearRefunds } from './disputes.ts';
import { lookAtRefund, settle } from './settle.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments'>;

const TELLS_OF_REFUND = /^(?:charge\.refund|refund\.)/u;

/** Handles a webhook of the provider. Only its signature and subject are trusted: the rest is fetched from the provider, so webhooks may come twice, late and in any order. */
export async function hearProvider(services: Needs, rawBody: string, signature: string): Promise<void> {
  const event = services.payments.readEvent(rawBody, signature);
  const intent = event.intentId === null ? null : await services.payments.findIntent(event.intentId);
  if (intent?.status === 'succeeded') {
    await settle(services, intent, PROVIDER);
    await lookAtRefund(services, intent.id);
    if (TELLS_OF_REFUND.test(event.type)) await hearRefunds(services, intent.id);
  }
  if (event.disputeId !== null) await hearDispute(services, event.disputeId);
}
