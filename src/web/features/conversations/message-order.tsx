import type { PaidOrder } from '#contract/orders.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useOpenConversation } from './open-conversation.ts';

/** Opens the conversation of an order's two sides. */
export function MessageOrder({ order }: { order: PaidOrder }) {
  const open = useOpenConversation();
  return (
    <Button variant="secondary" className="self-start" busy={open.isPending} onClick={() => open.mutate({ orderId: order._id })}>
      {!open.isPending && <Icon name="message-circle" className="size-5" />}
      {order.side === 'buyer' ? 'Message the seller' : 'Message the buyer'}
    </Button>
  );
}
