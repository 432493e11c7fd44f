import { z } from 'zod';

/** What the shop takes off a sale when it pays the seller: percent of the price plus a fixed amount in dollars, both with two decimals at most. */
export const FeeTerms = z.object({ percent: z.number(), fixed: z.number() });
export type FeeTerms = z.infer<typeof FeeTerms>;

/** The range within which the operator can set each. */
export const FEE_LIMITS = { percent: { min: 0, max: 50 }, fixed: { min: 0, max: 100 } } as const;

/** The fee on a sale in whole cents, rounded down; never more than the price. */
export function feeOn(priceCents: number, terms: FeeTerms | undefined): number {
  if (!terms) return 0;
  const share = Math.floor((priceCents * hundredths(terms.percent)) / 10_000);
  return Math.min(priceCents, share + hundredths(terms.fixed));
}

const hundredths = (amount: number): number => Math.round(amount * 100);

/** What is left of a sale's fee, rounded down, when only this much of its price is: the fee goes back in proportion. */
export function feeLeft(feeCents: number, { priceCents, leftCents }: { priceCents: number; leftCents: number }): number {
  return leftCents >= priceCents ? feeCents : Math.floor((feeCents * leftCents) / priceCents);
}

/** Whether an amount has two decimals at most. */
export const hasTwoDecimals = (amount: number): boolean => Math.abs(amount * 100 - hundredths(amount)) < 1e-6;
