import { type Cost, type Figure, processorRatioOf, ratioOf } from './figures.ts';
import { writeSize } from './options.ts';
import type { Memory } from './process-facts.ts';

type Cell = { text: string; width: number; left?: true };

const COLUMNS = [
  { title: 'engine', width: 8, left: true },
  { title: 'listings', width: 8 },
  { title: 'row', width: 30, left: true },
  { title: 'a second', width: 9 },
  { title: 'p50 ms', width: 8 },
  { title: 'p99 ms', width: 8 },
  { title: 'max ms', width: 8 },
  { title: 'cpu µs', width: 7 },
  { title: 'bytes', width: 7 },
  { title: 'constant', width: 9 },
  { title: 'ratio', width: 6 },
  { title: 'by cpu', width: 6 },
  { title: 'checked', width: 8 },
  { title: 'errors', width: 6 },
] as const;

export const headline = (): string => line(COLUMNS.map(({ title, ...column }) => ({ ...column, text: title })));

function line(cells: Cell[]): string {
  return cells
    .map(({ text, width, left }) => (left ? text.padEnd(width) : text.padStart(width)))
    .join('  ')
    .trimEnd();
}

export function figureLine(figure: Figure): string {
  const { engine, size, row, tally, limit } = figure;
  const texts = [
    engine + processesOf(figure),
    writeSize(size),
    row,
    tally.perSecond.toFixed(0),
    ms(tally.p50),
    ms(tally.p99),
    ms(tally.max),
    tally.processorMicros?.toFixed(0) ?? '-',
    String(tally.bytes),
    limit.perSecond.toFixed(0),
    ratioOf(figure).toFixed(3),
    processorRatioOf(figure)?.toFixed(3) ?? '-',
    String(figure.checked.replies),
    whichErrors(figure),
  ];
  return line(COLUMNS.map((column, at) => ({ ...column, text: texts[at] ?? '' })));
}

const processesOf = ({ processes }: { processes: number }): string => (processes === 1 ? '' : ` x${processes}`);

const ms = (micros: number): string => (micros / 1000).toFixed(2);

function whichErrors({ tally: { errors, statuses }, checked: { wrong, first } }: Figure): string {
  const which = [errors > 0 ? JSON.stringify(statuses) : '', wrong > 0 ? `${wrong} wrong: ${first}` : ''].filter(Boolean);
  return [String(errors + wrong), ...which].join('  ');
}

export function costLine(cost: Cost): string {
  const { engine, size, caches, seedSeconds, databaseMegabytes, openSeconds, searchSeconds, quietSeconds, memoryBefore, memoryAfter } = cost;
  return [
    `${engine}${processesOf(cost)}, ${writeSize(size)} listings: filled in ${seedSeconds.toFixed(0)} s, ${databaseMegabytes.toFixed(0)} MB`,
    `${caches ? '' : 'without a cache: '}open after ${openSeconds.toFixed(1)} s, searches after ${searchSeconds.toFixed(1)} s, idle ${quietSeconds.toFixed(0)} s later`,
    `memory at first ${writeMemory(memoryBefore)}, at the end ${writeMemory(memoryAfter)}`,
  ].join('; ');
}

function writeMemory(memory: Memory | null): string {
  return memory === null ? 'not known here' : `${memory.resident} MB (${memory.anonymous} its own, ${memory.file} of files)`;
}
