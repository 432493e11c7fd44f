import type { DiscountTerms } from '#contract/first-purchase.ts';
import { MIN_PRICE_CENTS } from '#contract/shared/money.ts';

/** What the first purchase costs less, in whole cents, rounded down. What is left is never less than a card can pay. */
export function discountOn(priceCents: number, terms: DiscountTerms | undefined): number {
  if (!terms) return 0;
  const share = Math.floor((priceCents * terms.percent) / 100);
  return Math.max(0, Math.min(share, terms.cap * 100, priceCents - MIN_PRICE_CENTS));
}
