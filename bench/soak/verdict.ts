import { availableParallelism } from 'node:os';
import type { Holding } from './inside.ts';
import { MOST_AT_ONCE } from './load.ts';
import type { Minute } from './minutes.ts';

export type Row = Minute &
  Holding & {
    minute: number;
    /** The server's CPU time per request, in microseconds; null if unknown. */
    processor: number | null;
    /** The system's load average at its end. */
    load: number;
  };

export type Judgement = {
  what: string;
  first: string;
  last: string;
  held: boolean;
  /** Affected by other work on the machine, or by a short run. */
  noisy: boolean;
};

type Measure = { what: string; unit: string; digits?: number; of(row: Row): number | null; most(first: number): number; noisy?: boolean };

const A_TENTH = 1.1;
const OTHER_CONNECTIONS = 12;

const MEASURES: Measure[] = [
  { what: 'heap after collecting', unit: 'MB', of: ({ heap }) => heap, most: tenthMore },
  { what: 'resident memory', unit: 'MB', of: ({ resident }) => resident, most: tenthMore, noisy: true },
  { what: 'open files', unit: '', digits: 0, of: ({ files }) => files, most: tenthMore },
  // The crowd's connections are kept alive for a while, however many were open at once. One listens, a few belong to the inspector, and
  // a few are still closing while others open.
  { what: 'connections', unit: '', digits: 0, of: ({ connections }) => connections, most: () => MOST_AT_ONCE + OTHER_CONNECTIONS },
  { what: 'processor time a request', unit: 'µs', digits: 0, of: ({ processor }) => processor, most: tenthMore, noisy: true },
  { what: 'latency, half of them', unit: 'ms', of: ({ p50 }) => p50, most: tenthMore, noisy: true },
  { what: 'latency, 95 of 100', unit: 'ms', of: ({ p95 }) => p95, most: tenthMore, noisy: true },
];

const COLUMNS: [title: string, of: (row: Row) => string][] = [
  ['minute', ({ minute }) => String(minute)],
  ['requests', ({ requests }) => String(requests)],
  ['a second', ({ perSecond }) => perSecond.toFixed(0)],
  ['p50 ms', ({ p50 }) => p50.toFixed(1)],
  ['p95 ms', ({ p95 }) => p95.toFixed(1)],
  ['p99 ms', ({ p99 }) => p99.toFixed(1)],
  ['cpu µs', ({ processor }) => processor?.toFixed(0) ?? '-'],
  ['heap MB', ({ heap }) => heap.toFixed(1)],
  ['rss MB', ({ resident }) => resident.toFixed(0)],
  ['files', ({ files }) => String(files ?? '-')],
  ['conns', ({ connections }) => String(connections ?? '-')],
  ['load', ({ load }) => load.toFixed(1)],
  ['errors', ({ faults }) => String(faults.length)],
];

const WIDTH = 9;

/** Whether the last minute is as good as the first. */
export function judgeRun(rows: Row[]): Judgement[] {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return [];
  const errors = rows.reduce((sum, { faults }) => sum + faults.length, 0);
  return [
    { what: 'errors', first: '', last: String(errors), held: errors === 0, noisy: false },
    ...MEASURES.flatMap((measure) => judge(measure, [first, last])),
  ];
}

function judge({ what, unit, digits = 1, of, most, noisy = false }: Measure, [first, last]: [Row, Row]): Judgement[] {
  const [before, after] = [of(first), of(last)];
  if (before === null || after === null) return [];
  const write = (value: number): string => `${value.toFixed(digits)} ${unit}`.trim();
  return [{ what, first: write(before), last: write(after), held: after <= most(before), noisy }];
}

/** Whether the machine did much other work, so that latencies say little about the shop. */
export const isDisturbed = (rows: Row[]): boolean => rows.some(({ load }) => load > availableParallelism() + 1);

export const headline = (): string => COLUMNS.map(([title]) => title.padStart(WIDTH)).join('');

export const rowLine = (row: Row): string => COLUMNS.map(([, of]) => of(row).padStart(WIDTH)).join('');

export function judgementLine({ what, first, last, held }: Judgement): string {
  return `${what.padEnd(26)}${first.padStart(12)}${last.padStart(12)}   ${held ? 'held' : 'not held'}`;
}

function tenthMore(first: number): number {
  return first * A_TENTH;
}
