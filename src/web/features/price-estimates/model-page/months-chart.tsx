import type { ModelPrices, PaidFigures } from '#contract/price-estimates.ts';
import { formatPrice } from '../../../ui/money.ts';
import { formatMonth } from '../../../ui/month.ts';
import { PlotLines } from '../plot-lines.tsx';
import { LINES, stepFor } from '../plot-scale.ts';

const WIDTH = 400;
const HEIGHT = 190;
const MARGIN = { left: 52, right: 14, top: 12, bottom: 26 };

type Months = ModelPrices['months'];
type Shown = { at: number; month: string; paid: PaidFigures };

/** Monthly medians as a line with their usual range around it, without a script; months with too few sales are left out. */
export function MonthsChart({ months, name }: { months: Months; name: string }) {
  const shown = months.flatMap(({ month, paid }, at) => (paid ? [{ at, month, paid }] : []));
  const [first] = shown;
  if (!first) return <p className="text-muted">Fewer than five sold in each of the last 12 months.</p>;
  if (shown.length === 1) return <OneMonth {...first} />;
  return (
    <div className="grid gap-2">
      <Plot months={months} shown={shown} name={name} />
      <p className="text-sm text-muted">
        The line is the median price, and the shaded area is the middle 60% of prices. Months with fewer than five sales are left out.
      </p>
      <Table months={months} name={name} />
    </div>
  );
}

function OneMonth({ month, paid: { median, low, high, count } }: Shown) {
  return (
    <p>
      {formatMonth(month)}: <strong className="font-semibold">{formatPrice(median)}</strong>, usually {formatPrice(low)} to {formatPrice(high)}, {count} sold.{' '}
      <span className="text-muted">Fewer than five sold in each of the other months.</span>
    </p>
  );
}

function Plot({ months, shown, name }: { months: Months; shown: Shown[]; name: string }) {
  const step = stepFor(Math.max(...shown.map(({ paid }) => paid.high)));
  const floor = HEIGHT - MARGIN.bottom;
  const x = (at: number): number => MARGIN.left + (at / Math.max(months.length - 1, 1)) * (WIDTH - MARGIN.left - MARGIN.right);
  const y = (dollars: number): number => floor - (dollars / (step * LINES)) * (floor - MARGIN.top);
  const along = (key: 'low' | 'median' | 'high'): string[] => shown.map(({ at, paid }) => `${x(at)},${y(paid[key])}`);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Chart of what the ${name} sold for by month, also in the table below`}
      className="w-full max-w-xl"
    >
      <PlotLines step={step} from={MARGIN.left} to={WIDTH - MARGIN.right} y={y} />
      <polygon points={[...along('low'), ...along('high').toReversed()].join(' ')} className="fill-accent opacity-15" />
      <polyline points={along('median').join(' ')} fill="none" strokeWidth="2" className="stroke-accent" />
      {shown.map(({ month, paid, at }) => (
        <circle key={month} cx={x(at)} cy={y(paid.median)} r="4" className="fill-accent" />
      ))}
      <text x={MARGIN.left} y={HEIGHT - 6} className="fill-muted text-[12px]">
        {formatMonth(months[0]?.month ?? '')}
      </text>
      <text x={WIDTH - MARGIN.right} y={HEIGHT - 6} textAnchor="end" className="fill-muted text-[12px]">
        {formatMonth(months.at(-1)?.month ?? '')}
      </text>
    </svg>
  );
}

/** The chart as a table, for screen readers. */
function Table({ months, name }: { months: Months; name: string }) {
  return (
    <div className="sr-only">
      <table>
        <caption>What the {name} sold for by month</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Sold</th>
            <th scope="col">Median price</th>
            <th scope="col">Usually</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, paid }) => (
            <tr key={month}>
              <th scope="row">{formatMonth(month)}</th>
              <td>{paid?.count ?? 'Fewer than 5'}</td>
              <td>{paid ? formatPrice(paid.median) : 'Not shown'}</td>
              <td>{paid ? `${formatPrice(paid.low)} to ${formatPrice(paid.high)}` : 'Not shown'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
