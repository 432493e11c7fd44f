import type { Booking, ClosedReason } from '#contract/orders.ts';

const SENTENCES: Record<ClosedReason, string> = {
  sold_to_another: 'Sold to another buyer',
  listing_removed: 'Listing removed',
  sold_elsewhere: 'Sold elsewhere by the seller',
  agreement_over: 'The agreed price has expired',
  buyer_removed: 'Account closed',
  refunded_by_admin: 'Refunded by the shop',
  sale_canceled: 'Sale canceled',
  refunded_after_problem: 'Refunded after a problem',
  payment_reversed: 'Reversed by your bank',
  canceled: 'Canceled by you',
};

/** Why a sale was undone, after the buyer had paid. */
const WAS_PAID: readonly ClosedReason[] = ['refunded_by_admin', 'sale_canceled', 'refunded_after_problem', 'payment_reversed'];

/** Explains why an order can no longer be paid, and what became of its money; null while it can be. */
export function closedSentence({ closedReason, state }: Pick<Booking, 'closedReason' | 'state'>): string | null {
  if (closedReason === null) return null;
  const sentence = SENTENCES[closedReason];
  const wasPaid = WAS_PAID.includes(closedReason);
  if (state === 'refunding')
    return wasPaid ? `${sentence}. Your refund is on its way.` : `${sentence}. Your payment arrived too late, and we’re refunding it in full.`;
  if (state === 'refunded')
    return wasPaid ? `${sentence}. You’ve been refunded in full.` : `${sentence}. Your payment arrived too late and was refunded in full.`;
  return sentence;
}

/** Whether a booking ended that was never paid, of a phone that is on sale again. */
export const isBackOnSale = ({ state, productStatus }: Pick<Booking, 'state' | 'productStatus'>): boolean =>
  state === 'closed' && productStatus === 'available';
