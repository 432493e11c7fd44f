import type { ReactNode } from 'react';
import { formatPrice } from './money.ts';

/** A price, what the first-purchase discount takes off it, and what is left to pay. */
export function PriceLines({ listPrice, discount, total }: { listPrice: number; discount: number; total: number }) {
  return (
    <dl className="grid gap-1 tabular-nums">
      <Line name="Price">{formatPrice(listPrice)}</Line>
      <Line name="First-purchase discount">−{formatPrice(discount)}</Line>
      <Line name="Total">
        <span className="font-semibold">{formatPrice(total)}</span>
      </Line>
    </dl>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
