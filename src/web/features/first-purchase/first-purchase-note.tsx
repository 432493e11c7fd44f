import { useQuery } from '@tanstack/react-query';
import type { DiscountState } from '#contract/first-purchase.ts';
import { formatPrice } from '../../ui/money.ts';
import { useApp } from '../../use-app.tsx';
import { firstPurchaseOptions } from './queries.ts';

type Offered = { discount: number; discountState: DiscountState };

/** Before booking: what the first-purchase discount takes off this phone; nothing without one. It appears late, so it stands where it moves nothing. */
export function FirstPurchaseNote({ listing }: { listing: { _id: string; resale_price: number } }) {
  const { api, config } = useApp();
  const { data } = useQuery({ ...firstPurchaseOptions(api, listing._id), enabled: config.firstPurchase !== undefined });
  const sentence = data && sentenceOf(data, listing.resale_price);
  return sentence ? <p className="text-good">{sentence}</p> : null;
}

function sentenceOf({ discount, discountState }: Offered, price: number): string {
  if (discountState === 'applied') return `You’ll pay ${formatPrice((price * 100 - discount * 100) / 100)}: ${formatPrice(discount)} off your first purchase.`;
  if (discountState === 'in_use') return 'Your first-purchase discount is being used for another order right now.';
  return discountState === 'unverified' ? 'Verify your email address before you book to get your first-purchase discount.' : '';
}
