import type { MonthOfSales } from '#contract/price-estimates.ts';
import { PlotLines } from './plot-lines.tsx';
import { LINES, stepFor } from './plot-scale.ts';

const WIDTH = 400;
const HEIGHT = 170;
const MARGIN = { left: 52, right: 14, top: 12, bottom: 26 };

type PricePlotProps = { months: MonthOfSales[]; nameOf: (month: string) => string };

/** Monthly medians as a line; months without a published figure are hollow marks on the baseline. */
export function PricePlot({ months, nameOf }: PricePlotProps) {
  const shown = months.flatMap(({ month, median, count }) => (median === null || count === null ? [] : { month, median, count }));
  const [first, last] = [months[0]?.month ?? '', months.at(-1)?.month ?? ''];
  const span = Math.max(indexOf(last) - indexOf(first), 1);
  const step = stepFor(Math.max(...shown.map(({ median }) => median)));
  const [inner, floor] = [WIDTH - MARGIN.left - MARGIN.right, HEIGHT - MARGIN.bottom];
  const x = (month: string): number => MARGIN.left + ((indexOf(month) - indexOf(first)) / span) * inner;
  const y = (dollars: number): number => floor - (dollars / (step * LINES)) * (floor - MARGIN.top);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label="Chart of sale prices by month, also shown in the table below" className="w-full">
      <PlotLines step={step} from={MARGIN.left} to={WIDTH - MARGIN.right} y={y} />
      <polyline points={shown.map(({ month, median }) => `${x(month)},${y(median)}`).join(' ')} fill="none" strokeWidth="2" className="stroke-accent" />
      {months.map(({ month, median }) =>
        median === null ? (
          <circle key={month} cx={x(month)} cy={floor} r="3" className="fill-surface stroke-muted" />
        ) : (
          <circle key={month} cx={x(month)} cy={y(median)} r="4" className="fill-accent" />
        ),
      )}
      <text x={MARGIN.left} y={HEIGHT - 6} className="fill-muted text-[12px]">
        {nameOf(first)}
      </text>
      {last !== first && (
        <text x={WIDTH - MARGIN.right} y={HEIGHT - 6} textAnchor="end" className="fill-muted text-[12px]">
          {nameOf(last)}
        </text>
      )}
    </svg>
  );
}

function indexOf(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return year * 12 + number;
}
