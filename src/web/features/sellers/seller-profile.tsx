import type { Seller } from '#contract/sellers.ts';
import { VerifiedBadge } from '../../ui/badge.tsx';
import { type Figure, Figures } from '../../ui/figures.tsx';
import { Initial } from '../../ui/initial.tsx';
import { formatMonth } from '../../ui/month.ts';

/** Who a seller is, and what can be counted of them. */
export function SellerProfile({ seller }: { seller: Seller }) {
  return (
    <header className="grid gap-6">
      <div className="flex items-center gap-4">
        <Initial name={seller.name} />
        <div className="min-w-0">
          <h1 className="flex items-center gap-2 text-2xl md:text-3xl">
            <span className="min-w-0 wrap-anywhere" dir="auto">
              {seller.name}
            </span>
            {seller.verified && <VerifiedBadge />}
          </h1>
          <p className="text-muted">
            {seller.verified ? 'Verified seller. ' : ''}Member since {formatMonth(seller.since)}
          </p>
        </div>
      </div>
      <Figures figures={figuresOf(seller)} />
    </header>
  );
}

/** A rough time: `5 min`, `2 h`, `3 days`. */
function inWholeUnits(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.ceil(minutes / 60);
  return hours <= 36 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}

function figuresOf({ offers, sold, rating, appointments, answers }: Seller): Figure[] {
  return [
    ...(rating ? [{ name: rating.count === 1 ? '1 review' : `${rating.count} reviews`, value: `${rating.average.toFixed(1)} ★` }] : []),
    { name: 'Sold here', value: String(sold) },
    { name: 'On sale', value: String(offers) },
    ...(appointments ? [{ name: 'Meetings kept', value: `${Math.round((100 * appointments.kept) / appointments.all)}%` }] : []),
    ...(answers ? [{ name: 'Questions answered within a day', value: `${Math.round((100 * answers.inTime) / answers.all)}%` }] : []),
    ...(answers?.medianMs != null ? [{ name: 'Usual answer time', value: inWholeUnits(answers.medianMs) }] : []),
  ];
}
