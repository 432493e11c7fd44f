import type { DayOfViews } from '#contract/interest.ts';

const WIDTH = 340;
const HEIGHT = 140;
const MARGIN = { left: 36, right: 6, top: 14, bottom: 24 };
/** The widest bar, as of a listing that is a few days old. */
const WIDEST = 24;
const date = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** People per day as bars, with the same numbers as a table on demand. */
export function ViewsPlot({ views }: { views: DayOfViews[] }) {
  const most = Math.max(...views.map(({ people }) => people), 1);
  const step = (WIDTH - MARGIN.left - MARGIN.right) / views.length;
  const floor = HEIGHT - MARGIN.bottom;
  const heightOf = (people: number): number => (people / most) * (floor - MARGIN.top);
  const bar = Math.min(step * 0.75, WIDEST);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label="Chart of people per day, also in the table below" className="w-full max-w-xl">
      {[0, most].map((people) => (
        <g key={people}>
          <line x1={MARGIN.left} x2={WIDTH - MARGIN.right} y1={floor - heightOf(people)} y2={floor - heightOf(people)} className="stroke-line" />
          <text x={MARGIN.left - 8} y={floor - heightOf(people) + 4} textAnchor="end" className="fill-muted text-[12px] tabular-nums">
            {people}
          </text>
        </g>
      ))}
      {views.map(({ day, people }, index) => (
        <rect
          key={day}
          x={MARGIN.left + index * step + (step - bar) / 2}
          y={floor - heightOf(people)}
          width={bar}
          height={heightOf(people)}
          rx="1.5"
          className="fill-accent"
        />
      ))}
      <text x={MARGIN.left} y={HEIGHT - 6} className="fill-muted text-[12px]">
        {views.length > 1 && nameOf(views[0]?.day)}
      </text>
      <text x={WIDTH - MARGIN.right} y={HEIGHT - 6} textAnchor="end" className="fill-muted text-[12px]">
        Today
      </text>
    </svg>
  );
}

export function ViewsTable({ views }: { views: DayOfViews[] }) {
  return (
    <details>
      <summary className="min-h-11 py-2 text-sm font-medium">Show as a table</summary>
      <table className="w-full max-w-xs text-sm tabular-nums">
        <caption className="sr-only">People who looked at the listing, by day</caption>
        <thead>
          <tr className="border-b border-line text-left">
            <th scope="col" className="py-1 font-medium">
              Day (UTC)
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              People
            </th>
          </tr>
        </thead>
        <tbody>
          {views.toReversed().map(({ day, people }) => (
            <tr key={day} className="border-b border-line">
              <th scope="row" className="py-1 text-left font-normal">
                {nameOf(day)}
              </th>
              <td className="py-1 text-right">{people}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const nameOf = (day = ''): string => date.format(Date.parse(day));
