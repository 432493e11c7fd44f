import type { Booking } from '#contract/orders.ts';
import { ButtonLink } from '../../ui/button.tsx';

/** Leads to the booking page of a phone that is on sale again. */
export function BookAgain({ order }: { order: Booking }) {
  return (
    <ButtonLink to={`/booking-page/${encodeURIComponent(order.productId)}`} variant="secondary" size="small" aria-label={`Book ${order.ProductName} again`}>
      Book again
    </ButtonLink>
  );
}
