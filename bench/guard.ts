import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTROL, measureSteadily } from './guard/steady.ts';
import type { Limit } from './limit.ts';
import { say } from './measure-shop.ts';
import type { Options } from './options.ts';
import type { Row } from './rows.ts';

/** Each row's share of the constant server beside it, by processor time. */
type Figures = Record<string, number>;

const FILE = join(import.meta.dirname, 'guard.json');
/** A row that needs a quarter more processor time than it did has become slower. */
const LEAST = 1 / 1.25;
/** A row that seems slower is measured again: other work may have lasted all the time. */
const TRIES = 3;

/**
 * Compares processor time per request with the figures stored in the repository, or (`write`) stores new ones. Rows that seem slower are measured
 * again; the best try counts. Writes wait for the disk, so only reads are compared. Returns whether none has become slower.
 */
export async function guard(mode: 'check' | 'write', { options, limit, rows }: { options: Options; limit: Limit; rows: Row[] }): Promise<boolean> {
  const stored = JSON.parse(readFileSync(FILE, 'utf8')) as Figures;
  const best: Figures = {};
  const wrong: string[] = [];
  const isSlower = ({ name }: Pick<Row, 'name'>): boolean => (best[name] ?? 0) < (stored[name] ?? 0) * LEAST;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const left = attempt === 0 ? rows : rows.filter(isSlower);
    if (left.length === 0 || (mode === 'write' && attempt > 0)) break;
    const measured = await measureSteadily(left, { options, limit });
    for (const [name, ratio] of measured.ratios) best[name] = Math.max(best[name] ?? 0, ratio);
    wrong.push(...measured.wrong);
  }
  if (mode === 'write') writeFileSync(FILE, `${JSON.stringify(rounded(best), null, 2)}\n`);
  else for (const name of [...rows.map((row) => row.name), CONTROL]) say(lineOf(name, best[name], stored[name]));
  for (const line of wrong) say(line);
  return wrong.length === 0 && (mode === 'write' || !rows.some(isSlower));
}

function rounded(figures: Figures): Figures {
  return Object.fromEntries(Object.entries(figures).map(([row, ratio]) => [row, Number(ratio.toPrecision(3))]));
}

function lineOf(row: string, now = 0, before = 0): string {
  const change = before === 0 ? 'new' : `${now >= before ? '' : '-'}${Math.abs((now / before - 1) * 100).toFixed(0)} %`;
  return `  ${now < before * LEAST ? 'slower' : 'ok    '}  ${row.padEnd(32)}  ${now.toPrecision(3)} of the constant by processor time, stored ${before.toPrecision(3)} (${change})`;
}
