import { z } from 'zod';
import { FEE_LIMITS, hasTwoDecimals } from '#contract/seller-fee.ts';
import { STRIPE_NAMES } from './payments.ts';

/** `webhookSecret`: of Stripe's webhook about connected accounts; null: there is none, and the shop asks from time to time. */
export type PayoutsConfig = { kind: 'practice' | 'stripe' | 'by-hand'; webhookSecret: string | null };

export const payoutSettings = {
  PAYOUTS: z.enum(['practice', 'stripe', 'by-hand'], 'PAYOUTS: set practice, stripe or by-hand.').optional(),
  STRIPE_CONNECT_WEBHOOK_SECRET: z
    .string()
    .regex(
      /^whsec_\w+$/u,
      'STRIPE_CONNECT_WEBHOOK_SECRET: set the signing secret of the webhook for connected accounts from Stripe’s dashboard; it begins with whsec_.',
    )
    .optional(),
  SELLER_FEE_PERCENT: amount('SELLER_FEE_PERCENT', FEE_LIMITS.percent),
  SELLER_FEE_FIXED: amount('SELLER_FEE_FIXED', FEE_LIMITS.fixed),
};
type PayoutSettings = z.output<z.ZodObject<typeof payoutSettings>> & Partial<Record<(typeof STRIPE_NAMES)[number], string>>;

export function payoutsOf(env: PayoutSettings, { demo }: { demo: boolean }): PayoutsConfig {
  return { kind: env.PAYOUTS ?? (demo && !takesStripe(env) ? 'practice' : 'by-hand'), webhookSecret: env.STRIPE_CONNECT_WEBHOOK_SECRET ?? null };
}

/** Whether cards are Stripe's. */
const takesStripe = (env: PayoutSettings): boolean => STRIPE_NAMES.some((name) => env[name] !== undefined);

export function payoutFaults(env: PayoutSettings): string[] {
  if (env.PAYOUTS === 'stripe' && !takesStripe(env)) return [`PAYOUTS: Stripe pays sellers out of its own payments only; set ${STRIPE_NAMES.join(', ')}, too.`];
  if (env.PAYOUTS === 'practice' && takesStripe(env)) return ['PAYOUTS: practice payouts need practice cards; set stripe or by-hand.'];
  return [];
}

function amount(name: string, { min, max }: { min: number; max: number }) {
  const sentence = `${name}: set a number from ${min} to ${max}, with two decimals at most.`;
  return z.coerce.number(sentence).min(min, sentence).max(max, sentence).refine(hasTwoDecimals, sentence).default(0);
}
