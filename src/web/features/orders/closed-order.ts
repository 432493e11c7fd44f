import type { Booking, ClosedReason } from '#contract/orders.ts';

const SENTENCES: Record<ClosedReason, string> = {
  sold_to_another: 'Sold to another buyer',
  listing_removed: 'Taken off the shop',
  buyer_removed: 'Closed with its account',
};

/** Why an order can't be paid any more, and what became of money that came too late; null while it can be. */
export const closedSentence = ({ closedReason, refunded }: Pick<Booking, 'closedReason' | 'refunded'>): string | null => {
  if (closedReason === null) return null;
  return refunded ? `${SENTENCES[closedReason]}. Your payment came too late and is refunded in full.` : SENTENCES[closedReason];
};
