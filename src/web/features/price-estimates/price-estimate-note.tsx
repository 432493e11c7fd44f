import { useState } from 'react';
import type { ListingDetail } from '#contract/listings.ts';
import type { PriceEstimate } from '#contract/price-estimates.ts';
import { Link } from '../../router/index.ts';
import { Icon } from '../../ui/icon.tsx';
import { JudgementBadge } from '../../ui/judgement-badge.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { useLate } from '../../ui/use-late.ts';
import { pathOfPrices } from './model-page/model-name.ts';
import { PriceHistoryButton } from './price-history-button.tsx';
import { formatRange } from './range-text.ts';

/** The server has them at once. */
const describeOnServer = import.meta.env.SSR ? (await import('./price-reasons.ts')).describeReasons : null;
const REASONS = 'grid list-disc gap-1.5 pl-5 text-sm text-muted';

/** How a listing's price compares with the price estimate, with reasons on demand. Only the price history needs JavaScript. */
export function PriceEstimateNote({ listing }: { listing: ListingDetail }) {
  const { worth: estimate } = listing;
  if (!estimate) return null;
  const { range, judgement } = estimate;
  return (
    <details className="group min-w-0 rounded-xl border border-line">
      <summary className="flex min-h-12 list-none flex-wrap items-center gap-x-3 gap-y-1 rounded-xl px-4 py-2 hover:bg-sunken [&::-webkit-details-marker]:hidden">
        {judgement && <JudgementBadge judgement={judgement} />}
        <span className="min-w-0 text-sm">{range ? `Usually ${formatRange(range)}` : 'We can’t estimate its price'}</span>
        <span className="ml-auto inline-flex items-center gap-1 text-sm font-medium">
          Why
          <Icon name="chevron-down" className="size-4 transition-transform group-open:rotate-180" />
        </span>
      </summary>
      <div className="grid gap-3 px-4 pt-1 pb-4">
        <Reasons estimate={estimate} />
        {listing.catalogModel !== null && (
          <Link to={pathOfPrices(listing.catalogModel)} className="inline-flex min-h-11 items-center justify-self-start text-sm font-medium underline">
            What this model sells for
          </Link>
        )}
        <PriceHistoryButton brand={listing.name} model={listing.model_name} />
      </div>
    </details>
  );
}

/** A browser leaves the server’s sentences as they are. It loads what writes them for another estimate, or for a page opened without a reload. */
function Reasons({ estimate }: { estimate: PriceEstimate }) {
  const isHydrated = useHydrated();
  const [first] = useState({ estimate, isHydrated });
  const isWanted = !describeOnServer && (first.isHydrated || first.estimate !== estimate);
  const { part, hasFailed } = useLate(async () => (await import('./price-reasons.ts')).describeReasons, isWanted);
  const describe = describeOnServer ?? part;
  if (!describe && !first.isHydrated)
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it sets nothing: React leaves what the server wrote, instead of hydrating it.
    return <ul key="written" className={REASONS} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
  return (
    <ul className={REASONS}>
      {describe?.(estimate).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      {hasFailed && <li>The reasons didn’t load. Reload the page to try again.</li>}
    </ul>
  );
}
