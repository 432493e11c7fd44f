import type { Booking } from '#contract/orders.ts';
import { useNavigate } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { useReleaseReservation } from './queries.ts';

/** Ends a reservation early and returns to the dashboard: buyers and sellers have their orders on different pages. */
export function ReleaseButton({ order }: { order: Booking }) {
  const navigate = useNavigate();
  const releaseReservation = useReleaseReservation(order);
  return (
    <Button
      type="button"
      variant="secondary"
      size="small"
      busy={releaseReservation.isPending}
      onClick={() => releaseReservation.mutate(undefined, { onSuccess: () => void navigate('/dashboard') })}
    >
      Release this phone
    </Button>
  );
}
