import type { EarlierPrice } from '#contract/listings.ts';
import { DayOf } from '../../../ui/moment.tsx';
import { formatPrice } from '../../../ui/money.ts';

/** What the phone cost before, the latest price first; the others fold. */
export function EarlierPrices({ prices }: { prices: EarlierPrice[] }) {
  const [latest, ...older] = prices;
  if (!latest) return null;
  if (older.length === 0)
    return (
      <p className="text-sm text-muted">
        <Line earlier={latest} />
      </p>
    );
  return (
    <details className="text-sm text-muted">
      <summary className="min-h-6 cursor-pointer">
        <Line earlier={latest} /> · {older.length} more
      </summary>
      <ul className="mt-1 grid list-disc gap-1 pl-5">
        {older.map((earlier) => (
          <li key={earlier.until}>
            <Line earlier={earlier} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Line({ earlier: { price, until } }: { earlier: EarlierPrice }) {
  return (
    <>
      {formatPrice(price)} until <DayOf iso={until} />
    </>
  );
}
