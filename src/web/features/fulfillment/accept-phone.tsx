import type { PaidOrder } from '#contract/orders.ts';
import { useOrderChange } from '../../queries/orders.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { formatExact } from '../../ui/money.ts';

/** Lets the buyer say that the phone is as described, before the time to check it is over. */
export function AcceptPhone({ order }: { order: PaidOrder }) {
  const accept = useOrderChange<void>(order._id, {
    change: (api) => api.call('POST /orders/:orderId/acceptance', { params: { orderId: order._id } }),
    done: 'Your order is complete.',
  });
  if (order.side !== 'buyer' || order.fulfillment.state !== 'handed_over') return null;
  return (
    <ConfirmButton
      button="Everything’s fine"
      variant="primary"
      className="justify-self-start self-start"
      title="Is everything fine?"
      onConfirm={() => accept.mutateAsync()}
      confirm={`Pay ${formatExact(order.price)} to ${order.seller.gone ? 'the seller' : order.seller.name}`}
    >
      The seller is paid now, and you can no longer report a problem with this phone.
    </ConfirmButton>
  );
}
