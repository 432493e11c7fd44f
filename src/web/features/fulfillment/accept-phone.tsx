import { useState } from 'react';
import type { PaidOrder } from '#contract/orders.ts';
import { useOrderChange } from '../../queries/orders.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { formatExact } from '../../ui/money.ts';

/** Lets the buyer say that the phone is as described, before the time to check it is over. */
export function AcceptPhone({ order }: { order: PaidOrder }) {
  const [open, setOpen] = useState(false);
  const accept = useOrderChange<void>(order._id, {
    change: (api) => api.call('POST /orders/:orderId/acceptance', { params: { orderId: order._id } }),
    done: 'Your order is complete.',
  });
  if (order.side !== 'buyer' || order.fulfillment.state !== 'handed_over') return null;
  const confirm = async () => {
    await accept.mutateAsync();
    setOpen(false);
  };
  return (
    <>
      <Button className="justify-self-start self-start" onClick={() => setOpen(true)}>
        Everything’s fine
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Is everything fine?"
        onConfirm={() => void confirm()}
        confirm={`Pay ${formatExact(order.price)} to ${order.seller.gone ? 'the seller' : order.seller.name}`}
        busy={accept.isPending}
      >
        The seller is paid now, and you can no longer report a problem with this phone.
      </ConfirmDialog>
    </>
  );
}
