import { type Cost, type Figure, processorRatioOf, ratioOf } from './figures.ts';
import { writeSize } from './options.ts';

/** A target with its result; `byProcessor` is the same by the server's CPU time, which other work on the machine hardly affects. */
export type Verdict = { what: string; value: number; byProcessor: number | null; unit: string; target: string; met: boolean };

type Sized = { small: number; large: number };

/** From this many listings on, a shop is a large one. */
const LARGE = 1_000_000;
/** Throughput as part of the constant's. */
const SHARES: Record<string, Sized> = {
  list: { small: 0.25, large: 0.2 },
  'list, signed in': { small: 0.3, large: 0.25 },
  'list, signed in, cached': { small: 0.3, large: 0.25 },
  '24 random rows': { small: 0.15, large: 0.08 },
  'search, exact': { small: 0.12, large: 0.08 },
  'search, typos': { small: 0.12, large: 0.08 },
  'search, filters': { small: 0.12, large: 0.08 },
  listing: { small: 0.25, large: 0.2 },
};
const CACHED_SHARE = 0.6;
/** How much longer the largest shop may take than the smallest. */
const GROWTH: Record<string, number> = { '24 random rows': 1.5, 'category page, brotli': 1.2, booking: 1.5, message: 1.5 };
/** A page deep in a list may take this much longer than the first. */
const DEEP = 1.5;
/** In milliseconds, on an idle machine. */
const SEARCH_P99_MS = 30;
/** Seconds from the start to the first page, and to the first search. */
const OPEN: Sized = { small: 1, large: 1.5 };
const SEARCHABLE: Sized = { small: 1.5, large: 3 };
const MEMORY_MB: Sized = { small: 200, large: 400 };

type Measured = { what: string; value: number; byProcessor?: number | null; unit?: string };

/** Checks the targets for one engine and number of processes, at each size, and the growth from the smallest to the largest. */
export function judge(figures: Figure[], costs: Cost[]): Verdict[] {
  const sizes = [...new Set(costs.map(({ size }) => size))].toSorted((one, other) => one - other);
  const of = <T extends { size: number }>(items: T[], wanted: number): T[] => items.filter(({ size }) => size === wanted);
  return [...sizes.flatMap((size) => ofSize(of(figures, size), of(costs, size))), ...growth(figures)];
}

function ofSize(figures: Figure[], costs: Cost[]): Verdict[] {
  const find = (row: string): Figure | undefined => figures.find((figure) => figure.row === row);
  return [
    ...figures.flatMap((figure) => {
      const share = SHARES[figure.row];
      if (share) return [atLeast(forSize(share, figure.size), ofConstant(figure))];
      return figure.cached ? [atLeast(CACHED_SHARE, ofConstant(figure))] : [];
    }),
    ...figures
      .filter(({ kind }) => kind === 'search')
      .map(({ row, size, tally }) => below(SEARCH_P99_MS, { what: `p99 of ${row}, ${writeSize(size)}`, value: tally.p99 / 1000, unit: ' ms' })),
    ...depth(find('list of all, page 1'), find('list of all, page 1,000')),
    ...costs.flatMap(ofCost),
  ];
}

function ofCost({ size, caches, openSeconds, searchSeconds, memoryAfter }: Cost): Verdict[] {
  const where = `${writeSize(size)}, ${caches ? 'with' : 'without'} a cache`;
  return [
    below(forSize(OPEN, size), { what: `start to open, ${where}`, value: openSeconds, unit: ' s' }),
    below(forSize(SEARCHABLE, size), { what: `start to first search, ${where}`, value: searchSeconds, unit: ' s' }),
    ...(memoryAfter ? [below(forSize(MEMORY_MB, size), { what: `the server’s own memory, ${where}`, value: memoryAfter.anonymous, unit: ' MB' })] : []),
  ];
}

const forSize = ({ small, large }: Sized, size: number): number => (size < LARGE ? small : large);

function growth(figures: Figure[]): Verdict[] {
  return Object.entries(GROWTH).flatMap(([row, limit]) => {
    const sorted = figures.filter((figure) => figure.row === row).toSorted((one, other) => one.size - other.size);
    const [smallest, largest] = [sorted[0], sorted.at(-1)];
    if (!smallest || !largest || smallest.size === largest.size) return [];
    return [below(limit, slower(`p50 of ${row}, ${writeSize(largest.size)} / ${writeSize(smallest.size)}`, largest, smallest))];
  });
}

function depth(first: Figure | undefined, deep: Figure | undefined): Verdict[] {
  return first && deep ? [below(DEEP, slower(`p50 of page 1,000 / page 1, ${writeSize(deep.size)}`, deep, first))] : [];
}

function below(limit: number, { what, value, byProcessor = null, unit = '' }: Measured): Verdict {
  return { what, value, byProcessor, unit, target: `< ${limit}${unit}`, met: value < limit };
}

function atLeast(limit: number, { what, value, byProcessor = null, unit = '' }: Measured): Verdict {
  return { what, value, byProcessor, unit, target: `>= ${limit}${unit}`, met: value >= limit };
}

/** How many times slower one figure is than another. */
function slower(what: string, { tally: one }: Figure, { tally: other }: Figure): Measured {
  return {
    what,
    value: one.p50 / other.p50,
    byProcessor: one.processorMicros && other.processorMicros ? one.processorMicros / other.processorMicros : null,
  };
}

function ofConstant(figure: Figure): Measured {
  return {
    what: `${figure.row}, part of the constant, ${writeSize(figure.size)}`,
    value: ratioOf(figure),
    byProcessor: processorRatioOf(figure),
  };
}

export function verdictLine({ what, value, byProcessor, unit, target, met }: Verdict): string {
  return [
    met ? '  met   ' : '  missed',
    what.padEnd(54),
    write(value, unit).padStart(10),
    target.padEnd(10),
    byProcessor === null ? '' : `by processor time ${write(byProcessor, unit)}`,
  ]
    .join('  ')
    .trimEnd();
}

const write = (value: number, unit: string): string => `${value >= 100 ? value.toFixed(0) : value.toFixed(value < 1 ? 3 : 2)}${unit}`;
