import type { Booking } from '#contract/orders.ts';
import { useNavigate } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { useLetGo } from './queries.ts';

/** Ends a reservation early and returns to the user's orders. */
export function LetGo({ order }: { order: Booking }) {
  const navigate = useNavigate();
  const letGo = useLetGo(order);
  return (
    <Button
      type="button"
      variant="secondary"
      size="small"
      busy={letGo.isPending}
      onClick={() => letGo.mutate(undefined, { onSuccess: () => void navigate('/dashboard/myOrders') })}
    >
      Release this phone
    </Button>
  );
}
