import type { Booking } from '#contract/orders.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { formatPrice } from '../../ui/money.ts';

/** That a phone now costs something else than it was booked for, and what that means; nothing while it is the same, or once it was paid. */
export function PriceNow({ order: { paid, priceNow, listPrice, agreedUntil } }: { order: Pick<Booking, 'paid' | 'priceNow' | 'listPrice' | 'agreedUntil'> }) {
  if (paid) return null;
  const booked = formatPrice(listPrice);
  if (agreedUntil !== null)
    return (
      <span className="block text-sm text-muted">
        You and the seller agreed on {booked}, to be paid by <DateTime iso={agreedUntil} />.
      </span>
    );
  if (priceNow === null) return null;
  return (
    <span className="block text-sm text-muted">
      The price is now {formatPrice(priceNow)}.{' '}
      {priceNow > listPrice
        ? `You still pay the ${booked} you booked it for.`
        : `You booked it for ${booked}. To pay less, cancel this booking and book again.`}
    </span>
  );
}
