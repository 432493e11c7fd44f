import { useId, useState } from 'react';
import type { Listing } from '#contract/listings.ts';
import { readSize } from '#drawing/size.ts';
import { LatePhoneDrawing } from '../../../ui/late-phone-drawing.tsx';
import { compareSizes, THINGS, type Thing } from './compare-sizes.ts';

/** Around both, so that nothing touches the edge. */
const MARGIN_MM = 2;

/** The phone beside an object of a known size, at the same scale. */
export function SizeComparison({ listing }: { listing: Listing }) {
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const { size, sized } = readSize(listing.specification.Dimensions);
  const thing = THINGS[chosen] ?? THINGS[0];
  if (!sized || !thing) return null;
  const [height, width, depth] = size;
  const boxHeight = Math.max(height, thing.height) + 2 * MARGIN_MM;
  return (
    <section>
      <h2 className="mb-6 text-2xl">Size</h2>
      <div className="grid items-center gap-6 rounded-2xl border border-line bg-surface p-6 md:grid-cols-[auto_1fr] md:gap-12 md:p-8">
        <div className="flex h-64 items-end justify-center gap-4 md:h-80">
          <LatePhoneDrawing phone={listing} side="front" box={[boxHeight, width + 2 * MARGIN_MM]} title={`${listing.model_name}, drawn to scale`} />
          <Outline thing={thing} boxHeight={boxHeight} />
        </div>
        <div className="grid min-w-0 gap-4">
          <p className="font-display text-xl font-semibold">
            {height} × {width} × {depth} mm
          </p>
          <p role="status">{compareSizes({ height, width }, thing)}</p>
          <div className="grid max-w-xs min-w-0 gap-1.5">
            <label htmlFor={id} className="text-sm text-muted">
              Compare with
            </label>
            <select
              id={id}
              value={chosen}
              onChange={(event) => setChosen(Number(event.currentTarget.value))}
              className="min-h-11 min-w-0 rounded-xl border border-line-strong bg-surface px-3"
            >
              {THINGS.map(({ name }, index) => (
                <option key={name} value={index}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        </div>
      </div>
    </section>
  );
}

function Outline({ thing, boxHeight }: { thing: Thing; boxHeight: number }) {
  return (
    <svg
      viewBox={`${-MARGIN_MM} ${thing.height + MARGIN_MM - boxHeight} ${thing.width + 2 * MARGIN_MM} ${boxHeight}`}
      aria-hidden="true"
      className="h-full max-w-full"
    >
      <rect width={thing.width} height={thing.height} rx={thing.corner} className="fill-surface stroke-line-strong" strokeWidth="0.6" strokeDasharray="2 1.4" />
    </svg>
  );
}
