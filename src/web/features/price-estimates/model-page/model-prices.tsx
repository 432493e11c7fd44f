import type { ModelPrices as Prices } from '#contract/price-estimates.ts';
import { Link } from '../../../router/index.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { formatPrice } from '../../../ui/money.ts';
import { formatRange } from '../range-text.ts';
import { BandTables } from './band-tables.tsx';
import { ModelFacts } from './model-facts.tsx';
import { fullNameOf } from './model-name.ts';
import { MonthsChart } from './months-chart.tsx';

/** What a model sells for. Everything is there without JavaScript. */
export function ModelPrices({ prices }: { prices: Prices }) {
  const name = fullNameOf(prices);
  return (
    <div className="page-width grid gap-8 py-6 md:gap-12 md:py-12">
      <div className="grid gap-4">
        <p className="text-sm">
          <Link to="/prices" className="inline-flex min-h-11 items-center text-muted hover:text-ink hover:underline">
            All price pages
          </Link>
        </p>
        <h1 className="text-2xl md:text-3xl">{`What the ${name} is worth`}</h1>
        <Lead prices={prices} />
      </div>
      {prices.bands.length > 0 && (
        <section aria-labelledby="bands" className="grid gap-4">
          <h2 id="bands" className="text-xl md:text-2xl">
            By storage and condition
          </h2>
          <BandTables bands={prices.bands} />
        </section>
      )}
      <ModelFacts prices={prices} />
      <section aria-labelledby="months" className="grid gap-4">
        <h2 id="months" className="text-xl md:text-2xl">
          Month by month
        </h2>
        <MonthsChart months={prices.months} name={name} />
      </section>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={`/search?${new URLSearchParams({ search: name })}`} variant={prices.onSale ? 'primary' : 'secondary'}>
          See {name} phones
        </ButtonLink>
        <ButtonLink to="/dashboard/addAProducts" variant={prices.onSale ? 'secondary' : 'primary'}>
          Sell yours
        </ButtonLink>
      </div>
    </div>
  );
}

function Lead({ prices: { paid, bands, days, estimate } }: { prices: Prices }) {
  if (bands.length > 0)
    return <p className="max-w-prose text-muted md:text-lg">What buyers paid here in the last {days} days. Based on at least five sales.</p>;
  if (paid)
    return (
      <div className="max-w-prose md:text-lg">
        <p>
          <strong className="font-semibold">{`Median: ${formatPrice(paid.median)}`}</strong>
          {` for all storage sizes together, usually ${formatRange(paid)}. What buyers paid here in the last ${days} days.`}
        </p>
        <p className="mt-2 text-muted">Too few of each storage size were sold here to say more.</p>
      </div>
    );
  return (
    <div className="max-w-prose md:text-lg">
      <p className="text-muted">Too few were sold here in the last {days} days to say what buyers pay.</p>
      {estimate && (
        <p className="mt-2">
          <strong className="font-semibold">{`Our estimate: ${formatRange(estimate)}`}</strong> for one in good condition, from its age and its price when new.
        </p>
      )}
    </div>
  );
}
