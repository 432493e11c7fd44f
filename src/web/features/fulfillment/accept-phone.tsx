import { type RefObject, useEffect, useRef } from 'react';
import type { PaidOrder } from '#contract/orders.ts';
import { useOrderChange } from '../../queries/orders.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { formatExact } from '../../ui/money.ts';

/** Lets the buyer say that the phone is as described, before the time to check it is over. `next` gets the focus once this is gone. */
export function AcceptPhone({ order, next }: { order: PaidOrder; next: RefObject<HTMLElement | null> }) {
  const accept = useOrderChange<void>(order._id, {
    change: (api) => api.call('POST /orders/:orderId/acceptance', { params: { orderId: order._id } }),
    done: 'Your order is complete.',
  });
  const isOffered = order.side === 'buyer' && order.fulfillment.state === 'handed_over';
  const isPressed = useRef(false);
  // Not when the reply arrives: the dialog may still be open then, and nothing beside it takes the focus.
  useEffect(() => {
    if (isPressed.current && !isOffered) next.current?.focus();
  }, [isOffered, next]);
  if (!isOffered) return null;
  return (
    <ConfirmButton
      button="Everything’s fine"
      variant="primary"
      className="justify-self-start self-start"
      title="Is everything fine?"
      onConfirm={async () => {
        isPressed.current = true;
        isPressed.current = await accept.mutateAsync();
      }}
      confirm={`Pay ${formatExact(order.charged)} to ${order.seller.gone ? 'the seller' : order.seller.name}`}
    >
      The seller is paid now, and you can no longer report a problem with this phone.
    </ConfirmButton>
  );
}
