import { type Cost, type Figure, processorRatioOf, ratioOf } from './figures.ts';
import { writeSize } from './options.ts';

/** A target with its result; `byProcessor` is the same by the server's CPU time, which other work on the machine hardly affects. */
export type Verdict = { what: string; value: number; byProcessor: number | null; unit: string; target: string; met: boolean };

const GROWTH = { '24 random rows': 1.5, list: 1.5, listing: 1.5, 'search, exact': 1.5, 'search, typos': 2 };
const SEARCH_P99_MS = 50;
const MEMORY_MB = 400;
const CACHED_RATIO = 0.6;
const LIST_RATIO = 0.06;
const CATEGORY_PAGES = 800;
const DEEP = 1.5;
const MICROS = 1_000_000;

type Measured = { what: string; value: number; byProcessor?: number | null; unit?: string };

/** Checks the targets for one engine and number of processes: growth across its sizes, the others at the largest. */
export function judge(figures: Figure[], costs: Cost[]): Verdict[] {
  const size = Math.max(...costs.map((cost) => cost.size));
  const atSize = <T extends { size: number }>(items: T[]): T[] => items.filter((item) => item.size === size);
  return [...growth(figures), ...ofLargest(atSize(figures), atSize(costs))];
}

/** How many times slower the largest shop is than the smallest. */
function growth(figures: Figure[]): Verdict[] {
  return Object.entries(GROWTH).flatMap(([row, limit]) => {
    const sorted = figures.filter((figure) => figure.row === row).toSorted((one, other) => one.size - other.size);
    const [smallest, largest] = [sorted[0], sorted.at(-1)];
    if (!smallest || !largest || smallest.size === largest.size) return [];
    return [below(limit, slower(`p50 of ${row}, ${writeSize(largest.size)} / ${writeSize(smallest.size)}`, largest, smallest))];
  });
}

function below(limit: number, { what, value, byProcessor = null, unit = '' }: Measured): Verdict {
  return { what, value, byProcessor, unit, target: `< ${limit}${unit}`, met: value < limit };
}

/** How many times slower one figure is than another. */
function slower(what: string, { tally: one }: Figure, { tally: other }: Figure): Measured {
  return {
    what,
    value: one.p50 / other.p50,
    byProcessor: one.processorMicros && other.processorMicros ? one.processorMicros / other.processorMicros : null,
  };
}

function ofLargest(figures: Figure[], costs: Cost[]): Verdict[] {
  const find = (row: string): Figure[] => figures.filter((figure) => figure.row === row);
  const searches = figures.filter(({ kind }) => kind === 'search');
  return [
    ...searches.map(({ row, tally }) => below(SEARCH_P99_MS, { what: `p99 of ${row}`, value: tally.p99 / 1000, unit: ' ms' })),
    ...depth(find('list of all, page 1')[0], find('list of all, page 1,000')[0]),
    ...figures.filter(({ cached }) => cached).map((figure) => atLeast(CACHED_RATIO, ofConstant(figure))),
    ...['list', '24 random rows'].flatMap(find).map((figure) => atLeast(LIST_RATIO, ofConstant(figure))),
    ...find('category page').map(({ tally }) =>
      atLeast(CATEGORY_PAGES, {
        what: 'category pages that are not kept',
        value: tally.perSecond,
        byProcessor: tally.processorMicros && MICROS / tally.processorMicros,
        unit: '/s',
      }),
    ),
    ...costs.flatMap(({ memoryAfter }) =>
      memoryAfter ? [below(MEMORY_MB, { what: 'the server’s own memory, without files', value: memoryAfter.anonymous, unit: ' MB' })] : [],
    ),
  ];
}

function depth(first: Figure | undefined, deep: Figure | undefined): Verdict[] {
  return first && deep ? [below(DEEP, slower('p50 of page 1,000 / page 1', deep, first))] : [];
}

function atLeast(limit: number, { what, value, byProcessor = null, unit = '' }: Measured): Verdict {
  return { what, value, byProcessor, unit, target: `>= ${limit}${unit}`, met: value >= limit };
}

function ofConstant(figure: Figure): Measured {
  return {
    what: `${figure.row}, part of the constant`,
    value: ratioOf(figure),
    byProcessor: processorRatioOf(figure),
  };
}

export function verdictLine({ what, value, byProcessor, unit, target, met }: Verdict): string {
  return [
    met ? '  met   ' : '  missed',
    what.padEnd(44),
    write(value, unit).padStart(10),
    target.padEnd(10),
    byProcessor === null ? '' : `by processor time ${write(byProcessor, unit)}`,
  ]
    .join('  ')
    .trimEnd();
}

const write = (value: number, unit: string): string => `${value >= 100 ? value.toFixed(0) : value.toFixed(value < 1 ? 3 : 2)}${unit}`;
