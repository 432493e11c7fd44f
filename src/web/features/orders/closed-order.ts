import type { Booking, ClosedReason } from '#contract/orders.ts';

const SENTENCES: Record<ClosedReason, string> = {
  sold_to_another: 'Sold to another buyer',
  listing_removed: 'Taken off the shop',
  buyer_removed: 'Closed with its account',
  refunded_by_admin: 'Refunded by the shop',
  canceled: 'Canceled by you',
};

/** Why an order can't be paid any more, and what became of its money; null while it can be. */
export const closedSentence = ({ closedReason, state }: Pick<Booking, 'closedReason' | 'state'>): string | null => {
  if (closedReason === null) return null;
  const sentence = SENTENCES[closedReason];
  const isAdmins = closedReason === 'refunded_by_admin';
  if (state === 'refunding')
    return isAdmins ? `${sentence}. Your money is on its way back.` : `${sentence}. Your payment came too late and is refunded in full.`;
  if (state === 'refunded')
    return isAdmins ? `${sentence}. Your money went back in full.` : `${sentence}. Your payment came too late and was refunded in full.`;
  return sentence;
};
