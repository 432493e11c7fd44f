import { z } from 'zod';
import { flag, webAddress } from './fields.ts';

export type PaymentsConfig = ({ kind: 'practice' } | ({ kind: 'stripe' } & StripeKeys)) & { reservationSeconds: number };

export type StripeKeys = {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** The address of a Stripe stand-in; null: Stripe itself. */
  apiUrl: string | null;
};

export const paymentSettings = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/u, 'STRIPE_SECRET_KEY: set the secret key from Stripe’s dashboard; it begins with sk_test_ or sk_live_.')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/u, 'STRIPE_PUBLISHABLE_KEY: set the publishable key from Stripe’s dashboard; it begins with pk_test_ or pk_live_.')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/u, 'STRIPE_WEBHOOK_SECRET: set the signing secret of the webhook’s endpoint from Stripe’s dashboard; it begins with whsec_.')
    .optional(),
  STRIPE_API_URL: webAddress('STRIPE_API_URL'),
  ALLOW_LIVE_KEYS: flag('ALLOW_LIVE_KEYS'),
  ALLOW_TEST_KEYS: flag('ALLOW_TEST_KEYS'),
};
type PaymentSettings = z.output<z.ZodObject<typeof paymentSettings>>;

export const STRIPE_NAMES = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

export function paymentsOf(env: PaymentSettings & { PAYMENT_HOLD_SECONDS: number }): PaymentsConfig {
  const reservationSeconds = env.PAYMENT_HOLD_SECONDS;
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env;
  if (!secretKey || !publishableKey || !webhookSecret) return { kind: 'practice', reservationSeconds };
  return { kind: 'stripe', secretKey, publishableKey, webhookSecret, apiUrl: env.STRIPE_API_URL ?? null, reservationSeconds };
}

export function paymentFaults(env: PaymentSettings, { production, demo }: { production: boolean; demo: boolean }): string[] {
  const missing = STRIPE_NAMES.filter((name) => env[name] === undefined);
  if (missing.length === STRIPE_NAMES.length) return [];
  if (missing.length > 0) return missing.map((name) => `${name}: Stripe needs ${STRIPE_NAMES.join(', ')}; this one is missing.`);
  const mode = modeOf(env.STRIPE_SECRET_KEY ?? '');
  if (mode !== modeOf(env.STRIPE_PUBLISHABLE_KEY ?? ''))
    return ['STRIPE_PUBLISHABLE_KEY: one key is a test key and the other a live one; use two keys of the same mode.'];
  if (mode === 'live' && demo && !env.ALLOW_LIVE_KEYS)
    return ['STRIPE_SECRET_KEY: a demo shop would charge real cards with this live key; use a test key, or set ALLOW_LIVE_KEYS=true.'];
  if (mode === 'test' && production && !env.ALLOW_TEST_KEYS)
    return ['STRIPE_SECRET_KEY: a shop in production can’t take money with this test key; use a live key, or set ALLOW_TEST_KEYS=true.'];
  return [];
}

const modeOf = (key: string): string => key.split('_')[1] ?? '';
