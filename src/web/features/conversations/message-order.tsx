import { MessageCircle } from 'lucide-react';
import type { PaidOrder } from '#contract/orders.ts';
import { Button } from '../../ui/button.tsx';
import { useOpenConversation } from './open-conversation.ts';

/** Opens the conversation of an order's two sides. */
export function MessageOrder({ order }: { order: PaidOrder }) {
  const open = useOpenConversation();
  return (
    <Button variant="secondary" className="self-start" busy={open.isPending} onClick={() => open.mutate({ orderId: order._id })}>
      {!open.isPending && <MessageCircle className="size-5" aria-hidden="true" />}
      {order.side === 'buyer' ? 'Message the seller' : 'Message the buyer'}
    </Button>
  );
}
