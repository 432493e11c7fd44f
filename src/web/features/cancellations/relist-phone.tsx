import { useQuery } from '@tanstack/react-query';
import type { PaidOrder } from '#contract/orders.ts';
import { useOrderChange } from '../../queries/orders.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { Button } from '../../ui/button.tsx';
import { useApp } from '../../use-app.tsx';

/** For the seller of a canceled or refunded sale: the phone goes back on sale when they say so. */
export function RelistPhone({ order }: { order: PaidOrder }) {
  const { api } = useApp();
  const params = { orderId: order._id };
  const isUndone = order.side === 'seller' && order.state !== 'paid';
  const { data } = useQuery({
    queryKey: [PRIVATE, 'paid-order', order._id, 'relisting'],
    queryFn: () => api.call('GET /orders/:orderId/relisting', { params }),
    enabled: isUndone,
  });
  const relist = useOrderChange<void>(order._id, {
    change: () => api.call('POST /orders/:orderId/relisting', { params }),
    done: 'Your phone is on sale again.',
  });
  if (!isUndone || !data?.isPossible) return null;
  return (
    <section className="grid justify-items-start gap-3 rounded-2xl border border-line bg-surface p-4 sm:p-6" aria-labelledby="relist">
      <h2 id="relist" className="text-xl">
        Your phone isn’t on sale
      </h2>
      <p>If you have it and still want to sell it, put the listing back as it was.</p>
      <Button variant="secondary" busy={relist.isPending} onClick={() => relist.mutate()}>
        Put back on sale
      </Button>
    </section>
  );
}
