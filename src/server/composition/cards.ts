import { createPracticeCards, type PracticeCardsOptions } from '../adapters/payments/practice/practice-cards.ts';
import { createStripePayments } from '../adapters/payments/stripe.ts';
import { createStripePayouts } from '../adapters/payouts/stripe.ts';
import type { Config } from '../config/config.ts';
import type { ShopOrigin } from '../http/origin.ts';
import type { PayoutProvider } from '../ports/payouts.ts';
import { deriveSecret } from '../security/secrets.ts';
import type { Services } from '../services.ts';
import type { Around } from './around.ts';

type Cards = Pick<Services, 'payments' | 'payouts' | 'practiceBank' | 'embedded' | 'background'>;
/** What makes the practice card provider misbehave. */
export type Misbehavior = Pick<PracticeCardsOptions, 'misbehave' | 'timeoutMs' | 'retries' | 'funds'>;
type Needs = Around & { origin: ShopOrigin; misbehavior?: Misbehavior };

const BY_HAND: PayoutProvider = { kind: 'by-hand' };

/** The configured card provider: Stripe, or the shop's own practice cards, which run in this process. */
export function openCards({ payments, payouts }: Pick<Config, 'payments' | 'payouts'>, { db, clock, secret, origin, onFault, misbehavior }: Needs): Cards {
  if (payments.kind === 'stripe') {
    const { secretKey, publishableKey, webhookSecret, apiUrl } = payments;
    const stripe = createStripePayments({ kind: 'stripe', secretKey, publishableKey, webhookSecret, ...(apiUrl !== null && { apiUrl }) });
    const connect = () =>
      createStripePayouts({ kind: 'stripe', secretKey, webhookSecret: payouts.webhookSecret ?? '', shopUrl: origin.url, ...(apiUrl !== null && { apiUrl }) });
    return { payments: stripe, payouts: payouts.kind === 'stripe' ? connect() : BY_HAND, practiceBank: null, embedded: [], background: [] };
  }
  const cards = createPracticeCards({
    db,
    clock,
    publishableKey: `pk_practice_${deriveSecret(secret, 'card-publishable').slice(0, 24)}`,
    secretKey: `sk_practice_${deriveSecret(secret, 'card-secret').slice(0, 24)}`,
    webhookSecret: `whsec_${deriveSecret(secret, 'card-webhook')}`,
    ...misbehavior,
    onError: (error) => onFault('delivering the card provider’s events failed', error),
  });
  return {
    payments: cards.payments,
    payouts: payouts.kind === 'practice' ? cards.payouts : BY_HAND,
    practiceBank: cards.bank,
    embedded: [{ prefix: '/practice-cards', handle: cards.handle }],
    background: [{ name: 'practice-cards', start: cards.deliverEvents }],
  };
}
