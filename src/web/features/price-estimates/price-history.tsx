import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { PriceHistory as History } from '#contract/price-estimates.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { formatPrice } from '../../ui/money.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useApp } from '../../use-app.tsx';
import { PricePlot } from './price-plot.tsx';
import { priceHistoryOptions } from './queries.ts';

const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** What phones of a model sold for in the last twelve months, and their current asking prices. */
export function PriceHistory({ brand, model }: { brand: string; model: string }) {
  const { api } = useApp();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, isFetching, refetch } = useQuery(priceHistoryOptions(api, { brand, model_name: model }));
  // The pressed button is gone: the focus moves to its replacement.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="grid gap-3 border-t border-line pt-3">
      <h2 ref={heading} tabIndex={-1} className="text-base font-semibold">
        Price history
      </h2>
      {data ? (
        <>
          <Sold months={data.months} />
          <Asked asked={data.asked} />
        </>
      ) : error && !isFetching ? (
        <div role="alert" className="grid justify-items-start gap-2 text-sm">
          <p>We couldn’t load the price history. {sentenceOf(error)}</p>
          <Button variant="secondary" size="small" onClick={() => void refetch()}>
            Retry
          </Button>
        </div>
      ) : (
        <div role="status">
          <span className="sr-only">Loading…</span>
          <Skeleton className="h-40" />
        </div>
      )}
    </section>
  );
}

function Sold({ months }: Pick<History, 'months'>) {
  if (months.every(({ median }) => median === null))
    return <p className="text-sm text-muted">Too few were sold here in the last 12 months to show a price history.</p>;
  return (
    <>
      <PricePlot months={months} nameOf={nameOf} />
      <Table months={months} />
      <p className="text-sm text-muted">Median sale price each month. Months with fewer than three sales aren’t shown.</p>
    </>
  );
}

const nameOf = (key: string): string => month.format(Date.parse(`${key}-01T00:00:00Z`));

/** The plot as a table, for screen readers. */
function Table({ months }: Pick<History, 'months'>) {
  return (
    <div className="sr-only">
      <table>
        <caption>Sale prices of this model by month</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Sold</th>
            <th scope="col">Median price</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month: key, count, median }) => (
            <tr key={key}>
              <th scope="row">{nameOf(key)}</th>
              <td>{count ?? 'Fewer than 3'}</td>
              <td>{median === null ? 'Not shown' : formatPrice(median)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Asked({ asked }: Pick<History, 'asked'>) {
  return (
    asked && (
      <p className="text-sm text-muted">
        {asked.count === 1
          ? `1 is on sale now for ${formatPrice(asked.median)}.`
          : `${asked.count} are on sale now for ${formatPrice(asked.low)} to ${formatPrice(asked.high)}. The median price is ${formatPrice(asked.median)}.`}
      </p>
    )
  );
}
