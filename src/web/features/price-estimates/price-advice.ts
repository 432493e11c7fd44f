import type { PriceEstimate } from '#contract/price-estimates.ts';
import { formatRange } from './range-text.ts';

/** Returns the advice shown beside the price that a seller types. */
export function adviceFor({ range, judgement }: PriceEstimate, price: string): string {
  if (range === null) return 'We can’t estimate a price for this phone.';
  const usual = `Similar phones usually sell for ${formatRange(range)}.`;
  if (judgement === 'fair') return `${usual} Yours is a fair price.`;
  if (judgement === 'good_price') return `${usual} Yours will stand out as a good price.`;
  if (judgement === 'check_why_so_low') return `${usual} Yours is much lower, and buyers will wonder why. Is a digit missing?`;
  return price.trim() === '' ? usual : `${usual} If you’re asking more, explain why in the description.`;
}
