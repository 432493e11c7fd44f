import type { DiscountState } from '#contract/first-purchase.ts';
import type { Booking } from '#contract/orders.ts';
import { formatPrice } from '../../ui/money.ts';
import { PriceLines } from '../../ui/price-lines.tsx';

/** Why an open order costs the full price although it was booked with a discount. */
const LOST: Partial<Record<DiscountState, string>> = {
  in_use: 'Full price: your first-purchase discount is being used for another order.',
  used: 'Full price: your first-purchase discount has been used.',
};

/** In one line, what became of an order's first-purchase discount; nothing when it never had one. */
export function DiscountNote({ order }: { order: Booking }) {
  const note = order.discount > 0 ? `With ${formatPrice(order.discount)} off your first purchase` : lostDiscount(order);
  return note && <span className="block text-sm text-muted">{note}</span>;
}

/** The same where there is room: how the price comes about. */
export function DiscountLines({ order }: { order: Booking }) {
  if (order.discount > 0) return <PriceLines listPrice={order.listPrice} discount={order.discount} total={order.price} />;
  const lost = lostDiscount(order);
  return lost && <p className="rounded-xl bg-warning-soft px-4 py-3 text-warning">{lost}</p>;
}

function lostDiscount({ discountState, paid, closedReason }: Booking): string | null {
  return paid || closedReason !== null ? null : (LOST[discountState] ?? null);
}
