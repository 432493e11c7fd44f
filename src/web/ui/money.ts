import { groupThousands } from './count.ts';

/** Formats dollars as `$1,299`, with cents only where there are some: `$1,299.50`. */
export const formatPrice = (dollars: number): string => (Number.isInteger(dollars) ? format(dollars, 0) : formatExact(dollars));

/** Formats dollars with cents: `$289.00`, for money that is about to move. */
export const formatExact = (dollars: number): string => format(dollars, 2);

/** As `Intl` does for `en-US`, without its cost. */
function format(dollars: number, digits: number): string {
  const [whole = '', cents] = Math.abs(dollars).toFixed(digits).split('.');
  return `${dollars < 0 ? '-' : ''}$${groupThousands(whole)}${cents === undefined ? '' : `.${cents}`}`;
}

/** Returns how much less than new the price is, in whole percent; null below one percent. */
export function savingPercent(resale: number, original: number): number | null {
  if (original <= resale || original <= 0) return null;
  const percent = Math.floor((1 - resale / original) * 100);
  return percent >= 1 ? percent : null;
}
