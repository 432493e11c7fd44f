import type { PriceBand } from '#contract/price-estimates.ts';
import { formatPrice } from '../../../ui/money.ts';
import { GRADE_NAMES } from '../grade-names.ts';
import { formatStorage } from './model-name.ts';

const CELL = 'px-1.5 py-2.5 text-left first:pl-3 last:pr-3 sm:px-3 sm:first:pl-4 sm:last:pr-4';
const BAR = { width: 100, height: 12 };

/** What a model sold for: a table for each storage, with a row for all conditions and one for each. */
export function BandTables({ bands }: { bands: PriceBand[] }) {
  const highest = Math.max(...bands.map(({ high }) => high));
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {[...Map.groupBy(bands, ({ storage }) => storage)].map(([storage, rows]) => (
        <table key={storage} className="w-full overflow-hidden rounded-2xl border border-line bg-surface text-sm tabular-nums">
          <caption className="pb-2 text-left text-lg font-semibold">{storage === null ? 'Storage not known' : formatStorage(storage)}</caption>
          <thead className="text-muted">
            <tr className="border-b border-line">
              <th scope="col" className={CELL}>
                Condition
              </th>
              <th scope="col" className={CELL}>
                Usually
              </th>
              <th scope="col" className={CELL}>
                Median
              </th>
              <th scope="col" className={CELL}>
                Sold
              </th>
            </tr>
          </thead>
          <tbody>
            {withoutRepeats(rows).map((band) => (
              <Row key={band.grade} band={band} highest={highest} />
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}

/** Where all were in the same condition, the row for all conditions says nothing else. */
function withoutRepeats(rows: PriceBand[]): PriceBand[] {
  const ofAll = rows.find(({ grade }) => grade === null)?.count;
  return rows.filter(({ grade }) => grade !== null || !rows.some((row) => row.grade !== null && row.count === ofAll));
}

function Row({ band, highest }: { band: PriceBand; highest: number }) {
  const { grade, low, median, high, count } = band;
  const name = grade === null ? 'All' : GRADE_NAMES[grade];
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className={`${CELL} font-medium first-letter:uppercase`}>
        {name}
      </th>
      <td className={CELL}>
        <span className="whitespace-nowrap">
          {formatPrice(low)}–{formatPrice(high)}
        </span>
        <Bar low={low} median={median} high={high} highest={highest} />
      </td>
      <td className={`${CELL} font-semibold`}>{formatPrice(median)}</td>
      <td className={CELL}>{count}</td>
    </tr>
  );
}

/** The range on a scale that starts at zero, for comparing the rows; the numbers are beside it. */
function Bar({ low, median, high, highest }: Pick<PriceBand, 'low' | 'median' | 'high'> & { highest: number }) {
  const x = (dollars: number): number => (dollars / highest) * BAR.width;
  return (
    <svg viewBox={`0 0 ${BAR.width} ${BAR.height}`} preserveAspectRatio="none" aria-hidden="true" className="mt-1 block h-2 w-full max-w-48">
      <rect x="0" y="4" width={BAR.width} height="4" className="fill-sunken" />
      <rect x={x(low)} y="3" width={Math.max(x(high) - x(low), 1)} height="6" className="fill-accent opacity-50" />
      <rect x={x(median) - 0.75} y="0" width="1.5" height={BAR.height} className="fill-accent" />
    </svg>
  );
}
