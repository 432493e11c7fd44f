import type { PaidOrder } from '#contract/orders.ts';

/** The name of the other side. */
export function otherNameOf({ side, buyer, seller }: Pick<PaidOrder, 'side' | 'buyer' | 'seller'>): string {
  return side === 'buyer' ? seller.name : buyer.name;
}
