import type { Booking } from '#contract/orders.ts';
import { Button } from '../../ui/button.tsx';
import { useReleaseReservation } from './queries.ts';

/** Ends a reservation early. */
export function ReleaseButton({ order, onReleased }: { order: Booking; onReleased: () => void }) {
  const releaseReservation = useReleaseReservation(order);
  return (
    <Button
      type="button"
      variant="secondary"
      size="small"
      busy={releaseReservation.isPending}
      onClick={() => releaseReservation.mutate(undefined, { onSuccess: onReleased })}
    >
      Release this phone
    </Button>
  );
}
