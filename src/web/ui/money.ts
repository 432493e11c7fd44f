const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats dollars as `$1,299`, with cents only where there are some: `$1,299.50`. */
export const formatPrice = (dollars: number): string => (Number.isInteger(dollars) ? whole : exact).format(dollars);

/** Formats dollars with cents: `$289.00`, for money that is about to move. */
export const formatExact = (dollars: number): string => exact.format(dollars);

/** Returns how much less than new the price is, in whole percent; null below one percent. */
export function savingPercent(resale: number, original: number): number | null {
  if (original <= resale || original <= 0) return null;
  const percent = Math.floor((1 - resale / original) * 100);
  return percent >= 1 ? percent : null;
}
