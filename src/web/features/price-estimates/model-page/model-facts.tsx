import type { ReactNode } from 'react';
import type { ModelPrices } from '#contract/price-estimates.ts';
import { Link } from '../../../router/index.ts';
import { formatPrice } from '../../../ui/money.ts';
import { formatMonth } from '../../../ui/month.ts';
import { describeEnd } from '../../../ui/updates-text.ts';
import { fullNameOf } from './model-name.ts';

/** What a buyer or seller wants to know besides the prices, in a row of facts. */
export function ModelFacts({ prices }: { prices: ModelPrices }) {
  const { daysToSell, onSale, launch_price, released, updates } = prices;
  const search = `/search?${new URLSearchParams({ search: fullNameOf(prices) })}`;
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Fact label="On sale now">
        {onSale ? <Link to={search} className="underline">{`${onSale.count} from ${formatPrice(onSale.from)}`}</Link> : 'None at the moment'}
      </Fact>
      <Fact label="Time to sell">{daysToSell ? describeDays(daysToSell) : 'Too few sales to say'}</Fact>
      <Fact label="Security updates">{updates ? <Updates until={updates.until} /> : 'No published promise that we know of'}</Fact>
      <Fact label="When new">
        {launch_price === null ? 'Price not known' : formatPrice(launch_price)}
        {released !== null && `, ${released.length === 4 ? released : formatMonth(released)}`}
      </Fact>
    </dl>
  );
}

function describeDays({ low, median, high }: NonNullable<ModelPrices['daysToSell']>): string {
  return low === high ? `About ${inDays(median)}` : `About ${inDays(median)}, usually ${low} to ${inDays(high)}`;
}

const inDays = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

/** Where the browser's clock is in another month, the server's text stays. */
function Updates({ until }: { until: string }) {
  return (
    <span className="inline-block first-letter:uppercase" suppressHydrationWarning>
      {until.length === 4 ? `until ${until}` : describeEnd(until, Date.now())}
    </span>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="rounded-2xl border border-line bg-surface px-4 py-3">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-0.5 font-medium">{children}</dd>
    </div>
  );
}
