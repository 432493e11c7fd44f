import type { ListingDetail } from '#contract/listings.ts';
import { monthsLeft } from '#contract/shared/updates.ts';
import { Icon } from '../../../ui/icon.tsx';
import { describeUpdates, formatPricePerMonth, pricePerMonth } from '../../../ui/updates-text.ts';

/** How long the phone gets security updates, the price per month of updates, and the source; renders nothing where that is unknown. */
export function UpdatesNote({ listing }: { listing: Pick<ListingDetail, 'updatesUntil' | 'updatesSource' | 'resale_price' | 'status'> }) {
  const { updatesUntil, updatesSource, resale_price, status } = listing;
  if (updatesUntil === null) return null;
  const now = Date.now();
  const price = status === 'sold' ? null : pricePerMonth(resale_price, updatesUntil, now);
  const icon = monthsLeft(updatesUntil, now) < 0 ? 'shield-off' : 'shield-check';
  return (
    <div className="flex gap-3 rounded-xl border border-line px-4 py-3">
      <Icon name={icon} className="mt-0.5 size-5 shrink-0 text-muted" />
      <div className="grid min-w-0 gap-1">
        {/* Where the browser's clock is in another month, the server's text stays. */}
        <p className="font-medium" suppressHydrationWarning>
          {describeUpdates(updatesUntil, now)}
        </p>
        {price !== null && (
          <p className="text-sm" suppressHydrationWarning>
            {formatPricePerMonth(price)}
          </p>
        )}
        {updatesSource && <p className="text-sm text-muted wrap-anywhere">Source: {updatesSource}</p>}
      </div>
    </div>
  );
}
