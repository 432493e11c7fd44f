import type { Booking } from '#contract/orders.ts';
import { formatPrice } from '../../ui/money.ts';

/** That the seller has changed the price since a phone was booked, and what that means; nothing while it is the same. */
export function PriceNow({ order: { priceNow, listPrice } }: { order: Pick<Booking, 'priceNow' | 'listPrice'> }) {
  if (priceNow === null) return null;
  const booked = formatPrice(listPrice);
  return (
    <span className="block text-sm text-muted">
      The price is now {formatPrice(priceNow)}.{' '}
      {priceNow > listPrice
        ? `You still pay the ${booked} you booked it for.`
        : `You booked it for ${booked}. To pay less, cancel this booking and book again.`}
    </span>
  );
}
