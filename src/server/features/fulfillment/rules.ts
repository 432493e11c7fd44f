import { ConflictError, ForbiddenError } from '../../errors.ts';

type Parties = { buyer_id: string; seller_id: string };

/** Throws 403 unless the caller has this part in an order that they may see. */
export function requireSide(order: Parties, userId: string, side: 'buyer' | 'seller'): void {
  const id = side === 'buyer' ? order.buyer_id : order.seller_id;
  if (id !== userId) throw new ForbiddenError(side === 'buyer' ? 'Only the buyer can do this.' : 'Only the seller can do this.', 'not_allowed');
}

/** The 409 for something that an order's state doesn't allow anymore. */
export function orderChanged(): ConflictError {
  return new ConflictError('order_changed', 'This order has changed in the meantime. Here is where it stands now.');
}
