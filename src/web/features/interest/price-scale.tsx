import type { PriceRange } from '#contract/price-estimates.ts';
import { formatPrice } from '../../ui/money.ts';

const WIDTH = 340;
const HEIGHT = 84;
const BAND = { y: 34, height: 14 };
/** Room for the labels at both ends. */
const MARGIN = 56;

/** The asking price on a line, with the range that such phones usually sell for. The same stands beside it as text. */
export function PriceScale({ price, range: { low, high } }: { price: number; range: PriceRange }) {
  const [from, to] = [Math.min(low, price), Math.max(high, price)];
  const x = (dollars: number): number => MARGIN + ((dollars - from) / Math.max(to - from, 1)) * (WIDTH - 2 * MARGIN);
  const middle = BAND.y + BAND.height / 2;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" className="w-full max-w-xl">
      <line x1={MARGIN / 2} x2={WIDTH - MARGIN / 2} y1={middle} y2={middle} className="stroke-line-strong" />
      <rect x={x(low)} y={BAND.y} width={x(high) - x(low)} height={BAND.height} rx="7" className="fill-line-strong" />
      <text x={x(low)} y={BAND.y + BAND.height + 20} textAnchor="end" className="fill-muted text-[12px] tabular-nums">
        {formatPrice(low)}
      </text>
      <text x={x(high)} y={BAND.y + BAND.height + 20} className="fill-muted text-[12px] tabular-nums">
        {formatPrice(high)}
      </text>
      <circle cx={x(price)} cy={middle} r="8" className="fill-accent stroke-surface" strokeWidth="2" />
      <text x={x(price)} y={BAND.y - 10} textAnchor="middle" className="fill-ink text-[13px] font-semibold tabular-nums">
        {formatPrice(price)}
      </text>
    </svg>
  );
}
