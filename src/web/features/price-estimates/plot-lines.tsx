import { formatPrice } from '../../ui/money.ts';
import { LINES } from './plot-scale.ts';

type PlotLinesProps = { step: number /** Where the lines begin and end. */; from: number; to: number; y: (dollars: number) => number };

/** A plot's lines, `step` dollars apart, with their prices beside them. */
export function PlotLines({ step, from, to, y }: PlotLinesProps) {
  return Array.from({ length: LINES + 1 }, (_, line) => line * step).map((dollars) => (
    <g key={dollars}>
      <line x1={from} x2={to} y1={y(dollars)} y2={y(dollars)} className="stroke-line" />
      <text x={from - 8} y={y(dollars) + 4} textAnchor="end" className="fill-muted text-[12px] tabular-nums">
        {formatPrice(dollars)}
      </text>
    </g>
  ));
}
