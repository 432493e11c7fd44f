import { feeLeft } from '#contract/seller-fee.ts';

/** What became of a sale's money: the price, the fee on all of it, what the buyer was charged, and what went back to them. */
export type SaleFacts = {
  priceCents: number;
  feeCents: number;
  chargedCents: number;
  /** Refunded to the buyer, or about to be. */
  refundedCents: number;
  /** What banks took back for good. */
  withdrawnCents: number;
  /** The whole sale was undone. */
  isUndone: boolean;
  /** A bank is still investigating. */
  isDisputed: boolean;
};

/** What a seller is entitled to: `netCents` is the price less the other two. */
export type Entitlement = { refundedCents: number; feeCents: number; netCents: number };

/**
 * What the seller gets of a sale, given that at least `agreedCents` of it are to go back. When the whole charge went back, so did what the shop added
 * to it.
 */
export function entitledTo(facts: SaleFacts, agreedCents: number): Entitlement {
  const { priceCents, feeCents: wholeFee, chargedCents, withdrawnCents, isUndone } = facts;
  const back = Math.max(facts.refundedCents, agreedCents - withdrawnCents) + withdrawnCents;
  const refundedCents = isUndone || back >= chargedCents ? priceCents : Math.min(priceCents, back);
  const leftCents = priceCents - refundedCents;
  const feeCents = feeLeft(wholeFee, { priceCents, leftCents });
  return { refundedCents, feeCents, netCents: leftCents - feeCents };
}
